import type { Socket } from "bun";

/** A response. */
export interface Reply {
	readonly status: number;
	readonly head: string;
	readonly body: string;
}

interface PendingRequest {
	resolve(reply: Reply): void;
	reject(error: Error): void;
}

/** A request, sent as is: `METHOD /path`, headers, and the body if there is one. */
export interface Request {
	readonly method: string;
	readonly path: string;
	/** Header lines, each ended by CRLF. */
	readonly headers: string;
	readonly body?: string;
}

/**
 * A keep-alive connection with one request at a time. A tenth of the work of `fetch`: the load is generated on one
 * core, which must not limit the server.
 */
export class Connection {
	readonly #host: string;
	#socket: Socket<undefined> | undefined;
	#waiting: PendingRequest | undefined;
	#received = "";

	private constructor(host: string) {
		this.#host = host;
	}

	/** Connects to `http://host:port`. */
	static async open(base: string): Promise<Connection> {
		const { host, hostname, port } = new URL(base);
		const connection = new Connection(host);
		connection.#socket = await Bun.connect({
			hostname,
			port: Number(port),
			socket: {
				data: (_, bytes) => connection.#receive(bytes.toString("latin1")),
				close: () => connection.#fail("the connection was closed"),
				error: (_, error) => connection.#fail(error.message),
			},
		});
		return connection;
	}

	/** Sends a request and returns the whole response (one byte per character). Rejects when the connection breaks. */
	send({ method, path, headers, body = "" }: Request): Promise<Reply> {
		const { promise, resolve, reject } = Promise.withResolvers<Reply>();
		this.#waiting = { resolve, reject };
		const length =
			body === "" ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
		this.#socket?.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n${body}`);
		return promise;
	}

	close(): void {
		this.#socket?.end();
	}

	#receive(text: string): void {
		this.#received += text;
		const end = this.#received.indexOf("\r\n\r\n");
		if (end < 0) return;
		const head = this.#received.slice(0, end);
		const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
		if (this.#received.length < end + 4 + length) return;
		const body = this.#received.slice(end + 4, end + 4 + length);
		this.#received = this.#received.slice(end + 4 + length);
		this.#waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
	}

	#fail(reason: string): void {
		this.#waiting?.reject(new Error(reason));
	}
}
