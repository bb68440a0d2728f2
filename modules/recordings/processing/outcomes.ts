import { inPortions } from "#db/portions";
import type { ProcessingJobRow } from "#db/schema";
import type { Db } from "#db/store";
import { systemContext } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { Failure } from "./failures.ts";
import type { JobRun, Stored } from "./job-run.ts";
import type { Kinds } from "./kinds.ts";
import type { Queue } from "./queue.ts";
import { deleteWindows } from "./repository.ts";

export interface OutcomesDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly kinds: Kinds;
	readonly cancel: Queue["cancel"];
}

export type Outcomes = ReturnType<typeof createOutcomes>;

/** Creates what the work on jobs announces: each in one change with the row of the job, so that it happens once. */
export function createOutcomes({ store, unitOfWork, kinds, cancel }: OutcomesDeps) {
	async function inChange(run: JobRun, work: (change: Change) => Promise<ProcessingJobRow>): Promise<void> {
		run.committed(await unitOfWork.run(systemContext("job:processing"), work));
	}

	/** Removes what was kept to continue a job. */
	async function forget({ row }: JobRun): Promise<void> {
		const { orgId, id } = row;
		await kinds.of(row).release?.(id);
		await inPortions<Db>(store.writing("processing.forget").tx, (tx, limit) => deleteWindows(tx, orgId, id, limit));
	}

	return {
		/** Runs `work` in a change of the system, in which `save` stores progress. @throws JobEndedError */
		async change(
			run: JobRun,
			work: (change: Change, save: (values: Stored) => Promise<void>) => Promise<void>,
		): Promise<void> {
			await inChange(run, async (now) => {
				let row = await run.saveIn(now.tx, {});
				await work(now, async (values) => {
					row = await run.saveIn(now.tx, values);
				});
				return row;
			});
		},

		/**
		 * Ends a job with success, in one change with `work`, which publishes its result.
		 * @param keepsResults whether the results of its portions stay until somebody takes them
		 * @throws JobEndedError
		 */
		async succeed(
			run: JobRun,
			work: (change: Change, row: ProcessingJobRow) => Promise<void>,
			keepsResults = false,
		): Promise<void> {
			await inChange(run, async (now) => {
				const values = { state: "succeeded", progress: 1, failure: null, endedAtMs: now.nowMs } as const;
				const row = await run.saveIn(now.tx, values);
				await work(now, row);
				return row;
			});
			await (keepsResults ? kinds.of(run.row).release?.(run.row.id) : forget(run));
		},

		/**
		 * Lets a job wait until somebody does what its failure says.
		 * @param known what it waited for before this slot; null: nothing
		 * @throws JobEndedError
		 */
		async wait(run: JobRun, failure: Failure, known: Failure | null): Promise<void> {
			await inChange(run, async (now) => {
				const row = await run.saveIn(now.tx, { state: "waiting", failure, attempts: 0 });
				const isKnown = known?.code === failure.code && known.detail === failure.detail;
				if (!isKnown) await kinds.of(row).onWaiting?.(now, row, failure);
				return row;
			});
			await kinds.of(run.row).release?.(run.row.id);
		},

		/** Queues a job again. @throws JobEndedError */
		async requeue(run: JobRun, failure: Failure | null): Promise<void> {
			await run.save({ state: "queued", failure });
		},

		/** Cancels a job that may no longer be done. */
		async cancel(run: JobRun, failure: Failure): Promise<void> {
			await inChange(run, async (now) => (await cancel(now, run.row, failure)) ?? run.row);
			await forget(run);
		},

		/** Ends a job without a result. @throws JobEndedError */
		async fail(run: JobRun, failure: Failure): Promise<void> {
			await inChange(run, async (now) => {
				const row = await run.saveIn(now.tx, { state: "failed", failure, endedAtMs: now.nowMs });
				await kinds.of(row).onFailed(now, row, failure);
				return row;
			});
			await forget(run);
		},

		/** Removes what is left of a job that has ended meanwhile. */
		forget,
	};
}
