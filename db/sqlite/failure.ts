import { StoreFailedError } from "../errors.ts";

/**
 * Whether a store still accepts writes, shared by everything that writes its files. After a failed sync nobody knows
 * what is on disk, because the kernel takes the pages for written: the store then refuses to write, copy and close, and
 * only a new start, which reads the whole log, brings it back.
 */
export class Failure {
	#error: StoreFailedError | null = null;
	#isFatal = false;
	readonly #onFatal: (error: StoreFailedError) => void;

	/** @param onFatal called at the first failure for good */
	constructor(onFatal: (error: StoreFailedError) => void = () => undefined) {
		this.#onFatal = onFatal;
	}

	/** The reason why writes are refused: a failure, or the store was closed; null while they are accepted. */
	get error(): StoreFailedError | null {
		return this.#error;
	}

	/** Whether the store has failed for good, so that its files must no longer be touched. */
	get isFatal(): boolean {
		return this.#isFatal;
	}

	/** Refuses writes from now on, for good. Returns the error to reject them with: that of the first failure. */
	fail(message: string, cause: unknown): StoreFailedError {
		if (this.#isFatal && this.#error !== null) return this.#error;
		this.#isFatal = true;
		this.#error = new StoreFailedError(message, { cause });
		this.#onFatal(this.#error);
		return this.#error;
	}

	/** Refuses writes from now on because the store is about to be closed. */
	close(): void {
		this.#error ??= new StoreFailedError("the store was closed");
	}
}
