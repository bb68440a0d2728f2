/** What went wrong with a language model. */
export type LanguageModelFailure =
	/** It took longer than it may. */
	| "model_timeout"
	/** It cannot be reached. */
	| "model_unreachable"
	/** It is busy or down for now: 429 or 5xx. */
	| "model_busy"
	/** It refused the request: another 4xx, such as a wrong key. */
	| "model_refused"
	/** The request is longer than what it can read. */
	| "model_overflowed"
	/** It will not answer this. */
	| "model_declined"
	/** It answered something that is no completion. */
	| "model_misbehaved";

/** Failures that another attempt with the same request cannot mend. */
const FINAL: ReadonlySet<LanguageModelFailure> = new Set<LanguageModelFailure>([
	"model_refused",
	"model_overflowed",
	"model_declined",
]);

/** Options of {@link LanguageModelError}. */
export interface LanguageModelErrorOptions extends ErrorOptions {
	/** When another attempt makes sense, in ms from now; null where the server did not say. */
	readonly retryAfterMs?: number | null;
}

/** Thrown when a model fails. The message is a sentence that may be shown to people: it has no address and no key. */
export class LanguageModelError extends Error {
	override readonly name = "LanguageModelError";
	readonly failure: LanguageModelFailure;
	/** When another attempt makes sense, in ms from now; null where the server did not say. */
	readonly retryAfterMs: number | null;

	constructor(failure: LanguageModelFailure, message: string, options: LanguageModelErrorOptions = {}) {
		super(message, options);
		this.failure = failure;
		this.retryAfterMs = options.retryAfterMs ?? null;
	}

	/** Whether the same request may succeed later. */
	get isRetryable(): boolean {
		return !FINAL.has(this.failure);
	}
}
