import type { SteadyMs } from "#kernel/clock";
import type { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import type { RateVerdict } from "#kernel/rate-limit";
import type { IdempotentRequest, RequestContext } from "#kernel/request-context";
import { type AccessTable, checkAccess, type Gate } from "./access.ts";
import type { ReadContent } from "./read-content.ts";
import type { AcceptedSocket } from "./sockets.ts";

/** Returns the address a request came from. */
export type AddressFinder = (request: Request) => string | null;

/** The connection on which requests arrive. */
export interface Connection {
	/** Lets it idle for minutes while a request is worked on. */
	extendTimeout(request: Request): void;
	/** Makes a socket of it, with these headers of the response; false when the client is gone. */
	upgrade(request: Request, socket: AcceptedSocket, headers: Headers): boolean;
}

/** The state of one request in the HTTP layer, created before routing. Services see it as a {@link RequestContext}. */
export class Exchange implements RequestContext {
	readonly request: Request;
	/** Access requirements of all routes. */
	readonly access: AccessTable;
	readonly #origin: string;
	readonly requestId: string;
	/** `performance.now()` at arrival, for the duration in logs and metrics. */
	readonly startedAt: number;
	principal: Principal = ANONYMOUS;
	/** The reason why the credentials were rejected; null when they were accepted, or when there were none. */
	authError: AppError | null = null;
	rate: RateVerdict | null = null;
	/** Whether `Host` names another service: the request is rejected then, and its token is not checked. */
	isForOtherHost = false;
	/** Route template, `""` until a route is matched. */
	route = "";
	/** Parameters of the path, empty until a route is matched. */
	params: Readonly<Record<string, string>> = {};
	/** The JSON body; undefined until it was read, and where there is none. */
	body: unknown;
	/** Error code of the response, for log and metrics; null on success. */
	errorCode: string | null = null;
	/**
	 * Whether access was granted already: checked before the body is read, and on routes without a body before
	 * validation.
	 */
	isAuthorized = false;
	idempotency: IdempotentRequest | null = null;
	/** What its handler has read of a body that is not JSON; null: nobody asks for it. */
	content: ReadContent | null = null;
	/** Size of the content that a HEAD asks about, in bytes; null: that of the body of its response. */
	contentLength: number | null = null;

	/** How long the process has run, for what may take only so long. */
	readonly steadyMs: SteadyMs;
	/** The connection of the request; null where there is none. */
	connection: Connection | null = null;
	/** The socket that the request becomes; null: none. */
	accepted: AcceptedSocket | null = null;

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
		steadyMs: SteadyMs,
	) {
		this.request = request;
		this.#origin = origin;
		this.access = access;
		this.requestId = requestId;
		this.#findAddress = findAddress;
		this.startedAt = startedAt;
		this.steadyMs = steadyMs;
	}

	/** Lets the client wait for minutes, while the content it has sent is worked on. */
	keepOpen(): void {
		this.connection?.extendTimeout(this.request);
	}

	/** Makes a socket of the request, and returns the response that says so. */
	accept(socket: AcceptedSocket): Response {
		this.accepted = socket;
		return new Response(null, { status: 101 });
	}

	/** Client address behind the trusted proxies; null when the socket is gone. Determined on first use. */
	get ip(): string | null {
		if (this.#ip === undefined) this.#ip = this.#findAddress(this.request);
		return this.#ip;
	}

	/** Public URL of the request, with its query; independent of `Host`. */
	get url(): URL {
		const { pathname, search } = new URL(this.request.url);
		return new URL(`${this.#origin}${pathname}${search}`);
	}

	get userAgent(): string | null {
		return this.request.headers.get("user-agent")?.slice(0, 512) ?? null;
	}

	get signal(): AbortSignal {
		return this.request.signal;
	}

	get ifMatch(): string | null {
		return this.request.headers.get("if-match");
	}

	get tenant(): string | null {
		return this.params.orgId ?? null;
	}

	/** Checks access for the caller's current authority. @throws the errors of {@link checkAccess} */
	authorize(now: Principal): void {
		checkAccess(this.gate, now, this);
	}

	/** Access requirements of the operation; undefined until a route is matched. */
	get gate(): Gate | undefined {
		const method = this.request.method === "HEAD" ? "GET" : this.request.method;
		this.#gate ??= this.access.get(`${method} ${this.route}`);
		return this.#gate;
	}
}

const exchanges = new WeakMap<Request, Exchange>();

/** Registers the exchange of a request for hooks that only see the request. */
export const registerExchange = (exchange: Exchange): void => {
	exchanges.set(exchange.request, exchange);
};

/**
 * Returns the exchange of a request registered by {@link registerExchange}. @throws Error when there is none: a wiring
 * bug
 */
export function exchangeOf(request: Request): Exchange {
	const exchange = exchanges.get(request);
	if (!exchange) throw new Error("request reached the app without its exchange: serve it through createRequestHandler");
	return exchange;
}

/** Time after which a connection that shall stay open is told so again, in ms. */
const KEEP_OPEN_MS = 60_000;

/** Lets the connection of a request stay open without traffic until some work is done, however long that takes. */
export async function keepOpenDuring<T>(request: Request, work: Promise<T>): Promise<T> {
	const exchange = exchangeOf(request);
	exchange.keepOpen();
	const timer = setInterval(() => exchange.keepOpen(), KEEP_OPEN_MS);
	try {
		return await work;
	} finally {
		clearInterval(timer);
	}
}
