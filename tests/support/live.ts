import type { Caller } from "./client.ts";
import type { TestResponse } from "./harness.ts";

/** A message of the server. Its members are untyped for tests. */
export type Frame = { readonly type: string } & Readonly<Record<string, TestResponse["body"]>>;

/** How a connection ended. */
export interface Closed {
	readonly code: number;
	readonly reason: string;
}

/** A connection on which a test hears a meeting. */
export interface LiveReader {
	/** Everything that has arrived. */
	readonly frames: readonly Frame[];
	/** Returns the first message of a type that was not returned before. @throws Error when none comes within 10 s */
	next(type: string, isIt?: (frame: Frame) => boolean): Promise<Frame>;
	close(): void;
}

/** A socket of a test. */
export interface LiveSocket extends LiveReader {
	/** The subprotocol that the server chose. */
	readonly protocol: string;
	/** Sends an object as JSON, bytes and texts as they are. */
	send(message: object | string | Uint8Array): void;
	/** Resolves when it has ended. */
	readonly closed: Promise<Closed>;
}

/** An event stream of a test. */
export interface LiveStream extends LiveReader {
	/** Id of the last event; null before the first that has one. */
	readonly lastEventId: string | null;
	readonly status: number;
	readonly headers: Headers;
	/** Resolves when the server has ended it. */
	readonly ended: Promise<void>;
}

/** How a test connects. */
export interface LiveOptions {
	readonly meetingId: string;
	readonly role?: "publish" | "subscribe";
	/** Sent as subprotocol. */
	readonly ticket?: string;
	/** Sent as `Authorization`. */
	readonly token?: string;
	readonly protocols?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
	/** Further parameters of the address. */
	readonly query?: Readonly<Record<string, string>>;
	/** Called for each message as it arrives. */
	readonly onFrame?: (frame: Frame) => void;
	/** Types of messages that are neither read nor kept. */
	readonly ignores?: readonly string[];
}

const WAIT_MS = 10_000;

/** Collects messages, and lets a test wait for them. */
class Inbox {
	readonly frames: Frame[] = [];
	readonly #taken = new Set<Frame>();
	#tell = Promise.withResolvers<void>();

	push(text: string, { onFrame, ignores = [] }: LiveOptions): void {
		if (ignores.some((type) => text.startsWith(`{"type":"${type}"`))) return;
		const frame: Frame = JSON.parse(text);
		this.frames.push(frame);
		onFrame?.(frame);
		this.wake();
	}

	wake(): void {
		this.#tell.resolve();
		this.#tell = Promise.withResolvers();
	}

	async next(type: string, isIt: (frame: Frame) => boolean = () => true): Promise<Frame> {
		const deadline = AbortSignal.timeout(WAIT_MS);
		const tooLate = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve()));
		for (;;) {
			const found = this.frames.find((frame) => frame.type === type && !this.#taken.has(frame) && isIt(frame));
			if (found) {
				this.#taken.add(found);
				return found;
			}
			if (deadline.aborted)
				throw new Error(`no ${type} within ${WAIT_MS} ms; there were ${JSON.stringify(this.frames).slice(0, 2_000)}`);
			await Promise.race([this.#tell.promise, tooLate]);
		}
	}
}

const addressOf = (url: string, { meetingId, role, query }: LiveOptions): URL => {
	const address = new URL(`${url}/transcription/live`);
	address.searchParams.set("meetingId", meetingId);
	if (role) address.searchParams.set("role", role);
	for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
	return address;
};

const headersOf = ({ token, headers }: LiveOptions): Record<string, string> => ({
	...(token && { authorization: `Bearer ${token}` }),
	...headers,
});

/** Opens a socket; resolves when it is open, or could not be opened: then `closed` tells why. @param url of the server */
export async function openSocket(url: string, options: LiveOptions): Promise<LiveSocket> {
	const inbox = new Inbox();
	const address = addressOf(url, options);
	address.protocol = "ws:";
	const { ticket, protocols = ticket ? ["parley.v1", `ticket.${ticket}`] : [] } = options;
	// The types of browsers know no headers.
	const settings = { protocols: [...protocols], headers: headersOf(options) } as unknown as string[];
	const socket = new WebSocket(address.href, settings);
	socket.binaryType = "arraybuffer";
	const closed = Promise.withResolvers<Closed>();
	const opened = Promise.withResolvers<void>();
	socket.onopen = () => opened.resolve();
	socket.onmessage = ({ data }) => inbox.push(String(data), options);
	socket.onclose = ({ code, reason }) => {
		closed.resolve({ code, reason });
		opened.resolve();
		inbox.wake();
	};
	await opened.promise;
	return {
		frames: inbox.frames,
		next: (type, isIt) => inbox.next(type, isIt),
		get protocol() {
			return socket.protocol;
		},
		send(message) {
			if (typeof message === "string" || message instanceof Uint8Array) socket.send(message as string);
			else socket.send(JSON.stringify(message));
		},
		closed: closed.promise,
		close: () => socket.close(),
	};
}

/** Opens an event stream. @param lastEventId where it goes on */
export async function openStream(url: string, options: LiveOptions, lastEventId?: number): Promise<LiveStream> {
	const inbox = new Inbox();
	const abort = new AbortController();
	const headers = {
		accept: "text/event-stream",
		...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
		...headersOf(options),
	};
	const response = await fetch(addressOf(url, options), { headers, signal: abort.signal });
	let lastId: string | null = null;

	async function read(): Promise<void> {
		const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
		if (!isStream || response.body === null) return;
		let text = "";
		const decoder = new TextDecoder();
		for await (const bytes of response.body) {
			text += decoder.decode(bytes, { stream: true });
			for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
				const lines = text.slice(0, end).split("\n");
				text = text.slice(end + 2);
				const id = lines.find((line) => line.startsWith("id: "));
				if (id) lastId = id.slice(4);
				const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
				if (data.length > 0) inbox.push(data.join("\n"), options);
			}
		}
	}

	return {
		frames: inbox.frames,
		next: (type, isIt) => inbox.next(type, isIt),
		get lastEventId() {
			return lastId;
		},
		status: response.status,
		headers: response.headers,
		ended: read().catch(() => undefined),
		close: () => abort.abort(),
	};
}

/** Asks for a ticket, and returns it. */
export async function ticketFor(by: Caller, meetingId: string): Promise<string> {
	const made = await by.post("/transcription/live/tickets", { meetingId });
	if (made.status !== 201) throw new Error(`no ticket: ${made.text}`);
	return made.body.data.ticket;
}
