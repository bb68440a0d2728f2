import type { Clock, SteadyMs } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import { inEnglish } from "#kernel/texts";
import type { MediaRelay, RelayAuthority, RelayFigures } from "#modules/meetings/relay";
import { Connection } from "./connection.ts";
import { Exchange } from "./exchange.ts";

/** Where the relay listens, and what it carries. */
export interface TurnServerOptions {
	readonly host: string;
	/** 0: a free one. */
	readonly port: number;
	/** Certificate and key, PEM; null: plain TCP. */
	readonly tls: { readonly cert: string; readonly key: string } | null;
	readonly bytesPerSecond: number;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	readonly log: Pick<Logger, "warn">;
}

/** Connections without an allocation, at most: the oldest makes room, so a flood keeps none out for long. */
const MAX_UNPROVEN = 256;
const CHECK_MS = 1_000;

/**
 * Creates a TURN server over TCP, or over TLS if it has a certificate (RFC 8656, long-term credentials of RFC 8489), for the
 * browsers of a meeting whose networks let nothing else through. Both ends of a call are its clients, so relayed addresses
 * exist in this process only: it opens no other port, and sends nothing to any other machine.
 */
export function createTurnServer({ host, port, tls, ...shared }: TurnServerOptions): MediaRelay {
	const figures: RelayFigures = {
		connections: 0,
		allocations: 0,
		packets: 0,
		bytes: 0,
		refused: 0,
		dropped: { unreachable: 0, limit: 0, slow_receiver: 0 },
	};
	const connections = new Set<Connection>();
	const unproven = new Set<Connection>();
	let listener: Bun.TCPSocketListener<Connection> | null = null;
	let timer: ReturnType<typeof setInterval> | undefined;

	function opened(socket: Bun.Socket<Connection>, exchange: Exchange): void {
		socket.setNoDelay(true);
		socket.data = new Connection(socket, exchange);
		figures.connections++;
		connections.add(socket.data);
		unproven.add(socket.data);
		for (const oldest of unproven) {
			if (unproven.size <= MAX_UNPROVEN) return;
			unproven.delete(oldest);
			if (!oldest.isProven) oldest.cut();
		}
	}

	function received(connection: Connection, bytes: Buffer): void {
		try {
			connection.receive(bytes);
		} catch (error) {
			shared.log.warn("a message to the relay could not be handled", { error });
			connection.cut();
		}
	}

	function closed(connection: Connection): void {
		if (!connections.delete(connection)) return;
		unproven.delete(connection);
		figures.connections--;
		connection.closed();
	}

	function check(exchange: Exchange): void {
		exchange.divideShares();
		for (const connection of connections) {
			connection.check();
			if (connection.isProven) unproven.delete(connection);
		}
	}

	function open(exchange: Exchange): Bun.TCPSocketListener<Connection> {
		try {
			return Bun.listen<Connection>({
				hostname: host,
				port,
				exclusive: true,
				...(tls && { tls }),
				socket: {
					open: (socket) => opened(socket, exchange),
					// With it a connection is known, and bounded in time, before its handshake is complete.
					handshake: () => {},
					data: (socket, bytes) => received(socket.data, bytes),
					drain: (socket) => socket.data.drained(),
					close: (socket) => closed(socket.data),
					// A handshake that failed: what it was is not worth a line.
					error: (socket) => socket.data.cut(),
				},
			});
		} catch (cause) {
			throw cannotListen(host, port, cause);
		}
	}

	return {
		figures,
		get port() {
			return listener?.port ?? null;
		},
		listen(authority: RelayAuthority) {
			const exchange = new Exchange({ ...shared, authority, figures });
			listener = open(exchange);
			timer = setInterval(() => check(exchange), CHECK_MS);
			timer.unref();
		},
		close() {
			clearInterval(timer);
			listener?.stop(true);
			listener = null;
		},
	};
}

/** Returns the error for a failed listen: one line that says what to change. */
function cannotListen(host: string, port: number, cause: unknown): AppError {
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
	const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	const hints: Readonly<Record<string, string>> = {
		EADDRINUSE: "it is in use by another program; set TURN_PORT to a free port",
		EACCES: "it requires a privilege; set TURN_PORT to 1024 or more",
	};
	const hint = hints[code] ?? `${code}; check TURN_HOST, TURN_TLS_CERT and TURN_TLS_KEY`;
	return new AppError("unavailable", inEnglish(`the relay cannot listen on ${address}: ${hint}.`), { cause });
}
