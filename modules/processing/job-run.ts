import type { ProcessingJobRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { addWindow, changeActive, type Progress, readState } from "./repository.ts";

/** Thrown when a job was cancelled, or deleted with its meeting: whoever works on it stops. */
export class JobEndedError extends Error {
	override readonly name = "JobEndedError";
}

/** Interval in ms at which a worker asks whether its job was cancelled, and tells how far it is. */
const WATCH_MS = 1_000;

/** What the work stores. */
type Stored = Omit<Progress, "updatedAtMs">;

/** A job while a worker has it: its row as last stored, and the signal that ends the work. */
export class JobRun {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #ended = new AbortController();
	readonly #watch: ReturnType<typeof setInterval>;
	/** Aborted when the job is cancelled, the lease is lost or the process stops. */
	readonly signal: AbortSignal;
	#row: ProcessingJobRow;
	/** Progress that the work reported and nobody has stored. */
	#reported = 0;

	constructor(store: Store, clock: Clock, row: ProcessingJobRow, signal: AbortSignal) {
		this.#store = store;
		this.#clock = clock;
		this.#row = row;
		this.signal = AbortSignal.any([signal, this.#ended.signal]);
		this.#watch = setInterval(() => void this.#tick(), WATCH_MS);
	}

	/** The row as last stored. */
	get row(): ProcessingJobRow {
		return this.#row;
	}

	/** Returns a function to be called with the part of a step that is done; it is stored once a second. */
	reporter(progressOf: (done: number) => number): (done: number) => void {
		return (done) => {
			this.#reported = progressOf(done);
		};
	}

	/** Stores progress. @throws JobEndedError */
	async save(values: Stored): Promise<void> {
		this.#row = await this.saveIn(this.#store.writing("processing.checkpoint").db, values);
	}

	/** Stores what was heard in a window with the progress, so that no window is heard twice. @throws JobEndedError */
	async saveWindow(position: number, result: unknown, values: Stored): Promise<void> {
		const { orgId, id: jobId } = this.#row;
		this.#row = await this.#store.writing("processing.checkpoint").tx(async (tx) => {
			const row = await this.saveIn(tx, values);
			await addWindow(tx, { orgId, jobId, position, result, endedAtMs: this.#clock.nowMs() });
			return row;
		});
	}

	/** Stores within a transaction and returns the row, which {@link committed} takes over. @throws JobEndedError */
	async saveIn(tx: Db, { progress, ...values }: Stored): Promise<ProcessingJobRow> {
		const { orgId, id, progress: reached } = this.#row;
		const row = await changeActive(tx, orgId, id, {
			...values,
			...(progress !== undefined && { progress: Math.max(progress, reached) }),
			updatedAtMs: this.#clock.nowMs(),
		});
		if (!row) throw new JobEndedError("the job has ended or is gone");
		return row;
	}

	/** Takes over the row that a committed transaction has stored. */
	committed(row: ProcessingJobRow): void {
		this.#row = row;
	}

	/** Stops watching. */
	close(): void {
		clearInterval(this.#watch);
	}

	async #tick(): Promise<void> {
		try {
			const { orgId, id, progress } = this.#row;
			const state = await readState(this.#store.db, orgId, id);
			if (state !== "running") this.#ended.abort(new JobEndedError(`the job is ${state ?? "gone"}`));
			else if (this.#reported > progress) await this.save({ progress: this.#reported });
		} catch {
			// The database is away for a moment, or the job has just ended: whoever stores next notices.
		}
	}
}
