import { lookup } from "node:dns/promises";
import { dialect } from "#db/dialect";
import type { ErrorResponse } from "#http/envelope";
import type { Connection } from "#http/exchange";
import { AppError } from "#kernel/errors";
import { newRequestId } from "#kernel/request-id";
import type { SocketHandler } from "#kernel/sockets";
import { inEnglish } from "#kernel/texts";
import type { Parley } from "../app.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { limitConnections } from "./connection-limit.ts";

/** Seconds without a byte after which a connection is closed. */
const IDLE_SECONDS = 30;
/** The same while content that was sent is worked on: hashing 10 GiB again takes half a minute. */
const LONG_WORK_SECONDS = 240;
/** Part of that time for which a response waits for the rest of a body, where it closes the connection. */
const UNREAD_SHARE = 1 / 3;
/** Sockets whose clients have not answered the close this long after it are cut. */
const CLOSE_MS = 2_000;
/** Above any limit of ours: those respond with an envelope, Bun's own with an empty body. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/** A port that is listened on. */
export interface Listener {
	/** URL it listens on, without a trailing slash. */
	readonly url: string;
	/** From now on every connection is closed after its next response, so that its client connects elsewhere. */
	retire(): void;
	/**
	 * Closes the port: idle connections immediately, sockets after telling them, and the others after their request; those
	 * that take longer than `withinMs` are cut.
	 */
	drain(withinMs: number): Promise<void>;
}

/** What {@link listen} reads of the configuration, and what tests change. */
interface ListenOptions extends Pick<Config, "host" | "port" | "databasePoolSize"> {
	/** Seconds after which a connection is closed whose client neither sends nor reads a byte. Default: 30. */
	readonly idleSeconds?: number;
}

/** Starts listening. @throws AppError that says which variable to change */
export async function listen(
	{ host, port, databasePoolSize, idleSeconds = IDLE_SECONDS }: ListenOptions,
	{ fetch, log, services: { sockets, relay, forwarding } }: Parley,
): Promise<Listener> {
	let connection: Connection | undefined;
	const connectionOf = (server: Bun.Server<SocketHandler>): Connection => (connection ??= toConnection(server));
	let isRetired = false;
	let server: Bun.Server<SocketHandler>;
	relay.listen();
	try {
		server = Bun.serve<SocketHandler>({
			hostname: host,
			port,
			idleTimeout: idleSeconds,
			maxRequestBodySize: MAX_BODY_BYTES,
			development: false,
			// Without this Bun 1.4.5 would silently share the port with a second server.
			reusePort: false,
			fetch(request, by) {
				const response = fetch(request, (of) => by.requestIP(of)?.address ?? null, connectionOf(by));
				return isRetired || isLast(request)
					? closeAfter(request, response, idleSeconds * 1000 * UNREAD_SHARE)
					: response;
			},
			websocket: sockets.handlers,
			error: (error) => fallbackResponse(error, log),
		});
	} catch (cause) {
		relay.close();
		throw await cannotListen(host, port, cause);
	}
	sockets.attach(server);
	forwarding.start();
	const limit = limitConnections(server, dialect === "postgres" ? databasePoolSize : 0, log);
	return {
		url: `http://${addressOf(host, server.port ?? port)}`,
		retire() {
			isRetired = true;
		},
		async drain(withinMs) {
			limit.end();
			// Bun waits for the sockets, too: without their end this never resolves.
			const stopped = server.stop();
			sockets.drain();
			relay.close();
			forwarding.end();
			const cut = setTimeout(() => sockets.terminate(), CLOSE_MS);
			let timer: ReturnType<typeof setTimeout> | undefined;
			const tooLong = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, withinMs);
			});
			await Promise.race([stopped, tooLong]);
			clearTimeout(cut);
			clearTimeout(timer);
			await server.stop(true);
		},
	};
}

/** Whether the client closes the connection after this request, as proxies do by default. */
function isLast({ headers }: Request): boolean {
	const connection = headers.get("connection");
	return connection !== null && /\bclose\b/i.test(connection);
}

/**
 * Closes the connection after the response. On one that stays open Bun itself reads what is left of the body, for as long
 * as it may idle, and the next request follows.
 */
async function closeAfter(
	request: Request,
	response: Response | Promise<Response>,
	drainMs: number,
): Promise<Response> {
	const { headers } = await response;
	await drainBody(request, drainMs);
	headers.set("connection", "close");
	return response;
}

const toConnection = (server: Bun.Server<SocketHandler>): Connection => ({
	extendTimeout: (request) => server.timeout(request, LONG_WORK_SECONDS),
	upgrade: (request, { handler }, headers) => server.upgrade(request, { data: handler, headers }),
});

/** Creates the error for a failed listen: one line that says what to change. */
async function cannotListen(host: string, port: number, cause: unknown): Promise<AppError> {
	const address = addressOf(host, port);
	// Bun reports a name that nobody knows as an address in use.
	const isKnown = await lookup(host).then(
		() => true,
		() => false,
	);
	const code = !isKnown ? "ENOTFOUND" : cause instanceof Error && "code" in cause ? cause.code : undefined;
	const reasons: Readonly<Record<string, string>> = {
		EADDRINUSE: `${address} is in use by another program; stop it, or set PORT to a free port.`,
		EACCES: `${address} requires a privilege; set PORT to 1024 or more.`,
	};
	const other = `cannot listen on ${address} (${String(code ?? cause)}); set HOST to an address of this machine.`;
	return new AppError("unavailable", inEnglish(reasons[String(code)] ?? other), { cause });
}

const addressOf = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Creates the response for when even the error handler failed: still the envelope, without the cause. */
function fallbackResponse(error: unknown, log: Log): Response {
	const requestId = newRequestId();
	log.error("a request failed outside the application", { error, requestId });
	const body: ErrorResponse = {
		status: "error",
		message: "Server Error",
		error: {
			code: "server_error",
			detail: "An internal error occurred; the server's log has the details under the request id.",
			retryable: false,
		},
		requestId,
	};
	return Response.json(body, { status: 500, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
}

/**
 * Reads and discards what is left of the body of a request whose connection ends with its response; resolves when it has
 * arrived, or after `withinMs`. A connection that is closed before it was read to its end is reset: its client, which may still
 * send, often never sees the response, and a proxy takes the server for broken.
 */
async function drainBody({ body }: Request, withinMs: number): Promise<void> {
	if (body === null || body.locked) return;
	const reader = body.getReader();
	const timer = setTimeout(() => void reader.cancel().catch(() => {}), withinMs);
	try {
		for (let read = await reader.read(); !read.done; read = await reader.read()) release(read.value);
	} catch {
		// The client has left.
	} finally {
		clearTimeout(timer);
	}
}

/** Gives the memory of a chunk back now: the collector would let many megabytes wait for it. */
function release({ buffer }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
