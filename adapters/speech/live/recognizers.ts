import { FairQueue, type Ticket } from "#kernel/fair-queue";
import { type Recognizer, trimMemory, type VoskModel } from "./vosk-library.ts";

/** How many people are heard at once; any others are heard a little later. Each takes up to 120 MB. */
const MAX = 8;
/** How many of them may be of one party: what waits for a slot waits for the end of an utterance. */
const SHARE = MAX - 1;
/** An unused recognizer gives its memory back after this long. */
const IDLE_MS = 60_000;
/** Times are 32-bit floats of seconds: they are exact for this long. */
const MAX_SAMPLES = 3600 * 16_000;

/** Lends recognizers to the tracks of one party. */
export interface RecognizerLender {
	/** Returns the recognizer that was used last; waits for one when the party has no slot. */
	take(): Promise<Recognizer>;
	/** Takes a recognizer back, whose utterance has ended. */
	giveBack(recognizer: Recognizer): void;
}

/**
 * Lends recognizers for one utterance each; parties take turns. They are few because of what each remembers of the language: it makes one that
 * was used before twice as fast, and takes as much memory as the model.
 */
export class Recognizers {
	private readonly model: VoskModel;
	private readonly free: { readonly recognizer: Recognizer; readonly sinceMs: number }[] = [];
	private readonly lent = new Map<Recognizer, Ticket>();
	private readonly queue = new FairQueue(MAX, SHARE);

	constructor(model: VoskModel) {
		this.model = model;
		setInterval(() => this.forgetIdle(), IDLE_MS).unref();
	}

	/** Returns what lends to the tracks of a party. */
	for(party: string): RecognizerLender {
		return { take: () => this.take(party), giveBack: (recognizer) => this.giveBack(recognizer) };
	}

	private async take(party: string): Promise<Recognizer> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const ticket: Ticket = { party, run: resolve };
		this.queue.add(ticket);
		await promise;
		const recognizer = this.free.pop()?.recognizer ?? this.model.recognizer();
		this.lent.set(recognizer, ticket);
		return recognizer;
	}

	private giveBack(recognizer: Recognizer): void {
		const ticket = this.lent.get(recognizer);
		if (!ticket) return;
		this.lent.delete(recognizer);
		if (recognizer.fedSamples > MAX_SAMPLES) recognizer.free();
		else this.free.push({ recognizer, sinceMs: performance.now() });
		this.queue.leave(ticket);
	}

	private forgetIdle(): void {
		const idle = this.free.filter(({ sinceMs }) => performance.now() - sinceMs > IDLE_MS);
		if (idle.length === 0) return;
		this.free.splice(0, idle.length);
		for (const { recognizer } of idle) recognizer.free();
		trimMemory();
	}
}
