import { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import { isUuid, newRequestId } from "#kernel/request-id";
import type { AccessTable } from "./access.ts";
import { type ClientAddress, networkOf } from "./client-address.ts";
import { type AddressFinder, Exchange, remember } from "./exchange.ts";
import type { HostCheck } from "./host.ts";
import type { Limiter, RatePolicy, RateVerdict } from "./rate-limit.ts";

/**
 * Turns an access token into its principal, checked against live state; at once when it is cached, else with a promise.
 * @param from where it comes from; `ip` is looked up when it is read
 * @throws AppError with the code that says why the token is not accepted
 */
export type Authenticate = (token: string, from: { readonly ip: string | null }) => Principal | Promise<Principal>;

/** What {@link createFront} is made of. */
export interface FrontDeps {
	/** The router: `app.fetch`. */
	readonly dispatch: (request: Request) => Response | Promise<Response>;
	readonly access: AccessTable;
	readonly isOurHost: HostCheck;
	/** Told of each request before anything else, with the time of `performance.now()`: nothing stale may be used after it. */
	readonly arriving: (nowMs: number) => void;
	readonly authenticate: Authenticate;
	readonly limiter: Limiter;
	/** Null when `RATE_LIMITS=off`. */
	readonly policies: { readonly read: RatePolicy; readonly write: RatePolicy } | null;
	/** Paths that answer the same file to everybody; asking for one counts against nothing. */
	readonly files: ReadonlySet<string>;
	readonly clientAddress: ClientAddress;
	/** Told of every finished request: access log and metrics. */
	readonly finished: (exchange: Exchange, status: number) => void;
}

/** Longest access token looked at (CONTRACT §2). */
const MAX_TOKEN_CHARS = 4096;

/**
 * What happens before the router: the exchange is made, the caller identified and counted. A request for another host is counted as a
 * stranger's: its token is not looked at, so it costs and tells nothing. It is plain synchronous code as long as the token is
 * cached and the limiter local, because each `await` on this path costs as much as the database read (PERFORMANCE §2).
 */
export function createFront(deps: FrontDeps) {
	return function handle(request: Request, peerOf: AddressFinder): Response | Promise<Response> {
		const startedAt = performance.now();
		deps.arriving(startedAt);
		const asked = request.headers.get("x-request-id");
		const requestId = asked !== null && isUuid(asked) ? asked : newRequestId();
		const findAddress = (of: Request) => deps.clientAddress(peerOf(of), of.headers.get("x-forwarded-for"));
		const exchange = new Exchange(request, deps.access, requestId, findAddress, startedAt);
		remember(exchange);
		exchange.isForOtherHost = !deps.isOurHost(request.headers.get("host"));
		if (exchange.isForOtherHost) return count(exchange);
		const waiting = identify(exchange);
		return waiting === undefined ? count(exchange) : waiting.then(() => count(exchange));
	};

	/** Sets the principal or the refusal; a promise only when the token was not cached. */
	function identify(exchange: Exchange): Promise<void> | undefined {
		const header = exchange.request.headers.get("authorization");
		if (header === null) return;
		const token = bearerToken(header);
		if (token === null) {
			exchange.refusal = new AppError(
				"unauthenticated",
				"Authorization must be: Bearer <token>, once, with a token of at most 4096 characters.",
			);
			return;
		}
		try {
			const principal = deps.authenticate(token, exchange);
			if (principal instanceof Promise)
				return principal.then(
					(found) => accept(exchange, found),
					(error) => refuse(exchange, error),
				);
			accept(exchange, principal);
		} catch (error) {
			refuse(exchange, error);
		}
	}

	function count(exchange: Exchange): Response | Promise<Response> {
		if (!deps.policies) return dispatch(exchange);
		const policy = isSafe(exchange.request.method) ? deps.policies.read : deps.policies.write;
		const verdict = deps.limiter.take(policy, callerKey(exchange), isFile(exchange) ? 0 : 1);
		if (verdict instanceof Promise) return verdict.then((settled) => dispatch(exchange, settled));
		return dispatch(exchange, verdict);
	}

	/** Whether nothing but a file of ours is asked for: somebody who only looks at a page uses nothing up. */
	function isFile({ request, principal, isForOtherHost }: Exchange): boolean {
		if (principal.kind !== "anonymous" || isForOtherHost) return false;
		return isReading(request.method) && deps.files.has(pathOf(request.url));
	}

	function dispatch(exchange: Exchange, verdict: RateVerdict | null = null): Response | Promise<Response> {
		exchange.rate = verdict;
		const response = deps.dispatch(exchange.request);
		if (response instanceof Promise) return response.then((settled) => finish(exchange, settled));
		return finish(exchange, response);
	}

	function finish(exchange: Exchange, response: Response): Response {
		if (exchange.idempotency?.replayed) response.headers.set("idempotency-replayed", "true");
		deps.finished(exchange, response.status);
		return response;
	}
}

/** Methods that change nothing; `OPTIONS` because a browser asks before it writes. */
const isSafe = (method: string): boolean => isReading(method) || method === "OPTIONS";

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

/** The path as the router cuts it out of the URL: letter by letter, so that nothing else than a file is taken for one. */
function pathOf(url: string): string {
	const start = url.indexOf("/", "http://".length);
	const end = url.indexOf("?", start + 1);
	return url.substring(start, end === -1 ? undefined : end);
}

/** The token of `Bearer <token>`; null for anything else. What the token may look like is for its verifier to say. */
function bearerToken(header: string): string | null {
	if (header.length < 8 || header.length > MAX_TOKEN_CHARS + 7) return null;
	if (!header.startsWith("Bearer ") && header.slice(0, 7).toLowerCase() !== "bearer ") return null;
	const token = header.slice(7);
	return token.includes(" ") || token.includes(",") ? null : token;
}

function accept(exchange: Exchange, principal: Principal): void {
	exchange.principal = principal;
}

function refuse(exchange: Exchange, error: unknown): void {
	exchange.principal = ANONYMOUS;
	exchange.refusal =
		error instanceof AppError
			? error
			: new AppError("unavailable", "The token cannot be checked right now.", { cause: error });
}

/** The session or key a request is counted under; for a stranger the network it comes from. */
function callerKey(exchange: Exchange): string {
	const { principal } = exchange;
	return principal.kind === "anonymous" ? networkOf(exchange.ip) : (principal.sessionId ?? principal.id);
}
