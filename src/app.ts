import { type AnyElysia, Elysia } from "elysia";
import { isUnavailable } from "#db/store";
import type { AccessTable } from "#http/access";
import { api } from "#http/api";
import { createClientAddress } from "#http/client-address";
import { consoleRoutes } from "#http/console";
import { crossOrigin } from "#http/cors";
import { errorHandler, type UnknownAddressPage } from "#http/error-handler";
import type { AddressFinder, Connection, Exchange } from "#http/exchange";
import { securityHeaders } from "#http/headers";
import { createHostGuard } from "#http/host-guard";
import type { OpenApiDocument } from "#http/openapi/types";
import { requestChecks, responseHeaders } from "#http/request-checks";
import { createRequestHandler } from "#http/request-handler";
import { createResponseAdapter } from "#http/response-adapter";
import { readRoutes } from "#http/route-table";
import { swaggerRoutes } from "#http/swagger";
import { AppError } from "#kernel/errors";
import { passwordChangeRequired as refusalOfProvisional } from "#modules/identity/passwords";
import { OPEN_SCREENS, unknownAddressPages } from "#modules/installation/pages";
import { refusalOfGuest, runsOwnMeetings } from "#modules/meetings/meetings";
import { TUS_HEADERS } from "#modules/recordings/uploads";
import { closedIn } from "#modules/tenancy/organization-records";
import { answerWithPage } from "#platform/pages";
import type { Deps } from "./deps.ts";
import { readDocument } from "./document.ts";
import type { Log } from "./log.ts";
import { PRODUCT } from "./product.ts";
import { createServices, type Services } from "./services.ts";
import { VERSION } from "./version.ts";

/** The running application, as used by a server, a test or the CLI. */
export interface Parley {
	/** Handles one request; `peerOf` returns the address it came from. */
	readonly fetch: (request: Request, peerOf: AddressFinder, connection?: Connection) => Response | Promise<Response>;
	/** The router, for the OpenAPI document and the policy tests. */
	readonly router: AnyElysia;
	readonly access: AccessTable;
	readonly services: Services;
	readonly log: Log;
	/** Creates the OpenAPI document of this installation. */
	readonly document: () => Promise<OpenApiDocument>;
}

/**
 * Creates the router: every module's routes under one prefix.
 * @param methodsOf returns the methods at a path, once every route is registered
 */
function createRouter({ config, log }: Deps, services: Services, methodsOf: (path: string) => readonly string[]) {
	const report = (error: unknown, { requestId, request: { method }, route }: Exchange) => {
		const fields = { error, requestId, method, route };
		const isBug = !isUnavailable(error) && !(error instanceof AppError && error.kind === "unavailable");
		if (isBug) log.error("unexpected failure", fields);
		else log.warn("a request failed: what it needs is unavailable", fields);
	};

	const { prefix, href } = config.publicUrl;
	const pages = unknownAddressPages(prefix);
	const unknownAddressPage: UnknownAddressPage = (of) => answerWithPage(pages, prefix, { ...of, status: 404 });

	return (
		new Elysia({
			adapter: createResponseAdapter(securityHeaders(href.startsWith("https:"))),
			normalize: false,
			encodeSchema: false,
			strictPath: true,
			handler: { standardHostname: false },
		})
			.use(errorHandler(report, methodsOf, isUnavailable, unknownAddressPage))
			.use(responseHeaders)
			// Before the request checks: a page must be able to read why it was rejected.
			.use(crossOrigin(config.corsOrigins, TUS_HEADERS))
			.use(requestChecks)
			.use(api)
			.group(prefix, (base) =>
				services.contributions
					.reduce((app, { routes }) => (routes ? app.use(routes) : app), base as AnyElysia)
					.use(swaggerRoutes(() => readDocument(href)))
					.use(consoleRoutes(prefix, OPEN_SCREENS)),
			)
	);
}

/** Creates the application from its dependencies. Nothing runs in the background until `services.start()`. */
export function createParley(deps: Deps): Parley {
	const { config, log, metrics } = deps;
	const services = createServices(deps);
	const router: AnyElysia = createRouter(deps, services, (path) => routes.methodsAt(path));
	const routes = readRoutes(router, { closedIn, mayHost: runsOwnMeetings, refusalOfGuest, refusalOfProvisional });
	const { access } = routes;
	router.compile();

	async function document(): Promise<OpenApiDocument> {
		// A server sends the document of the release; only commands and tests make one.
		const { createOpenApiDocument } = await import("#http/openapi/document");
		return createOpenApiDocument(router, access, { publicUrl: config.publicUrl, version: VERSION, product: PRODUCT });
	}

	const fetch = createRequestHandler({
		dispatch: router.fetch,
		origin: config.publicUrl.origin,
		access,
		isAllowedHost: createHostGuard(config.allowedHosts),
		onRequest: services.detectForeignWrites,
		principals: services.principals,
		limiter: deps.limiter,
		policies: config.rateLimits.enabled ? config.rateLimits.policies : null,
		files: routes.files,
		readByPost: routes.readByPost,
		clientAddress: createClientAddress(config.trustedProxies),
		steadyMs: deps.steadyMs,
		onFinish(exchange, status) {
			const durationMs = performance.now() - exchange.startedAt;
			const { method } = exchange.request;
			metrics.observe(exchange.route, method, status, durationMs / 1000);
			log.access({
				requestId: exchange.requestId,
				method,
				route: exchange.route,
				unroutedUrl: isUnrouted(exchange) ? exchange.request.url : null,
				status,
				durationMs,
				orgId: exchange.principal.orgId,
				userId: exchange.principal.id || null,
				code: exchange.errorCode,
			});
			services.onAnswered(exchange.principal, status);
			noteAttempt(exchange, status);
		},
	});

	/** Tells of a request that was refused for lack of rights, or by which a system administrator has read something. */
	function noteAttempt(exchange: Exchange, status: number): void {
		const { gate, principal, errorCode, request } = exchange;
		const isRefused = status === 403;
		const isRead = status < 300 && (request.method === "GET" || request.method === "HEAD");
		if (gate === undefined || !(isRefused || (principal.system && isRead))) return;
		const { requestId, ip, userAgent, tenant, params } = exchange;
		const context = { principal, requestId, ip, userAgent, tenant };
		services
			.onAttempt({ context, operation: gate.operation, code: isRefused ? errorCode : null }, params)
			.catch((error: unknown) => log.warn("a request could not be counted for the audit log", { error }));
	}
	return { fetch, router, access, services, log, document };
}

/** Whether no operation is at the path of a request, or none for its method. */
const isUnrouted = ({ errorCode }: Exchange): boolean =>
	errorCode === "route_not_found" || errorCode === "method_not_allowed";
