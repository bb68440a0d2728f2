import type { ProcessingJobRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { addWindow, changeActive, readState } from "./repository.ts";

/** Thrown when a job was cancelled, or deleted with its meeting: whoever works on it stops. */
export class JobEndedError extends Error {
	override readonly name = "JobEndedError";
}

/** Interval in ms at which a worker asks whether its job was cancelled. */
const WATCH_MS = 1_000;

/** What the work stores of its progress. */
type Stored = Omit<Parameters<typeof changeActive>[3], "updatedAtMs">;

/** A job while a worker has it: its row as last stored, and the signal that ends the work. */
export class JobRun {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #ended = new AbortController();
	readonly #watch: ReturnType<typeof setInterval>;
	/** Aborted when the job is cancelled, the lease is lost or the process stops. */
	readonly signal: AbortSignal;
	#row: ProcessingJobRow;

	constructor(store: Store, clock: Clock, row: ProcessingJobRow, signal: AbortSignal) {
		this.#store = store;
		this.#clock = clock;
		this.#row = row;
		this.signal = AbortSignal.any([signal, this.#ended.signal]);
		this.#watch = setInterval(() => void this.#stopIfEnded(), WATCH_MS);
	}

	/** The row as last stored. */
	get row(): ProcessingJobRow {
		return this.#row;
	}

	/** Stores progress. @throws JobEndedError */
	async save(values: Stored): Promise<void> {
		this.#row = await this.saveIn(this.#store.writing("processing.checkpoint").db, values);
	}

	/** Stores what was heard in a window together with the progress, so that no window is heard twice. @throws JobEndedError */
	async saveWindow(position: number, result: unknown, values: Stored): Promise<void> {
		const { orgId, id: jobId } = this.#row;
		this.#row = await this.#store.writing("processing.checkpoint").tx(async (tx) => {
			const row = await this.saveIn(tx, values);
			await addWindow(tx, { orgId, jobId, position, result, endedAtMs: this.#clock.nowMs() });
			return row;
		});
	}

	/** Stores progress within a change and returns the row, which counts once that is committed. @throws JobEndedError */
	async saveIn(tx: Db, values: Stored): Promise<ProcessingJobRow> {
		const { orgId, id, progress: reached } = this.#row;
		const progress = values.progress === undefined ? undefined : Math.max(values.progress, reached);
		const row = await changeActive(tx, orgId, id, {
			...values,
			...(progress !== undefined && { progress }),
			updatedAtMs: this.#clock.nowMs(),
		});
		if (!row) throw new JobEndedError("the job has ended or is gone");
		return row;
	}

	/** Takes over a row that a change has stored. */
	committed(row: ProcessingJobRow): void {
		this.#row = row;
	}

	/** Stops watching. */
	close(): void {
		clearInterval(this.#watch);
	}

	async #stopIfEnded(): Promise<void> {
		try {
			const { orgId, id } = this.#row;
			const state = await readState(this.#store.db, orgId, id);
			if (state !== "running") this.#ended.abort(new JobEndedError(`the job is ${state ?? "gone"}`));
		} catch {
			// The database is away for a moment: whoever writes next notices.
		}
	}
}
