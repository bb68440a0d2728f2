import { type HeardSegment, UtteranceGate } from "#modules/engines/speech";
import { FRAME, type FrameDetector } from "./detector.ts";
import { capitalized, segmentOf, withPronoun } from "./heard.ts";
import type { RecognizerLender } from "./recognizers.ts";
import type { Recognizer } from "./vosk-library.ts";

/** What is heard in a track. Times in ms from its start. */
export type TrackEvent =
	| { readonly type: "partial"; readonly utterance: number; readonly startMs: number; readonly text: string }
	| {
			readonly type: "final";
			readonly utterance: number;
			readonly segment: HeardSegment;
			readonly heardMs: number;
	  }
	| { readonly type: "heard"; readonly heardMs: number }
	/** Somebody began to speak; only where nobody recognizes. */
	| { readonly type: "began"; readonly startMs: number }
	/** They go on; only where nobody recognizes. */
	| { readonly type: "speaks"; readonly untilMs: number }
	/** Somebody has spoken; only where nobody recognizes. */
	| { readonly type: "spoken"; readonly startMs: number; readonly endMs: number; readonly heardMs: number };

/** An utterance that goes on. */
interface Utterance {
	readonly startMs: number;
	/** Null where nobody recognizes. */
	readonly recognizer: Recognizer | null;
	/** What is to be added to the recognizer's times. */
	readonly fromMs: number;
	text: string;
}

/** Room before an utterance, where consonants are soft, in frames. */
const BEFORE = 10;
const SAMPLES_PER_MS = 16;
const FRAME_MS = FRAME / SAMPLES_PER_MS;
/** Silence is reported as often as this, in ms. */
const HEARD_EVERY_MS = 1_000;

/** The audio of one person: finds where they speak, and hears what they say. */
export class Track {
	private readonly detect: FrameDetector;
	private readonly recognizers: RecognizerLender | null;
	private readonly emit: (event: TrackEvent) => void;
	private readonly gate = new UtteranceGate();
	/** The end of what came before the next frame: of the last message, and of the silence before an utterance. */
	private rest = new Int16Array(0);
	private before: Int16Array[] = [];
	private atMs = 0;
	private reportedMs = 0;
	private lastEndMs = 0;
	private count = 0;
	private current: Utterance | null = null;

	constructor(detect: FrameDetector, recognizers: RecognizerLender | null, emit: (event: TrackEvent) => void) {
		this.detect = detect;
		this.recognizers = recognizers;
		this.emit = emit;
	}

	/** Hears more audio. */
	async hear(samples: Int16Array): Promise<void> {
		const all = joined([this.rest, samples]);
		let unheard: Int16Array[] = [];
		const recognize = () => {
			this.current?.recognizer?.accept(joined(unheard));
			unheard = [];
		};
		let at = 0;
		for (; at + FRAME <= all.length; at += FRAME) {
			const frame = all.subarray(at, at + FRAME);
			const step = this.gate.push(await this.detect(frame));
			this.atMs += FRAME_MS;
			if (step === "begins") {
				await this.begin();
				unheard = [...this.before];
			}
			this.before = [...this.before.slice(1 - BEFORE), frame];
			if (step === "silence") {
				this.tell();
				continue;
			}
			unheard.push(frame);
			if (step !== "ends" && step !== "cut") continue;
			recognize();
			// In the middle of speech the next utterance begins where this one ends.
			if (step === "cut") this.before = [];
			this.end();
		}
		this.rest = all.slice(at);
		recognize();
		this.tellCurrent();
	}

	/** Ends the utterance, if there is one, after all that was given. */
	finalize(): void {
		this.current?.recognizer?.accept(this.rest);
		this.atMs += this.rest.length / SAMPLES_PER_MS;
		this.rest = new Int16Array(0);
		this.before = [];
		if (this.current) this.end();
		else this.emit({ type: "heard", heardMs: Math.floor(this.atMs) });
	}

	/** Gives back what it holds. */
	close(): void {
		const { current } = this;
		this.current = null;
		if (!current?.recognizer) return;
		current.recognizer.final();
		this.recognizers?.giveBack(current.recognizer);
	}

	private async begin(): Promise<void> {
		const startMs = this.atMs - (this.before.length + 1) * FRAME_MS;
		const recognizer = (await this.recognizers?.take()) ?? null;
		const fromMs = startMs - (recognizer?.fedSamples ?? 0) / SAMPLES_PER_MS;
		this.current = { startMs, recognizer, fromMs, text: "" };
		if (!recognizer) this.emit({ type: "began", startMs: Math.max(0, Math.floor(startMs)) });
	}

	private end(): void {
		const { current, gate } = this;
		if (!current) return;
		this.current = null;
		const { recognizer, startMs, fromMs } = current;
		const { isSpeech } = gate;
		gate.close();
		const endMs = Math.floor(this.atMs);
		this.reportedMs = Math.max(this.reportedMs, Math.floor(this.atMs - this.before.length * FRAME_MS));
		const result = recognizer?.final();
		if (recognizer) this.recognizers?.giveBack(recognizer);
		const segment = result && isSpeech ? segmentOf(result, fromMs, { startMs: this.lastEndMs, endMs }) : null;
		if (segment) {
			this.lastEndMs = segment.endMs;
			this.reportedMs = Math.max(this.reportedMs, segment.endMs);
			this.emit({ type: "final", utterance: this.count++, segment, heardMs: this.reportedMs });
		} else if (!result && isSpeech)
			this.emit({ type: "spoken", startMs: Math.max(0, Math.floor(startMs)), endMs, heardMs: this.reportedMs });
		else this.emit({ type: "heard", heardMs: this.reportedMs });
	}

	private tell(): void {
		const heardMs = Math.floor(this.atMs - this.before.length * FRAME_MS);
		if (heardMs - this.reportedMs < HEARD_EVERY_MS) return;
		this.reportedMs = heardMs;
		this.emit({ type: "heard", heardMs });
	}

	private tellCurrent(): void {
		const { current } = this;
		if (current && !current.recognizer) this.emit({ type: "speaks", untilMs: Math.floor(this.atMs) });
		if (!current?.recognizer) return;
		const text = current.recognizer.partial();
		if (text === "" || text === current.text) return;
		current.text = text;
		const startMs = Math.max(Math.floor(current.startMs), this.lastEndMs);
		this.emit({ type: "partial", utterance: this.count, startMs, text: capitalized(withPronoun(text)) });
	}
}

function joined(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
	const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
