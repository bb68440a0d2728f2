import { type Recognizer, trimMemory, type VoskModel } from "./vosk-library.ts";

/** How many people are heard at once; any others are heard a little later. Each takes up to 120 MB. */
const MAX = 8;
/** An unused recognizer gives its memory back after this long. */
const IDLE_MS = 60_000;
/** Times are 32-bit floats of seconds: they are exact for this long. */
const MAX_SAMPLES = 3600 * 16_000;

/**
 * Lends recognizers for one utterance each. They are few because of what each remembers of the language: it makes one that
 * was used before twice as fast, and takes as much memory as the model.
 */
export class Recognizers {
	private readonly model: VoskModel;
	private readonly free: { readonly recognizer: Recognizer; readonly sinceMs: number }[] = [];
	private readonly waiting: ((recognizer: Recognizer) => void)[] = [];
	private lent = 0;

	constructor(model: VoskModel) {
		this.model = model;
		setInterval(() => this.forgetIdle(), IDLE_MS).unref();
	}

	/** Returns the recognizer that was used last; waits for one when all are lent. */
	async take(): Promise<Recognizer> {
		const last = this.free.pop();
		if (!last && this.lent >= MAX) return await new Promise((resolve) => this.waiting.push(resolve));
		this.lent++;
		return last?.recognizer ?? this.model.recognizer();
	}

	/** Takes a recognizer back, whose utterance has ended. */
	giveBack(recognizer: Recognizer): void {
		const isOld = recognizer.fedSamples > MAX_SAMPLES;
		if (isOld) recognizer.free();
		const next = this.waiting.shift();
		if (next) next(isOld ? this.model.recognizer() : recognizer);
		else this.lent--;
		if (!next && !isOld) this.free.push({ recognizer, sinceMs: performance.now() });
	}

	private forgetIdle(): void {
		const idle = this.free.filter(({ sinceMs }) => performance.now() - sinceMs > IDLE_MS);
		if (idle.length === 0) return;
		this.free.splice(0, idle.length);
		for (const { recognizer } of idle) recognizer.free();
		trimMemory();
	}
}
