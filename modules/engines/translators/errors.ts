/** What went wrong with an engine. */
export type TranslationFailure =
	/** It took longer than the texts allow. */
	| "engine_timeout"
	/** It cannot be reached. */
	| "engine_unreachable"
	/** It is busy or down for now: 429 or 5xx. */
	| "engine_busy"
	/** It refused the request: another 4xx, such as a wrong key. */
	| "engine_refused"
	/** It returned something other than a translation. */
	| "engine_misbehaved"
	/** It answered more or fewer texts than it was sent. */
	| "engine_miscounted"
	/** It does not translate between these languages. */
	| "language_unsupported";

/** Failures that another attempt cannot mend. */
const FINAL: ReadonlySet<TranslationFailure> = new Set<TranslationFailure>(["engine_refused", "language_unsupported"]);

/** Options of {@link TranslationError}. */
export interface TranslationErrorOptions extends ErrorOptions {
	/** When another attempt makes sense, in ms from now; null where the engine did not say. */
	readonly retryAfterMs?: number | null;
}

/** Thrown when an engine fails. The message is a sentence that may be shown to people: it has no address and no key. */
export class TranslationError extends Error {
	override readonly name = "TranslationError";
	readonly failure: TranslationFailure;
	/** When another attempt makes sense, in ms from now; null where the engine did not say. */
	readonly retryAfterMs: number | null;

	constructor(failure: TranslationFailure, message: string, options: TranslationErrorOptions = {}) {
		super(message, options);
		this.failure = failure;
		this.retryAfterMs = options.retryAfterMs ?? null;
	}

	/** Whether the same texts may be translated later. */
	get isRetryable(): boolean {
		return !FINAL.has(this.failure);
	}
}
