import { AppError } from "#kernel/errors";
import { networkKey } from "#kernel/network-throttle";
import type { Principal } from "#kernel/principal";
import type { Limiter, RatePolicy, RateVerdict } from "#kernel/rate-limit";
import { isUuid, newRequestId } from "#kernel/request-id";
import { MAX_TOKEN_CHARS } from "#kernel/secrets";
import type { AccessTable } from "./access.ts";
import type { ClientAddress } from "./client-address.ts";
import { type AddressFinder, Exchange, remember } from "./exchange.ts";
import type { HostCheck } from "./host.ts";

/** A bearer token that was read, before anybody looks what it is worth. */
export interface Credential {
	/** What its requests are counted under: only its holder knows it, or its signature vouches for it. */
	readonly countedAs: string;
	/** Set while nothing vouches for it: then anybody may have made it up, and as many more as they like. */
	readonly isUnproved?: boolean;
}

/** Turns access tokens into principals, in two steps: only the second one asks the database. */
export interface Principals<C extends Credential> {
	/** At once when the token was seen lately. @throws AppError with the code that says why it is not accepted */
	recognize(token: string): C | Promise<C>;
	/**
	 * The principal, checked against live state; at once when that is cached.
	 * @param from where the request comes from; `ip` is looked up when it is read
	 * @throws AppError with the code that says why the credential counts no more
	 */
	resolve(credential: C, from: { readonly ip: string | null }): Principal | Promise<Principal>;
}

/** What {@link createFront} is made of. */
export interface FrontDeps<C extends Credential> {
	/** The router: `app.fetch`. */
	readonly dispatch: (request: Request) => Response | Promise<Response>;
	readonly access: AccessTable;
	/** Scheme, host and port of every public URL. */
	readonly origin: string;
	readonly isOurHost: HostCheck;
	/** Told of each request before anything else, with the time of `performance.now()`: nothing stale may be used after it. */
	readonly arriving: (nowMs: number) => void;
	readonly principals: Principals<C>;
	readonly limiter: Limiter;
	/** Null when `RATE_LIMITS=off`. */
	readonly policies: { readonly read: RatePolicy; readonly write: RatePolicy } | null;
	/** Paths that answer the same file to everybody; asking for one counts against nothing, with a token or without. */
	readonly files: ReadonlySet<string>;
	readonly clientAddress: ClientAddress;
	/** Told of every finished request: access log and metrics. */
	readonly finished: (exchange: Exchange, status: number) => void;
}

/**
 * What happens before the router: the exchange is made, the request counted, the caller identified. It is counted before the database is
 * asked, so that a flood costs nothing but its own signature checks; under what the credential says, or, for a stranger, a refused
 * credential and a request for another host, under the network it comes from. Where a file is asked for, nobody looks at a token. It is
 * plain synchronous code as long as the token is cached and the limiter local, because each `await` on this path costs as much as the
 * database read.
 */
export function createFront<C extends Credential>(deps: FrontDeps<C>) {
	const { principals, policies, limiter } = deps;

	return function handle(request: Request, peerOf: AddressFinder): Response | Promise<Response> {
		const startedAt = performance.now();
		deps.arriving(startedAt);
		const asked = request.headers.get("x-request-id");
		const requestId = asked !== null && isUuid(asked) ? asked : newRequestId();
		const findAddress = (of: Request) => deps.clientAddress(peerOf(of), of.headers.get("x-forwarded-for"));
		const exchange = new Exchange(request, deps.origin, deps.access, requestId, findAddress, startedAt);
		remember(exchange);
		exchange.isForOtherHost = !deps.isOurHost(request.headers.get("host"));
		if (exchange.isForOtherHost) return stranger(exchange);
		if (isFile(request)) return stranger(exchange, 0);
		const header = request.headers.get("authorization");
		return header === null ? stranger(exchange) : recognize(exchange, header);
	};

	function recognize(exchange: Exchange, header: string): Response | Promise<Response> {
		try {
			const credential = principals.recognize(bearerToken(header));
			if (!(credential instanceof Promise)) return count(exchange, credential);
			return credential.then(
				(found) => count(exchange, found),
				(error) => refused(exchange, error),
			);
		} catch (error) {
			return refused(exchange, error);
		}
	}

	function count(exchange: Exchange, credential: C): Response | Promise<Response> {
		if (credential.isUnproved) return tryOut(exchange, credential);
		const verdict = take(exchange, credential.countedAs);
		if (verdict instanceof Promise) return verdict.then((settled) => resolve(exchange, credential, settled));
		return resolve(exchange, credential, verdict);
	}

	/** Counts what may be made up by network until the database has said that it is not: each invention would have a count of its own. */
	async function tryOut(exchange: Exchange, credential: C): Promise<Response> {
		const key = `unproved ${networkKey(exchange.ip)}`;
		const tried = await take(exchange, key);
		if (tried?.allowed === false) return dispatch(exchange, tried);
		try {
			exchange.principal = await principals.resolve(credential, exchange);
		} catch (error) {
			exchange.refusal = refusalOf(error);
			return dispatch(exchange, tried);
		}
		if (tried) await limiter.refund(tried.policy, key, tried.window);
		return dispatch(exchange, await take(exchange, credential.countedAs));
	}

	function resolve(exchange: Exchange, credential: C, verdict: RateVerdict | null): Response | Promise<Response> {
		if (verdict?.allowed === false) return dispatch(exchange, verdict);
		try {
			const principal = principals.resolve(credential, exchange);
			if (!(principal instanceof Promise)) return accepted(exchange, principal, verdict);
			return principal.then(
				(found) => accepted(exchange, found, verdict),
				(error) => refused(exchange, error),
			);
		} catch (error) {
			return refused(exchange, error);
		}
	}

	function accepted(exchange: Exchange, principal: Principal, verdict: RateVerdict | null) {
		exchange.principal = principal;
		return dispatch(exchange, verdict);
	}

	function refused(exchange: Exchange, error: unknown): Response | Promise<Response> {
		exchange.refusal = refusalOf(error);
		return stranger(exchange);
	}

	function stranger(exchange: Exchange, cost = 1): Response | Promise<Response> {
		const verdict = take(exchange, networkKey(exchange.ip), cost);
		if (verdict instanceof Promise) return verdict.then((settled) => dispatch(exchange, settled));
		return dispatch(exchange, verdict);
	}

	function take({ request }: Exchange, key: string, cost = 1): RateVerdict | Promise<RateVerdict> | null {
		return policies && limiter.take(isSafe(request.method) ? policies.read : policies.write, key, cost);
	}

	/** Whether nothing but a file of ours is asked for: somebody who only looks at a page uses nothing up. */
	function isFile({ method, url }: Request): boolean {
		return isReading(method) && deps.files.has(pathOf(url));
	}

	function dispatch(exchange: Exchange, verdict: RateVerdict | null): Response | Promise<Response> {
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

/** Why a credential is not accepted, as its sender may know it. */
const refusalOf = (error: unknown): AppError =>
	error instanceof AppError
		? error
		: new AppError("unavailable", "The token cannot be checked right now.", { cause: error });

/** Methods that change nothing; `OPTIONS` because a browser asks before it writes. */
const isSafe = (method: string): boolean => isReading(method) || method === "OPTIONS";

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

/** The path as the router cuts it out of the URL: letter by letter, so that nothing else than a file is taken for one. */
function pathOf(url: string): string {
	const start = url.indexOf("/", "http://".length);
	const end = url.indexOf("?", start + 1);
	return url.substring(start, end === -1 ? undefined : end);
}

/**
 * The token of `Bearer <token>`. What the token may look like is for its verifier to say.
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
