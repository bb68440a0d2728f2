import { AudioBuffer } from "./audio-buffer.ts";
import type { Client } from "./client.ts";
import { ProblemError, unwrap } from "./errors.ts";
import { LiveError } from "./live-error.ts";
import type { CaptionsMessage, LiveAccess, LiveMessage, LivePosition, OutgoingMessage } from "./live-messages.ts";
import type { LiveOptions } from "./live-options.ts";
import { isNetworkFault } from "./retries.ts";
import { delayOf, Pause, Queue } from "./waiting.ts";

const MAX_DELAY_MS = 15_000;
/** Time in which what was missed may still arrive after what is new. */
const SETTLING_MS = 10_000;
/** A publisher that is silent for 60 s is disconnected. */
const KEEPALIVE_MS = 20_000;
/** A connection that has lasted this long was good: a service that refuses right after it has opened is not asked again and again. */
const GOOD_MS = 10_000;
/** Close codes after which a client may connect again, whatever the last error said. */
const PASSING: ReadonlySet<number> = new Set([1001, 1005, 1006, 1011, 1012, 1013, 4408]);

/**
 * Connects to the live captions of a meeting: a WebSocket that is opened again when it is lost. Iterate over it for its messages;
 * finals and translations come once each. The iteration ends when the meeting is over.
 *
 * @example
 * const live = connectLive(api, { meetingId, from: "beginning", translateTo: ["es"] });
 * for await (const message of live) if (message.type === "final") show(message.segment.text);
 *
 * @example
 * const live = connectLive(api, { meetingId, role: "publish" });
 * microphone.onframe = (pcm) => live.sendAudio(pcm);
 */
export const connectLive = (api: Client, options: LiveOptions): LiveConnection => new LiveConnection(api, options);

/** See {@link connectLive}. Its iteration throws LiveError if the service closes it for good, ProblemError if it issues no ticket. */
export class LiveConnection implements AsyncIterable<LiveMessage> {
	readonly #api: Client;
	readonly #options: LiveOptions;
	readonly #queue = new Queue<LiveMessage>(() => this.close());
	readonly #audio = new AudioBuffer();
	readonly #leaving = new AbortController();
	/** Finals and translations since the position at which this connection began. */
	readonly #seen = new Set<number>();
	#position: LivePosition | null;
	/** The highest number so far. */
	#highest = 0;
	#openedAtMs = 0;
	#access: LiveAccess | null = null;
	readonly #pause = new Pause();
	/** Whether the service has said that the connection is open. */
	#isOpen = false;
	#socket: WebSocket | null = null;
	/** Whether audio may be sent on this connection. */
	#isStarted = false;
	/** Whether the captions of this connection were refused, or are off. */
	#isRefused = false;
	#retryTimer: ReturnType<typeof setTimeout> | undefined;
	#isStopping = false;
	#lastError: Extract<LiveMessage, { type: "error" }> | null = null;
	#failures = 0;

	constructor(api: Client, options: LiveOptions) {
		this.#api = api;
		this.#options = options;
		this.#position = typeof options.from === "object" ? options.from : null;
		this.#highest = this.#position?.lastSeq ?? 0;
		options.signal?.addEventListener("abort", () => this.close(), { once: true });
		if (options.signal?.aborted) this.close();
		void this.#run().catch((error) => this.#queue.end({ error }));
	}

	/** Identifies the session of the meeting; null before the first connection. With the `seq` of the last message, it is where to go on after a reload. */
	get sessionId(): string | null {
		return this.#position?.sessionId ?? null;
	}

	/** What the last ticket came with; null before it, and for readers of a link. */
	get access(): LiveAccess | null {
		return this.#access;
	}

	/** Whether it is connected at the moment. */
	get isConnected(): boolean {
		return this.#socket?.readyState === 1;
	}

	/** Audio that was given up, in ms: nothing older than 55 seconds is kept while there is no connection. */
	get droppedAudioMs(): number {
		return this.#audio.droppedMs;
	}

	/** Sends audio: PCM, signed 16-bit little-endian, 16 kHz, mono. It is kept until the server has recognized it. */
	sendAudio(pcm: Uint8Array | Int16Array): void {
		const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
		this.#audio.add(bytes);
		if (this.#isStarted && this.isConnected) this.#socket?.send(new Uint8Array(bytes));
	}

	/** Tells the room something. Returns false if there is no connection: it is not sent later. */
	send(message: OutgoingMessage): boolean {
		if (!this.isConnected) return false;
		this.#socket?.send(JSON.stringify(message));
		return true;
	}

	/** Publishes again after captions were `off` or `refused`. A busy server is asked again without it. */
	startAudio(): void {
		if (!this.#isRefused) return;
		this.#isRefused = false;
		this.#start();
	}

	/** Ends the track, once everything was recognized: its last finals follow, then the iteration ends. */
	stop(): void {
		this.#isStopping = true;
		if (this.#isStarted || this.#isRefused) this.#tell({ type: "stop" });
	}

	/** Tries again at once if there is no connection: for the event `online` of a browser. */
	reconnect(): void {
		this.#pause.cut();
	}

	/** Leaves at once. */
	close(): void {
		this.#leaving.abort();
		this.#socket?.close(1000);
		this.#queue.end();
	}

	[Symbol.asyncIterator](): AsyncIterableIterator<LiveMessage> {
		return this.#queue;
	}

	async #run(): Promise<void> {
		const { signal } = this.#leaving;
		while (!signal.aborted) {
			const isOver = await this.#stay().catch((error: unknown) => {
				const isPassing = error instanceof ProblemError ? error.isRetryable : isNetworkFault(error);
				if (!(isPassing || signal.aborted)) throw error;
				return false;
			});
			if (isOver) break;
			await this.#pause.wait(delayOf(++this.#failures, MAX_DELAY_MS), signal);
		}
		this.#queue.end();
	}

	/** Connects once, and stays for as long as it lasts. @returns whether it is over for good */
	async #stay(): Promise<boolean> {
		const { code, reason } = await this.#connect(await this.#ticket());
		const error = this.#lastError;
		if (code === 1000 || this.#leaving.signal.aborted) return true;
		if (PASSING.has(code) || error?.retryable) return false;
		throw new LiveError(code, error?.code ?? reason, error?.message ?? reason);
	}

	async #ticket(): Promise<string> {
		const { meetingId, captionLink: link } = this.#options;
		const { signal } = this.#leaving;
		if (link !== undefined) {
			const read = await unwrap(this.#api.POST("/transcription/live/reader-tickets", { body: { link }, signal }));
			return read.data.live.ticket;
		}
		const { data } = await unwrap(this.#api.POST("/transcription/live/tickets", { body: { meetingId }, signal }));
		this.#access = data;
		return data.ticket;
	}

	/** Opens one socket, and stays for as long as it lasts. */
	async #connect(ticket: string): Promise<{ readonly code: number; readonly reason: string }> {
		const { meetingId, role = "subscribe", webSocket = globalThis.WebSocket } = this.#options;
		if (webSocket === undefined) throw new Error("This runtime has no WebSocket: pass the option webSocket.");
		const url = new URL(`${this.#api.connection.baseUrl}/transcription/live`);
		url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
		url.search = String(new URLSearchParams({ meetingId, role }));
		const socket = new webSocket(url.href, ["parley.v1", `ticket.${ticket}`]);
		socket.binaryType = "arraybuffer";
		this.#socket = socket;
		this.#isStarted = false;
		this.#isRefused = false;
		this.#lastError = null;
		const keepalive = setInterval(() => this.send({ type: "keepalive" }), KEEPALIVE_MS);
		try {
			return await new Promise((resolve, reject) => {
				socket.onmessage = ({ data }) => {
					try {
						this.#take(JSON.parse(String(data)));
					} catch (error) {
						reject(error);
					}
				};
				// `close` follows.
				socket.onerror = () => undefined;
				socket.onclose = ({ code, reason }) => resolve({ code, reason });
				if (this.#leaving.signal.aborted) socket.close(1000);
			});
		} finally {
			clearInterval(keepalive);
			clearTimeout(this.#retryTimer);
			this.#isStarted = false;
			socket.close();
			this.#onLost();
		}
	}

	#take(message: LiveMessage): void {
		switch (message.type) {
			case "ready":
				this.#begin(message);
				break;
			case "ack":
				this.#onAck(message.audioMs);
				break;
			case "final":
			case "translation":
				if (this.#seen.has(message.seq) || message.seq <= (this.#position?.lastSeq ?? 0)) return;
				this.#seen.add(message.seq);
				this.#highest = Math.max(this.#highest, message.seq);
				break;
			case "error":
				this.#lastError = message;
				break;
			case "captions":
				this.#onCaptions(message);
				break;
			case "partial":
				// Of a segment, the newest guess is enough.
				this.#queue.push(message, (other) => other.type === "partial" && other.segment.id === message.segment.id);
				return;
			default:
		}
		this.#queue.push(message);
	}

	/** Returns where a new connection goes on. */
	#reached(): LivePosition | null {
		if (this.#position === null) return null;
		const isSettled = Date.now() - this.#openedAtMs > SETTLING_MS;
		return isSettled ? { ...this.#position, lastSeq: this.#highest } : this.#position;
	}

	/** Says from where it follows, and begins to publish. */
	#begin({ sessionId, lastSeq }: Extract<LiveMessage, { type: "ready" }>): void {
		const reached = this.#reached();
		const isSame = reached?.sessionId === sessionId;
		if (!isSame) this.#highest = reached === null && this.#options.from !== "beginning" ? lastSeq : 0;
		const next = { sessionId, lastSeq: isSame ? reached.lastSeq : this.#highest };
		if (next.lastSeq !== this.#position?.lastSeq || !isSame) this.#seen.clear();
		this.#position = next;
		this.#openedAtMs = Date.now();
		this.#isOpen = true;
		this.#tell({ type: "resume", ...next, ...this.#wishes() });
		if (this.#options.role === "publish") this.#start();
		this.#options.onConnection?.(true);
	}

	#onLost(): void {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		if (Date.now() - this.#openedAtMs > GOOD_MS) this.#failures = 0;
		this.#options.onConnection?.(false);
	}

	#wishes() {
		const { interim, translateTo } = this.#options;
		return { ...(interim !== undefined && { interim }), ...(translateTo && { translateTo }) };
	}

	#start(): void {
		const { language } = this.#options;
		const audio = { encoding: "pcm_s16le", sampleRate: 16_000, ...(language !== undefined && { language }) };
		this.#tell({ type: "start", ...audio, ...this.#wishes() });
	}

	/** What is said while there is no track is kept for the next one. */
	#onCaptions({ state, retryAfterMs }: CaptionsMessage): void {
		if (state === "on") return;
		this.#isStarted = false;
		this.#isRefused = state !== "busy";
		// Those who were heard by the same engine do not come back at once.
		if (state === "busy")
			this.#retryTimer = setTimeout(() => this.#start(), (retryAfterMs ?? 0) * (1 + Math.random() / 4));
		else if (this.#isStopping) this.#tell({ type: "stop" });
	}

	/** The first acknowledgement of a track says where its audio begins. */
	#onAck(audioMs: number): void {
		if (this.#isStarted) {
			this.#audio.acknowledge(audioMs);
			return;
		}
		for (const piece of this.#audio.resume(audioMs)) this.#socket?.send(piece);
		this.#isStarted = true;
		if (this.#isStopping) this.#tell({ type: "stop" });
	}

	#tell(message: object): void {
		if (this.isConnected) this.#socket?.send(JSON.stringify(message));
	}
}
