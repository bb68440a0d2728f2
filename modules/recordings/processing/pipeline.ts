import { backoffMs, type JobContext } from "#platform/jobs";
import type { Core } from "#platform/module";
import { judge } from "./failures.ts";
import { JobRun } from "./job-run.ts";
import type { JobKind } from "./kinds.ts";
import type { Outcomes } from "./outcomes.ts";
import { findRunnable } from "./repository.ts";
import type { Slot, SlotResult } from "./slots.ts";

/** Duration of a slot in ms, after which the next organization has its own; a portion under way is finished first. */
const SLOT_MS = 20_000;
/** Attempts without any progress after which a job fails. */
const MAX_ATTEMPTS = 5;
/** Time after which a job that may not go on is asked again, in ms. */
const PAUSE_MS = 30_000;

export interface PipelineDeps extends Pick<Core, "store" | "clock" | "retention" | "bus" | "log"> {
	readonly outcomes: Outcomes;
}

/** Creates the work of a slot: it takes the oldest job of a kind in an organization as far as time allows. */
export function createPipeline({ store, clock, retention, bus, log, outcomes }: PipelineDeps) {
	/** Does what is left of a job. @returns whether all is done; otherwise the slot is over */
	async function work(kind: JobKind, run: JobRun, deadlineMs: number): Promise<boolean> {
		await run.save({
			state: "running",
			attempts: run.row.attempts + 1,
			failure: null,
			...(run.row.startedAtMs === null && { startedAtMs: clock.nowMs() }),
		});
		await run.assertAllowed();
		await run.assertAffordable(kind.meter);
		return kind.work(run, deadlineMs);
	}

	/** Ends the slot of a job whose work threw an error. @param known what the job waited for before the slot */
	async function conclude(kind: JobKind, run: JobRun, known: JobRun["row"]["failure"], error: unknown) {
		const verdict = kind.judge?.(error) ?? judge(error);
		const { orgId, id: job, attempts } = run.row;
		if (verdict.action === "ended") await outcomes.forget(run);
		if (verdict.action === "wait") await outcomes.wait(run, verdict.failure, known);
		if (verdict.action === "cancel") await outcomes.cancel(run, verdict.failure);
		if (verdict.action === "pause") {
			await outcomes.requeue(run, null);
			return PAUSE_MS;
		}
		if (verdict.action !== "fail" && verdict.action !== "retry") return "done";
		const isRetried = verdict.action === "retry" && attempts < MAX_ATTEMPTS;
		await (isRetried ? outcomes.requeue(run, verdict.failure) : outcomes.fail(run, verdict.failure));
		// Not of a job that was cancelled meanwhile, whose work fails because what it needs is gone.
		log.warn("a processing job failed", { orgId, job, kind: kind.type, attempt: attempts, error });
		return isRetried ? (verdict.afterMs ?? backoffMs(attempts)) : "done";
	}

	/** Runs a slot of an organization. */
	return async function runSlot(kind: JobKind, { orgId }: Slot, { signal }: JobContext): Promise<SlotResult> {
		const row = await findRunnable(store.db, orgId, kind.type);
		if (row === undefined) return "done";
		const run = new JobRun({ store, clock, retention, bus, consent: kind.consent, signal }, row);
		try {
			if (row.attempts >= MAX_ATTEMPTS) throw new Error("its workers died");
			return (await work(kind, run, performance.now() + SLOT_MS)) ? "done" : "yielded";
		} catch (error) {
			// Another worker has it, or will once this process is gone: nothing of the job changes.
			if (signal.aborted) throw signal.reason;
			const cause = run.signal.aborted ? run.signal.reason : error;
			return await conclude(kind, run, row.failure, cause).catch(ignoreEnded);
		} finally {
			run.close();
		}
	};
}

/** A job that ends while its failure is stored has ended. */
function ignoreEnded(error: unknown): SlotResult {
	if (judge(error).action === "ended") return "done";
	throw error;
}
