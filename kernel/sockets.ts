/** An open socket, as its handler sees it. */
export interface Socket {
	/** Sends a text. @returns a number below 1 when it could not be sent at once: -1 it waits, 0 it is lost */
	send(text: string): number;
	/** Asks for a sign of life, see {@link SocketHandler.ponged}: browsers give it by themselves. */
	ping(): void;
	/** Gets what is published on a topic from now on. */
	subscribe(topic: string): void;
	unsubscribe(topic: string): void;
	/** Returns the bytes that wait for the client. */
	getBufferedAmount(): number;
	/** Closes it after what waits was sent. */
	close(code: number, reason: string): void;
	/** Cuts it. */
	terminate(): void;
}

/** What becomes of one socket; its methods are called one after the other. */
export interface SocketHandler {
	opened(socket: Socket): void;
	received(message: string | Uint8Array): void;
	/** The client has given a sign of life. */
	ponged?(): void;
	/** Everything that waited for the client was sent. */
	drained(): void;
	/** Called once, and nothing after it; also when the socket was never opened. */
	closed(): void;
}

/** The sockets of this process. */
export interface Sockets {
	/** Number of open sockets. */
	readonly count: number;
	/** Aborted when the server stops: waiting requests must then be answered. */
	readonly draining: AbortSignal;
	/** Sends a text to every socket that has subscribed to a topic. */
	publish(topic: string, text: string): void;
}
