import {
	type DetectorEvent,
	type LiveOptions,
	type SpeechDetector,
	SpeechError,
	type SpeechStream,
	StreamAudio,
} from "#modules/engines/speech";
import { openRealtime, type RealtimeServer, type RealtimeSocket, type ServerEvent } from "./realtime-socket.ts";
import { Upsampler } from "./upsample.ts";

/** An utterance on its way to a text. */
interface Utterance {
	readonly startMs: number;
	/** Null while it goes on. */
	spoken: { readonly endMs: number; readonly heardMs: number } | null;
	/** Up to where it is known to go, and up to where it was sent. */
	untilMs: number;
	sentMs: number;
	/** Whether the server knows where it ends. */
	isCommitted: boolean;
	/** What the server makes of it, by its ids: usually one. */
	readonly items: Map<string, { text: string; isDone: boolean }>;
}

/** Attempts to go on after the connection was lost, and the first pause before, in ms; doubled by each further one. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;
/** How long the server may take for an utterance, in ms. */
const ANSWER_MS = 30_000;
/** Audio on its way, in bytes, from which its sender waits. */
const MAX_WAITING_BYTES = 512 * 1024;
const CHECK_MS = 20;

/** Live speech heard by a server. If its session is lost, what has not been recognized yet is sent again to a new one. */
export class RealtimeStream implements SpeechStream {
	private readonly server: RealtimeServer;
	private readonly options: LiveOptions;
	private readonly ending = new AbortController();
	readonly signal: AbortSignal;
	private readonly audio = new StreamAudio();
	private upsampler = new Upsampler();
	private detector: SpeechStream | null = null;
	private socket: RealtimeSocket | null = null;
	private utterances: Utterance[] = [];
	/** Items of what was no speech. */
	private readonly ignored = new Set<string>();
	private count = 0;
	private failures = 0;
	private changed = Promise.withResolvers<void>();
	private late: ReturnType<typeof setTimeout> | undefined;

	constructor(server: RealtimeServer, options: LiveOptions) {
		this.server = server;
		this.options = options;
		this.signal = AbortSignal.any([options.signal, this.ending.signal]);
		this.signal.addEventListener("abort", () => this.leave(), { once: true });
	}

	/** Opens the session. @throws SpeechError, or the reason of `signal` */
	async open(detector: SpeechDetector): Promise<void> {
		try {
			await this.connect();
			const { signal } = this;
			const { party } = this.options;
			this.detector = await detector.open({ party, signal, onEvent: (event) => this.follow(event) });
		} catch (error) {
			this.ending.abort(error);
			throw error;
		}
	}

	async write(pcm: Uint8Array): Promise<void> {
		if (this.signal.aborted) return;
		this.audio.append(pcm);
		await this.detector?.write(pcm);
		while ((this.socket?.waitingBytes ?? 0) > MAX_WAITING_BYTES && !this.signal.aborted) await Bun.sleep(CHECK_MS);
	}

	async finalize(): Promise<void> {
		await this.detector?.finalize();
		while (this.utterances.length > 0 && !this.signal.aborted) await this.changed.promise;
	}

	async finish(): Promise<void> {
		await this.finalize();
		this.abort();
	}

	abort(): void {
		this.ending.abort(new SpeechError("engine_died", "The stream has ended."));
	}

	private leave(): void {
		clearTimeout(this.late);
		this.socket?.close();
		this.socket = null;
		this.change();
	}

	private fail(error: SpeechError): void {
		if (this.signal.aborted) return;
		this.abort();
		this.options.onEvent({ type: "error", error });
	}

	/** Wakes those who wait for the end of an utterance, or of the stream. */
	private change(): void {
		this.changed.resolve();
		this.changed = Promise.withResolvers();
	}

	private async connect(): Promise<void> {
		const opened: RealtimeSocket = await openRealtime(this.server, this.options.language, {
			onEvent: (event) => this.hear(event),
			onClosed: (error) => {
				if (this.socket === null) return;
				this.socket = null;
				void this.reconnect(error);
			},
		});
		if (this.signal.aborted) return opened.close();
		this.socket = opened;
		this.upsampler = new Upsampler();
		this.ignored.clear();
		for (const utterance of this.utterances) {
			utterance.sentMs = utterance.startMs;
			utterance.isCommitted = false;
			utterance.items.clear();
		}
		this.sendSpeech();
	}

	private async reconnect(error: SpeechError): Promise<void> {
		for (let reason = error; !this.signal.aborted; ) {
			if (!reason.isRetryable || ++this.failures > ATTEMPTS) return this.fail(reason);
			await Bun.sleep(FIRST_PAUSE_MS * 2 ** (this.failures - 1));
			try {
				return await this.connect();
			} catch (cause) {
				reason = cause instanceof SpeechError ? cause : reason;
			}
		}
	}

	private follow(event: DetectorEvent): void {
		if (this.signal.aborted) return;
		if (event.type === "error") this.fail(event.error);
		else if (event.type === "began") this.begin(event.startMs);
		else if (event.type === "spoken") {
			const current = this.utterances.at(-1);
			if (current) Object.assign(current, { spoken: event, untilMs: event.endMs });
			this.sendSpeech();
		} else if (event.type === "speaks") {
			const current = this.utterances.at(-1);
			if (current) current.untilMs = event.untilMs;
			this.sendSpeech();
		} else if (this.utterances.at(-1)?.spoken === null) {
			// It was no speech: nobody asks for its text.
			for (const item of this.utterances.pop()?.items.keys() ?? []) this.ignored.add(item);
			this.socket?.send({ type: "input_audio_buffer.clear" });
			this.change();
		} else if (this.utterances.length === 0) {
			this.audio.forget(event.heardMs);
			this.options.onEvent(event);
		}
	}

	private begin(startMs: number): void {
		this.utterances.push({
			startMs,
			spoken: null,
			untilMs: startMs,
			sentMs: startMs,
			isCommitted: false,
			items: new Map(),
		});
	}

	/** Sends what is not sent yet, and where utterances end. */
	private sendSpeech(): void {
		const { socket } = this;
		if (!socket) return;
		for (const utterance of this.utterances) {
			const { untilMs } = utterance;
			if (untilMs > utterance.sentMs) {
				const made = this.upsampler.next(this.audio.bytes(utterance.sentMs, untilMs));
				utterance.sentMs = untilMs;
				socket.send({ type: "input_audio_buffer.append", audio: made.toBase64() });
			}
			if (!utterance.spoken || utterance.isCommitted) continue;
			utterance.isCommitted = true;
			socket.send({ type: "input_audio_buffer.commit" });
			this.expect();
		}
	}

	/** Gives the server up when it does not answer. */
	private expect(): void {
		clearTimeout(this.late);
		this.late = setTimeout(() => {
			this.fail(new SpeechError("engine_timeout", `The speech server took longer than ${ANSWER_MS / 1000} s.`));
		}, ANSWER_MS);
		this.late.unref();
	}

	private hear(event: ServerEvent): void {
		if (!("item_id" in event) || this.ignored.has(event.item_id)) return;
		const utterance = this.utteranceOf(event.item_id);
		if (!utterance) return;
		const item = utterance.items.get(event.item_id) ?? { text: "", isDone: false };
		utterance.items.set(event.item_id, item);
		if (event.type === "conversation.item.input_audio_transcription.delta") {
			item.text += event.delta ?? "";
			this.tellPartial(utterance);
		} else if (event.type === "conversation.item.input_audio_transcription.completed") {
			item.text = event.transcript;
			item.isDone = true;
			this.failures = 0;
			this.tellFinals();
		} else if (event.type === "conversation.item.input_audio_transcription.failed")
			this.socket?.fail(new SpeechError("engine_busy", "The speech server could not transcribe the audio."));
	}

	/** Returns the utterance of an item: a new one belongs to the first that has none. */
	private utteranceOf(item: string): Utterance | undefined {
		return (
			this.utterances.find(({ items }) => items.has(item)) ??
			this.utterances.find(({ items }) => items.size === 0) ??
			this.utterances.at(-1)
		);
	}

	private tellPartial(utterance: Utterance): void {
		const text = textOf(utterance);
		if (text === "") return;
		const index = this.count + this.utterances.indexOf(utterance);
		this.options.onEvent({ type: "partial", utterance: index, startMs: utterance.startMs, text });
	}

	private tellFinals(): void {
		for (let first = this.utterances[0]; first?.spoken && isDone(first); first = this.utterances[0]) {
			this.utterances.shift();
			const { startMs, spoken } = first;
			if (!spoken) return;
			const { heardMs } = spoken;
			const text = textOf(first);
			// The pause belongs to nobody.
			const segment = { startMs, endMs: heardMs, text, confidence: null, speaker: null, words: null };
			const language = this.options.language ?? "und";
			if (text === "") this.options.onEvent({ type: "heard", heardMs });
			else this.options.onEvent({ type: "final", utterance: this.count++, segment, heardMs, language });
			this.audio.forget(heardMs);
			if (this.utterances.some(({ isCommitted }) => isCommitted)) this.expect();
			else clearTimeout(this.late);
		}
		this.change();
	}
}

const isDone = ({ isCommitted, items }: Utterance): boolean =>
	isCommitted && items.size > 0 && [...items.values()].every(({ isDone: done }) => done);

const textOf = ({ items }: Utterance): string =>
	[...items.values()]
		.map(({ text }) => text)
		.join(" ")
		.replace(/\s+/g, " ")
		.trim();
