import type { PlainText } from "#kernel/texts";

/** What went wrong with an engine. */
export type SpeechFailure =
	/** It died, or could not be started. */
	| "engine_died"
	/** It took longer than the window allows. */
	| "engine_timeout"
	/** It cannot be reached. */
	| "engine_unreachable"
	/** It is busy or down for now: 429 or 5xx. */
	| "engine_busy"
	/** The organization has its share of the streams that it hears at once. */
	| "engine_share"
	/** It refused the request: another 4xx, such as a wrong key. */
	| "engine_refused"
	/** It answered something that is no transcript. */
	| "engine_misbehaved";

/** What a caller reads of a failure; what the engine said is for the log. */
const SHOWN: Readonly<Record<SpeechFailure, PlainText>> = {
	engine_died: "The speech engine stopped; retry shortly.",
	engine_timeout: "The speech engine took too long; retry shortly.",
	engine_unreachable: "The speech engine cannot be reached; retry shortly.",
	engine_busy: "The speech engine is busy; retry shortly.",
	engine_share:
		"The organization already has its share of the live speech engine; retry when another of its tracks has ended.",
	engine_refused: "The speech engine refused the request: its operator finds the reason in the log.",
	engine_misbehaved: "The speech engine's response is not valid; retry shortly.",
};

/** Failures that another attempt cannot mend. */
const FINAL: ReadonlySet<SpeechFailure> = new Set<SpeechFailure>(["engine_refused"]);

/** Options of {@link SpeechError}. */
export interface SpeechErrorOptions extends ErrorOptions {
	/** When another attempt makes sense, in ms from now; null where the engine did not say. */
	readonly retryAfterMs?: number | null;
}

/** Thrown when an engine fails. The message is a sentence for who runs the engine: it has no address and no key. */
export class SpeechError extends Error {
	override readonly name = "SpeechError";
	readonly failure: SpeechFailure;
	/** When another attempt makes sense, in ms from now; null where the engine did not say. */
	readonly retryAfterMs: number | null;

	constructor(failure: SpeechFailure, message: string, options: SpeechErrorOptions = {}) {
		super(message, options);
		this.failure = failure;
		this.retryAfterMs = options.retryAfterMs ?? null;
	}

	/** What a caller reads. */
	get text(): PlainText {
		return SHOWN[this.failure];
	}

	/** Whether the same window may succeed later. */
	get isRetryable(): boolean {
		return !FINAL.has(this.failure);
	}
}
