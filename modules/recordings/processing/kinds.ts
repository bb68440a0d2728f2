import type { ProcessingJobRow, ProcessingStep, ProcessingType } from "#db/schema";
import type { ConsentKind } from "#modules/meetings/consents";
import type { PublicMeter } from "#modules/tenancy/usage";
import type { Change } from "#platform/unit-of-work";
import type { Failure, Verdict } from "./failures.ts";
import type { JobRun } from "./job-run.ts";

/**
 * A kind of jobs: its work, and the handling of its results. Slots, progress, cancelling, waiting and retrying
 * are the same for all. Its functions that take a change are called within the one that stores the job.
 */
export interface JobKind {
	readonly type: ProcessingType;
	/** The step its jobs begin with. */
	readonly firstStep: ProcessingStep;
	/** What everybody in the meeting must consent to: asked before each slot; the jobs end when somebody withdraws it. */
	readonly consent: ConsentKind;
	/** What its jobs use: they wait, before they begin, while the plan of the organization has nothing left of it. */
	readonly meter: PublicMeter;
	/**
	 * Goes on with a job until all is done or the slot is over. It is called again where a worker died, too, and takes up
	 * what was stored.
	 * @param deadlineMs end of the slot on the scale of `performance.now()`; some progress is made even after it
	 * @returns whether all is done, as `Processing.succeed` has announced
	 */
	work(run: JobRun, deadlineMs: number): Promise<boolean>;
	/** Judges an error of its own; undefined for any other. */
	judge?(error: unknown): Verdict | undefined;
	/** Called for a job that was cancelled, by somebody or because it may not be done: `row.failure` says why. */
	onCancelled(change: Change, row: ProcessingJobRow): Promise<void>;
	/** Called for a job that cannot be done. */
	onFailed(change: Change, row: ProcessingJobRow, failure: Failure): Promise<void>;
	/** Called for a job that begins to wait; not again when it finds the same missing. */
	onWaiting?(change: Change, row: ProcessingJobRow, failure: Failure): Promise<void>;
	/** Called for a job that begins again. @throws AppError when it may not */
	onRetried(change: Change, row: ProcessingJobRow): Promise<void>;
	/** Whether what the waiting jobs of an organization wait for may be there now; asked every ten seconds. */
	mayResume(orgId: string): Promise<boolean>;
	/** Lets go of what this process holds of a job that waits or has ended. */
	release?(jobId: string): Promise<void>;
}

export type Kinds = ReturnType<typeof createKinds>;

/** Creates the register of the kinds of jobs, which is filled before the program starts. */
export function createKinds() {
	const kinds = new Map<ProcessingType, JobKind>();
	return {
		add(kind: JobKind): void {
			if (kinds.has(kind.type)) throw new Error(`two kinds of jobs are called ${kind.type}`);
			kinds.set(kind.type, kind);
		},

		of({ type }: Pick<ProcessingJobRow, "type">): JobKind {
			const kind = kinds.get(type);
			if (!kind) throw new Error(`no worker handles jobs of the type ${type}`);
			return kind;
		},

		all: (): readonly JobKind[] => [...kinds.values()],
	};
}
