import type { WebSocketHandler } from "bun";
import type { Logger } from "#kernel/logger";
import type { Socket, SocketHandler, Sockets } from "#kernel/sockets";

/** A request that becomes a socket once its response is sent. */
export interface AcceptedSocket {
	readonly handler: SocketHandler;
	/** The subprotocol that was agreed on; null: the client offered none. */
	readonly protocol: string | null;
}

/**
 * Longest message in bytes that reaches a handler, which refuses what it finds too long, and says so. Beyond this the
 * connection ends with code 1009: what a client sends is held in memory until the message is complete.
 */
const MAX_MESSAGE_BYTES = (1 << 20) + 1_024;
/** Bytes that may wait for a client before its connection is cut; a handler ends it long before. */
const MAX_BUFFERED_BYTES = 1 << 20;
/** Seconds without a sign of the client, which answers pings, after which the connection is closed. */
const IDLE_SECONDS = 60;
/** Code for a handler that failed. */
const INTERNAL_ERROR = 1011;
/** Code for a server that stops: come back. */
const RESTARTING = 1012;

interface SocketServer {
	publish(topic: string, message: string): number;
}

/** The sockets of this process, for the program that serves them. */
export interface ServedSockets extends Sockets {
	/** What Bun's server calls. */
	readonly handlers: WebSocketHandler<SocketHandler>;
	/** Names the server, once it listens. */
	attach(server: SocketServer): void;
	/** Closes every socket with code 1012, and aborts {@link Sockets.draining}. */
	drain(): void;
	/** Cuts what is still open. */
	terminate(): void;
}

/** Creates the sockets of this process. Without a server, as in a test, none is ever opened. */
export function createSockets(log: Pick<Logger, "error">): ServedSockets {
	const open = new Set<Socket>();
	const draining = new AbortController();
	let server: SocketServer | undefined;

	/** Ends a socket whose handler failed; nothing of the cause is sent. */
	function guard(socket: Socket, call: () => void): void {
		try {
			call();
		} catch (error) {
			log.error("a socket failed", { error });
			socket.close(INTERNAL_ERROR, "server_error");
		}
	}

	return {
		handlers: {
			maxPayloadLength: MAX_MESSAGE_BYTES,
			backpressureLimit: MAX_BUFFERED_BYTES,
			closeOnBackpressureLimit: true,
			idleTimeout: IDLE_SECONDS,
			sendPings: true,
			perMessageDeflate: false,
			open(socket) {
				open.add(socket);
				if (draining.signal.aborted) return void socket.close(RESTARTING, "restarting");
				guard(socket, () => socket.data.opened(socket));
			},
			message(socket, message) {
				guard(socket, () => socket.data.received(message));
			},
			pong(socket) {
				guard(socket, () => socket.data.ponged?.());
			},
			drain(socket) {
				guard(socket, () => socket.data.drained());
			},
			close(socket) {
				open.delete(socket);
				guard(socket, () => socket.data.closed());
			},
		},
		get count() {
			return open.size;
		},
		draining: draining.signal,
		attach(to) {
			server = to;
		},
		publish(topic, text) {
			server?.publish(topic, text);
		},
		drain() {
			draining.abort();
			for (const socket of [...open]) socket.close(RESTARTING, "restarting");
		},
		terminate() {
			for (const socket of [...open]) socket.terminate();
		},
	};
}
