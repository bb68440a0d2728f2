import { SpeechError } from "./errors.ts";
import { joinedSegment } from "./joined-segment.ts";
import type { DetectorEvent, LiveOptions, LiveSpeech, SpeechDetector, SpeechStream } from "./live-ports.ts";
import type { SpeechToText } from "./ports.ts";
import { StreamAudio } from "./stream-audio.ts";

type Spoken = Extract<DetectorEvent, { type: "spoken" }>;

/** Audio of utterances that wait for the engine, at most, in ms: its sender waits with more. */
const MAX_WAITING_MS = 60_000;
/** How often an utterance is tried again, and the first pause before, in ms; doubled by each further one. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 500;
/** The longest pause that an engine is granted: live captions do not wait for long. */
const MAX_PAUSE_MS = 5_000;

/**
 * Creates the engine that hears live speech by an engine for recordings: each utterance when its speaker pauses. There are
 * no partials.
 */
export function createWindowSpeech(engine: SpeechToText, detector: SpeechDetector): LiveSpeech {
	return {
		info: engine.info,
		async open(options) {
			const stream = new WindowStream(engine, options);
			const { party } = options;
			stream.listen(await detector.open({ party, signal: stream.signal, onEvent: (event) => stream.follow(event) }));
			return stream;
		},
	};
}

class WindowStream implements SpeechStream {
	readonly signal: AbortSignal;
	private readonly engine: SpeechToText;
	private readonly options: LiveOptions;
	private readonly ending = new AbortController();
	private readonly audio = new StreamAudio();
	private listening: SpeechStream | null = null;
	private waitingMs = 0;
	private count = 0;
	private work: Promise<void> = Promise.resolve();

	constructor(engine: SpeechToText, options: LiveOptions) {
		this.engine = engine;
		this.options = options;
		this.signal = AbortSignal.any([options.signal, this.ending.signal]);
	}

	listen(stream: SpeechStream): void {
		this.listening = stream;
	}

	follow(event: DetectorEvent): void {
		if (this.signal.aborted) return;
		if (event.type === "error") this.fail(event.error);
		else if (event.type === "spoken") {
			this.waitingMs += event.endMs - event.startMs;
			this.work = this.work.then(() => this.hear(event));
		} else if (event.type === "heard" && this.waitingMs === 0) this.tell(event.heardMs);
	}

	async write(pcm: Uint8Array): Promise<void> {
		if (this.signal.aborted) return;
		this.audio.append(pcm);
		await this.listening?.write(pcm);
		while (this.waitingMs > MAX_WAITING_MS && !this.signal.aborted) await this.work;
	}

	async finalize(): Promise<void> {
		await this.listening?.finalize();
		await this.work;
	}

	async finish(): Promise<void> {
		await this.listening?.finish();
		await this.work;
		this.abort();
	}

	abort(): void {
		this.ending.abort(new SpeechError("engine_died", "The stream has ended."));
	}

	private async hear({ startMs, endMs, heardMs }: Spoken): Promise<void> {
		if (this.signal.aborted) return;
		const { language } = this.options;
		try {
			const heard = await this.transcribe(this.audio.samples(startMs, endMs));
			if (this.signal.aborted) return;
			const segment = joinedSegment(heard.segments, startMs, { startMs, endMs });
			if (segment) {
				const spoken = heard.language === "und" ? (language ?? "und") : heard.language;
				this.options.onEvent({ type: "final", utterance: this.count++, segment, heardMs, language: spoken });
				this.audio.forget(heardMs);
			} else this.tell(heardMs);
		} catch (error) {
			if (this.signal.aborted) return;
			this.fail(
				error instanceof SpeechError
					? error
					: new SpeechError("engine_misbehaved", "The engine failed.", { cause: error }),
			);
		} finally {
			this.waitingMs -= endMs - startMs;
		}
	}

	private async transcribe(window: Float32Array) {
		const { signal } = this;
		const { language } = this.options;
		for (let attempt = 0; ; attempt++) {
			try {
				return await this.engine.transcribe(window, { language, signal });
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof SpeechError && error.isRetryable) || attempt === RETRIES) throw error;
				await Bun.sleep(Math.min(error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS));
			}
		}
	}

	private tell(heardMs: number): void {
		this.options.onEvent({ type: "heard", heardMs });
		this.audio.forget(heardMs);
	}

	private fail(error: SpeechError): void {
		this.abort();
		this.options.onEvent({ type: "error", error });
	}
}
