import { cors } from "@elysiajs/cors";
import type { TSchema } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { isUnavailable } from "#db/store";
import type { Access, AccessTable, Gate } from "#http/access";
import { ACCESS, api } from "#http/api";
import { createClientAddress } from "#http/client-address";
import { errorHandler, type UnknownAddressPage } from "#http/error-handler";
import type { AddressFinder, Connection, Exchange } from "#http/exchange";
import { securityHeaders } from "#http/headers";
import { createHostGuard } from "#http/host-guard";
import { createOpenApiDocument } from "#http/openapi/document";
import type { OpenApiDocument } from "#http/openapi/types";
import { requestChecks, responseHeaders } from "#http/request-checks";
import { createRequestHandler } from "#http/request-handler";
import { createResponseAdapter } from "#http/response-adapter";
import { swaggerRoutes } from "#http/swagger";
import { passwordChangeRequired as refusalOfProvisional } from "#modules/identity/passwords";
import { unknownAddressPages } from "#modules/installation/pages";
import { refusalOfGuest, runsOwnMeetings } from "#modules/meetings/meetings";
import { closedIn } from "#modules/tenancy/organization-records";
import { answerWithPage } from "#platform/pages";
import type { Deps } from "./deps.ts";
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

/** Functions the router needs that are only available once every route is registered. */
interface RouterCallbacks {
	readonly methodsOf: (path: string) => readonly string[];
	readonly document: () => Promise<OpenApiDocument>;
}

/** Creates the router: every module's routes under one prefix. */
function createRouter({ config, log }: Deps, services: Services, late: RouterCallbacks) {
	const report = (error: unknown, exchange: Exchange) =>
		log.error("unexpected failure", {
			error,
			requestId: exchange.requestId,
			method: exchange.request.method,
			route: exchange.route,
		});

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
			.use(errorHandler(report, late.methodsOf, isUnavailable, unknownAddressPage))
			.use(responseHeaders)
			// Before the request checks: a page must be able to read why it was rejected.
			.use(config.corsOrigins.length > 0 ? cors(corsOptions(new Set(config.corsOrigins))) : new Elysia())
			.use(requestChecks)
			.use(api)
			.group(prefix, (base) =>
				services.contributions
					.reduce((app, { routes }) => (routes ? app.use(routes) : app), base as AnyElysia)
					.use(swaggerRoutes(late.document)),
			)
	);
}

/** Headers of the tus protocol, by which pages of other sites upload. */
const TUS_REQUEST_HEADERS = [
	"Tus-Resumable",
	"Upload-Checksum",
	"Upload-Length",
	"Upload-Metadata",
	"Upload-Offset",
	"X-HTTP-Method-Override",
];
const TUS_RESPONSE_HEADERS = [
	"Tus-Checksum-Algorithm",
	"Tus-Extension",
	"Tus-Max-Size",
	"Tus-Resumable",
	"Tus-Version",
	"Upload-Expires",
	"Upload-Length",
	"Upload-Offset",
];

/**
 * Returns the CORS options. Pages of other sites may send tokens but never cookies, and only from listed origins.
 * Compared here: given the list, the plugin would also accept `constructor` as an origin.
 */
const corsOptions = (origins: ReadonlySet<string>) => ({
	origin: (request: Request) => origins.has(request.headers.get("origin") ?? ""),
	credentials: false,
	allowedHeaders: [
		"Authorization",
		"Content-Type",
		"Idempotency-Key",
		"If-Match",
		"If-None-Match",
		"Range",
		"X-Request-ID",
		...TUS_REQUEST_HEADERS,
	],
	exposeHeaders: [
		"Accept-Ranges",
		"Content-Disposition",
		"Content-Range",
		"ETag",
		"Link",
		"Location",
		"RateLimit",
		"RateLimit-Policy",
		"Retry-After",
		"X-Request-ID",
		"Idempotency-Replayed",
		...TUS_RESPONSE_HEADERS,
	],
	methods: ["GET", "POST", "PUT", "PATCH", "DELETE"] as ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[],
	maxAge: 600,
});

/** Creates the application from its dependencies. Nothing runs in the background until `services.start()`. */
export function createParley(deps: Deps): Parley {
	const { config, log, metrics } = deps;
	const services = createServices(deps);
	const routes: RouteTable = { methods: new Map(), files: [], reading: [] };
	const router: AnyElysia = createRouter(deps, services, { methodsOf: (path) => methodsAt(routes, path), document });
	const access = readAccess(router, routes);
	router.compile();

	function document(): Promise<OpenApiDocument> {
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
		files: new Set(routes.files),
		readByPost: anyOf(routes.reading),
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

/** Returns what matches the paths of these templates. */
const anyOf = (templates: readonly string[]): RegExp =>
	new RegExp(`^(?:${templates.map(patternOf).join("|") || "(?!)"})$`);

const patternOf = (template: string): string =>
	template.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[A-Za-z]+/g, "[^/]+");

interface RouteTable {
	/** Methods by path template, as a regular expression of the path. */
	readonly methods: Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>;
	/** Paths that only serve files. */
	readonly files: string[];
	/** Path templates at which a POST changes nothing. */
	readonly reading: string[];
}

/** Route options that the gate evaluates. */
interface Hooks {
	readonly body?: TSchema;
	readonly query?: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
	readonly detail?: { readonly operationId?: string; readonly [ACCESS]?: Access };
}

/**
 * Reads the access requirements from the routes themselves, so that the gate, the document and the tests share one
 * source.
 */
function readAccess(router: AnyElysia, routes: RouteTable): AccessTable {
	const table = new Map<string, Gate>();
	for (const { method, path, hooks } of router.routes) {
		const { detail, query, body } = hooks as Hooks;
		const access = detail?.[ACCESS];
		if (access?.file) routes.files.push(path);
		if (access?.readsOnly && method === "POST") routes.reading.push(path);
		if (access)
			table.set(`${method} ${path}`, {
				...access,
				operation: detail?.operationId ?? `${method} ${path}`,
				takesQuery: query !== undefined,
				body: body && !access.takes ? { schema: body, check: access.checks } : undefined,
				repeatable: Object.entries(query?.properties ?? {}).flatMap(([name, { type }]) =>
					type === "array" ? [name] : [],
				),
				closedIn,
				mayHost: runsOwnMeetings,
				refusalOfGuest,
				refusalOfProvisional,
			});
		const pattern = anyOf([path]);
		const entry = routes.methods.get(path) ?? { pattern, methods: new Set<string>() };
		entry.methods.add(method);
		if (method === "GET") entry.methods.add("HEAD");
		routes.methods.set(path, entry);
	}
	return table;
}

function methodsAt(routes: RouteTable, path: string): string[] {
	const found = new Set<string>();
	for (const { pattern, methods } of routes.methods.values())
		if (pattern.test(path)) for (const method of methods) found.add(method);
	return [...found].sort();
}
