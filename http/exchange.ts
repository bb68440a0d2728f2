import type { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import type { RateVerdict } from "#kernel/rate-limit";
import type { IdempotentRequest, RequestContext } from "#kernel/request-context";
import { type AccessTable, decide, type Gate } from "./access.ts";

/** Finds the address a request came from. */
export type AddressFinder = (request: Request) => string | null;

/** Everything the HTTP layer knows of one request, made before the router sees it. Services see it as a {@link RequestContext}. */
export class Exchange implements RequestContext {
	readonly request: Request;
	/** Who may call which route. */
	readonly access: AccessTable;
	readonly #origin: string;
	readonly requestId: string;
	/** `performance.now()` at arrival, for the duration in logs and metrics. */
	readonly startedAt: number;
	principal: Principal = ANONYMOUS;
	/** Why the presented credentials were not accepted; null when they were, or when there were none. */
	refusal: AppError | null = null;
	rate: RateVerdict | null = null;
	/** Whether `Host` names another service: then the request is refused, and its token was not looked at. */
	isForOtherHost = false;
	/** Route template, `""` until a route is matched. */
	route = "";
	/** Parameters of the path, empty until a route is matched. */
	params: Readonly<Record<string, string>> = {};
	/** Error code answered, for log and metrics; null on success. */
	errorCode: string | null = null;
	/** Set once access was granted: parsing asks before the body is read, every other route asks before validation. */
	admitted = false;
	idempotency: IdempotentRequest | null = null;

	readonly #findAddress: AddressFinder;
	#ip: string | null | undefined;
	#gate: Gate | undefined;

	/** @param origin scheme, host and port of every public URL */
	constructor(
		request: Request,
		origin: string,
		access: AccessTable,
		requestId: string,
		findAddress: AddressFinder,
		startedAt: number,
	) {
		this.request = request;
		this.#origin = origin;
		this.access = access;
		this.requestId = requestId;
		this.#findAddress = findAddress;
		this.startedAt = startedAt;
	}

	/** Client address behind the trusted proxies; null when the socket is gone. Looked up only when somebody asks. */
	get ip(): string | null {
		if (this.#ip === undefined) this.#ip = this.#findAddress(this.request);
		return this.#ip;
	}

	/** Public URL that was asked for, with its query: `Host` has no part in it. */
	get url(): URL {
		const { pathname, search } = new URL(this.request.url);
		return new URL(`${this.#origin}${pathname}${search}`);
	}

	get userAgent(): string | null {
		return this.request.headers.get("user-agent")?.slice(0, 512) ?? null;
	}

	get ifMatch(): string | null {
		return this.request.headers.get("if-match");
	}

	get tenant(): string | null {
		return this.params.orgId ?? null;
	}

	/** @throws what {@link decide} throws */
	authorize(now: Principal): void {
		decide(this.gate, now, this);
	}

	/** What the operation holds its requests to; undefined until a route is matched. */
	get gate(): Gate | undefined {
		const method = this.request.method === "HEAD" ? "GET" : this.request.method;
		this.#gate ??= this.access.get(`${method} ${this.route}`);
		return this.#gate;
	}
}

const exchanges = new WeakMap<Request, Exchange>();

/** Remembers the exchange of a request for the hooks that see only the request. */
export const remember = (exchange: Exchange): void => {
	exchanges.set(exchange.request, exchange);
};

/** The exchange of a request that came through {@link remember}. @throws when it did not: a wiring bug. */
export function exchangeOf(request: Request): Exchange {
	const exchange = exchanges.get(request);
	if (!exchange) throw new Error("request reached the app without its exchange: serve it through createServer");
	return exchange;
}
