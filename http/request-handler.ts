import type { SteadyMs } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { networkKey } from "#kernel/network-throttle";
import type { Principal } from "#kernel/principal";
import type { Limiter, RatePolicy, RateVerdict } from "#kernel/rate-limit";
import { isUuid, newRequestId } from "#kernel/request-id";
import { MAX_TOKEN_CHARS } from "#kernel/secrets";
import type { AccessTable } from "./access.ts";
import type { ClientAddress } from "./client-address.ts";
import { type AddressFinder, type Connection, Exchange, registerExchange } from "./exchange.ts";
import type { HostGuard } from "./host-guard.ts";
import type { AcceptedSocket } from "./sockets.ts";

/** A parsed bearer token, not yet checked against live state. */
export interface Credential {
	/** Key its requests are counted under: known only to its holder, or verified by its signature. */
	readonly rateLimitKey: string;
	/** Whether only the database can tell that it is not invented. */
	readonly isUnverified?: boolean;
}

/** Resolves access tokens to principals. */
export interface Principals<C extends Credential> {
	/**
	 * Returns the credential of a token that was accepted recently; null for any other: anybody may have invented it, in
	 * any number.
	 * @throws AppError with the code that says why it is no longer accepted
	 */
	recall(token: string): C | null;
	/** Returns the kind of a token: who invents tokens of one kind does not keep new ones of another out. */
	kindOf(token: string): string;
	/**
	 * Verifies a token that {@link Principals.recall} does not know, which takes several times as long as the answer to it.
	 * @throws AppError with the code that says why it is rejected, `unauthenticated` when it may be invented
	 */
	verify(token: string): Promise<C>;
	/**
	 * Returns the principal, checked against live state in the database; synchronous when that is cached.
	 * @param from origin of the request; `ip` is determined when it is read
	 * @throws AppError with the code that says why the credential is no longer valid
	 */
	resolve(credential: C, from: { readonly ip: string | null }): Principal | Promise<Principal>;
}

export interface RequestHandlerDeps<C extends Credential> {
	/** The router: `app.fetch`. */
	readonly dispatch: (request: Request) => Response | Promise<Response>;
	readonly access: AccessTable;
	/** Scheme, host and port of every public URL. */
	readonly origin: string;
	readonly isAllowedHost: HostGuard;
	/**
	 * Called for each request before anything else, with the time of `performance.now()`, so that stale cache entries can
	 * be dropped.
	 */
	readonly onRequest: (nowMs: number) => void;
	readonly principals: Principals<C>;
	readonly limiter: Limiter;
	/** Null when `RATE_LIMITS=off`. */
	readonly policies: { readonly read: RatePolicy; readonly write: RatePolicy } | null;
	/** Paths that serve the same file to everybody; requests for them are not rate limited, with or without a token. */
	readonly files: ReadonlySet<string>;
	/** Matches the paths at which a POST changes nothing, and counts as a read. */
	readonly readByPost: RegExp;
	readonly clientAddress: ClientAddress;
	/** How long the process has run. */
	readonly steadyMs: SteadyMs;
	/** Called for every finished request: access log and metrics. */
	readonly onFinish: (exchange: Exchange, status: number) => void;
}

/**
 * Creates the function that handles a request before routing: it creates the exchange, counts the request and
 * identifies the caller. A request is counted before anything is asked or computed for it, so that one beyond its limit
 * costs no more than an answer from memory: under the key of the credential or, for an anonymous caller, a rejected
 * credential and a request for another host, under its network. For files the token is ignored. The code is synchronous
 * as long as the token is known and the limiter is local, because each `await` on this path costs as much as the
 * database read.
 */
export function createRequestHandler<C extends Credential>(deps: RequestHandlerDeps<C>) {
	const { principals, policies, limiter } = deps;

	return function handle(
		request: Request,
		peerOf: AddressFinder,
		connection: Connection | null = null,
	): Response | Promise<Response> {
		const startedAt = performance.now();
		deps.onRequest(startedAt);
		const asked = request.headers.get("x-request-id");
		const requestId = asked !== null && isUuid(asked) ? asked : newRequestId();
		const findAddress = (of: Request) => deps.clientAddress(peerOf(of), of.headers.get("x-forwarded-for"));
		const { origin, access, steadyMs } = deps;
		const exchange = new Exchange(request, origin, access, requestId, findAddress, startedAt, steadyMs);
		exchange.connection = connection;
		registerExchange(exchange);
		exchange.isForOtherHost = !deps.isAllowedHost(request.headers.get("host"));
		if (exchange.isForOtherHost) return dispatchAnonymous(exchange);
		if (requestsFile(request)) return dispatchAnonymous(exchange, 0);
		const header = request.headers.get("authorization");
		return header === null ? dispatchAnonymous(exchange) : authenticate(exchange, header);
	};

	function authenticate(exchange: Exchange, header: string): Response | Promise<Response> {
		try {
			const token = bearerToken(header);
			const known = principals.recall(token);
			return known === null ? authenticateUnknown(exchange, token) : countAndResolve(exchange, known);
		} catch (error) {
			return rejectCredential(exchange, error);
		}
	}

	function countAndResolve(exchange: Exchange, credential: C): Response | Promise<Response> {
		const verdict = take(exchange, credential.rateLimitKey);
		if (verdict instanceof Promise) return verdict.then((settled) => resolve(exchange, credential, settled));
		return resolve(exchange, credential, verdict);
	}

	/**
	 * Counts requests with a token nobody has seen before by network until it has proved genuine: each invented token would
	 * have a count of its own otherwise, and a signature check of its own. Tokens in use, and requests without any, are not
	 * affected by who invents tokens in their network.
	 */
	async function authenticateUnknown(exchange: Exchange, token: string): Promise<Response> {
		const key = `unverified ${principals.kindOf(token)} ${networkKey(exchange.ip)}`;
		const verdict = await take(exchange, key);
		if (verdict?.allowed === false) return dispatch(exchange, verdict);
		let credential: C;
		try {
			credential = await principals.verify(token);
			if (credential.isUnverified) exchange.principal = await principals.resolve(credential, exchange);
		} catch (error) {
			exchange.authError = toAuthError(error);
			if (exchange.authError.code === "unauthenticated") return dispatch(exchange, verdict);
			if (verdict) await limiter.refund(key, verdict);
			return dispatchAnonymous(exchange);
		}
		if (verdict) await limiter.refund(key, verdict);
		if (!credential.isUnverified) return countAndResolve(exchange, credential);
		return dispatch(exchange, await take(exchange, credential.rateLimitKey));
	}

	function resolve(exchange: Exchange, credential: C, verdict: RateVerdict | null): Response | Promise<Response> {
		if (verdict?.allowed === false) return dispatch(exchange, verdict);
		try {
			const principal = principals.resolve(credential, exchange);
			if (!(principal instanceof Promise)) return dispatchAs(exchange, principal, verdict);
			return principal.then(
				(found) => dispatchAs(exchange, found, verdict),
				(error) => rejectCredential(exchange, error),
			);
		} catch (error) {
			return rejectCredential(exchange, error);
		}
	}

	function dispatchAs(exchange: Exchange, principal: Principal, verdict: RateVerdict | null) {
		exchange.principal = principal;
		return dispatch(exchange, verdict);
	}

	function rejectCredential(exchange: Exchange, error: unknown): Response | Promise<Response> {
		exchange.authError = toAuthError(error);
		return dispatchAnonymous(exchange);
	}

	function dispatchAnonymous(exchange: Exchange, cost = 1): Response | Promise<Response> {
		const verdict = take(exchange, networkKey(exchange.ip), cost);
		if (verdict instanceof Promise) return verdict.then((settled) => dispatch(exchange, settled));
		return dispatch(exchange, verdict);
	}

	function take({ request }: Exchange, key: string, cost = 1): RateVerdict | Promise<RateVerdict> | null {
		return policies && limiter.take(changesNothing(request) ? policies.read : policies.write, key, cost);
	}

	/** Whether the request is one to read: of a safe method, or a POST that only asks. */
	function changesNothing({ method, url }: Request): boolean {
		return isSafe(method) || (method === "POST" && deps.readByPost.test(pathOf(url)));
	}

	/** Whether the request is for a file; viewing a page uses up no quota. */
	function requestsFile({ method, url }: Request): boolean {
		return isRead(method) && deps.files.has(pathOf(url));
	}

	function dispatch(exchange: Exchange, verdict: RateVerdict | null): Response | Promise<Response> {
		exchange.rate = verdict;
		const response = deps.dispatch(exchange.request);
		if (response instanceof Promise) return response.then((settled) => finish(exchange, settled));
		return finish(exchange, response);
	}

	function finish(exchange: Exchange, response: Response): Response {
		const { status } = response;
		if (exchange.idempotency?.replayed) response.headers.set("idempotency-replayed", "true");
		// Elysia counts the bytes of the body of a HEAD, but a 304 has none to tell the length of (RFC 9110 §8.6).
		if (status === 304) response.headers.delete("content-length");
		// It would be kept for the rest of a body that does not come (RFC 9110 §15.5.9).
		if (status === 408) response.headers.set("connection", "close");
		if (exchange.contentLength !== null) response.headers.set("content-length", String(exchange.contentLength));
		if (exchange.accepted !== null) return upgrade(exchange, exchange.accepted, response);
		deps.onFinish(exchange, status);
		return response;
	}

	/** The server has sent the response by then, and ignores the one it gets. */
	function upgrade(exchange: Exchange, socket: AcceptedSocket, response: Response): Response {
		const { headers } = response;
		if (socket.protocol !== null) headers.set("sec-websocket-protocol", socket.protocol);
		const isOpen = exchange.connection?.upgrade(exchange.request, socket, headers) === true;
		if (!isOpen) socket.handler.closed();
		deps.onFinish(exchange, isOpen ? 101 : 499);
		return isOpen ? response : new Response(null, { status: 400, headers });
	}
}

/** Converts the error of a rejected credential to one its sender may see. */
const toAuthError = (error: unknown): AppError =>
	error instanceof AppError
		? error
		: new AppError("unavailable", "The token cannot be verified at the moment.", { cause: error });

/** Whether a method changes nothing; includes `OPTIONS` because a browser sends it before it writes. */
const isSafe = (method: string): boolean => isRead(method) || method === "OPTIONS";

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** Returns the path exactly as the router cuts it out of the URL, so that nothing else is mistaken for a file. */
function pathOf(url: string): string {
	const start = url.indexOf("/", "http://".length);
	const end = url.indexOf("?", start + 1);
	return url.substring(start, end === -1 ? undefined : end);
}

/**
 * Parses `Bearer <token>`. The format of the token itself is checked by its verifier.
 * @throws `unauthenticated`
 */
function bearerToken(header: string): string {
	const token = header.slice(7);
	const isBearer = header.startsWith("Bearer ") || header.slice(0, 7).toLowerCase() === "bearer ";
	const isOne = token !== "" && token.length <= MAX_TOKEN_CHARS && !token.includes(" ") && !token.includes(",");
	if (isBearer && isOne) return token;
	throw new AppError(
		"unauthenticated",
		"Authorization must be: Bearer <token>, once, with a token of at most 4096 characters.",
	);
}
