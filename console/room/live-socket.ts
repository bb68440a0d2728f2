import {
	type Client,
	connectLive,
	type LiveConnection,
	LiveError,
	type LiveMessage,
	ProblemError,
	type SignalData,
} from "#client";
import { isOver } from "./visitor.ts";

/** How it has ended. */
export type LiveEnding = "over" | "removed" | "closed";

export interface LiveSocketOptions {
	readonly meetingId: string;
	readonly translateTo: readonly string[];
	readonly onMessage: (message: LiveMessage) => void;
	readonly onConnection: (isConnected: boolean) => void;
	readonly onEnd: (ending: LiveEnding) => void;
}

/** How long what is for another browser waits for a connection, in ms; then that browser has asked again. */
const WAITING_MS = 10_000;

/** The socket of the room: that of the published client, and what waits while there is none. */
export class LiveSocket {
	readonly #api: Client;
	readonly #live: LiveConnection;
	readonly #options: LiveSocketOptions;
	#waiting: { readonly to: string; readonly data: SignalData; readonly atMs: number }[] = [];
	readonly #hurry = () => this.#live.reconnect();

	constructor(api: Client, options: LiveSocketOptions) {
		const { meetingId, translateTo, onConnection } = options;
		this.#api = api;
		this.#options = options;
		this.#live = connectLive(api, {
			meetingId,
			// Also without captions, which may be switched on later: until then its track is off.
			role: "publish",
			from: "beginning",
			translateTo,
			onConnection: (isConnected) => {
				onConnection(isConnected);
				if (isConnected) this.#sendWaiting();
			},
		});
		addEventListener("online", this.#hurry);
		void this.#read();
	}

	/** Servers by which browsers reach each other, with credentials of this participant. */
	get iceServers(): RTCIceServer[] {
		const { iceServers = [] } = (this.#live.access ?? {}) as { iceServers?: RTCIceServer[] };
		return iceServers.map(({ urls, username, credential }) => ({
			urls,
			...(username && credential && { username, credential }),
		}));
	}

	/** Says something to another browser, a moment later if there is no connection. */
	signal(to: string, data: SignalData): void {
		if (!this.#live.send({ type: "signal", to, data })) this.#waiting.push({ to, data, atMs: performance.now() });
	}

	readonly send: LiveConnection["send"] = (message) => this.#live.send(message);

	sendAudio(pcm: Int16Array): void {
		this.#live.sendAudio(pcm);
	}

	/** Asks for captions that were refused, or off, once more. */
	startAudio(): void {
		this.#live.startAudio();
	}

	close(): void {
		removeEventListener("online", this.#hurry);
		this.#live.close();
	}

	#sendWaiting(): void {
		const waiting = this.#waiting.filter(({ atMs }) => performance.now() - atMs < WAITING_MS);
		this.#waiting = [];
		for (const { to, data } of waiting) this.signal(to, data);
	}

	async #read(): Promise<void> {
		const { onMessage, onEnd } = this.#options;
		try {
			for await (const message of this.#live) {
				// The last captions take seconds, in which the person must not be seen, heard or recorded any more.
				if (message.type === "status" && message.state === "ended") break;
				onMessage(message);
			}
			onEnd("over");
		} catch (error) {
			onEnd(await this.#endingOf(error));
		} finally {
			removeEventListener("online", this.#hurry);
		}
	}

	/** Returns how it has ended. A socket that is opened while the meeting ends is refused, and not told that it is over. */
	async #endingOf(error: unknown): Promise<LiveEnding> {
		const ending = endingOf(error);
		return ending === "closed" && (await isOver(this.#api, this.#options.meetingId)) ? "over" : ending;
	}
}

function endingOf(error: unknown): LiveEnding {
	if (error instanceof LiveError) return error.closeCode === 4401 || error.closeCode === 4404 ? "removed" : "closed";
	if (!(error instanceof ProblemError)) throw error;
	if (error.meta.reason === "meeting_over") return "over";
	return error.status === 401 || error.status === 404 || error.meta.reason === "not_admitted" ? "removed" : "closed";
}
