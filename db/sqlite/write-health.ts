/** Time in ms for which a write that reached the disk proves that others do. */
const PROOF_MS = 5_000;
/** Time in ms after which a write is taken for one that never ends. */
const PATIENCE_MS = 2_000;

/**
 * Whether writes succeed, which reads do not tell: they go on while the disk is full, read-only or stalled. The writes
 * that are made anyway prove it; when the last one failed, or was long ago, one is made for the purpose.
 */
export class WriteHealth {
	readonly #write: () => Promise<unknown>;
	#provenAtMs = Number.NEGATIVE_INFINITY;
	#trial: Promise<string | null> | null = null;

	/** @param write writes something that changes nothing */
	constructor(write: () => Promise<unknown>) {
		this.#write = write;
	}

	/** Notes how writes ended: null once they are on disk, otherwise the storage's failure. */
	note(error: unknown): void {
		this.#provenAtMs = error === null ? performance.now() : Number.NEGATIVE_INFINITY;
	}

	/** Returns why writes fail, for operators; null when they succeed. Takes two seconds at most. Never rejects. */
	async problem(): Promise<string | null> {
		if (performance.now() - this.#provenAtMs < PROOF_MS) return null;
		// One at a time, however many ask and however long it takes.
		this.#trial ??= this.#try().finally(() => {
			this.#trial = null;
		});
		const patience = Promise.withResolvers<string>();
		const timer = setTimeout(() => patience.resolve(`a write takes longer than ${PATIENCE_MS} ms`), PATIENCE_MS);
		return await Promise.race([this.#trial, patience.promise]).finally(() => clearTimeout(timer));
	}

	async #try(): Promise<string | null> {
		try {
			await this.#write();
			return null;
		} catch (error) {
			return `writes fail: ${error instanceof Error ? error.message : String(error)}`;
		}
	}
}
