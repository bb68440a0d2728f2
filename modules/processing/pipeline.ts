import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Logger } from "#kernel/logger";
import { assertConsented } from "#modules/consents";
import { findMeeting } from "#modules/meetings";
import { findOrganization } from "#modules/organizations";
import { systemContext } from "#modules/permissions";
import { findRecording } from "#modules/recordings";
import { backoffMs, type JobContext } from "#platform/jobs";
import { judge, PausedError } from "./failures.ts";
import { JobRun } from "./job-run.ts";
import type { Outcomes } from "./outcome.ts";
import { findRunnable } from "./repository.ts";
import type { Steps } from "./steps.ts";
import type { Storing } from "./storing.ts";
import type { Transcription } from "./transcription.ts";
import type { TurnResult } from "./turns.ts";

/** Duration of a turn in ms, after which the next organization has its own; a window under way is finished first. */
const TURN_MS = 20_000;
/** Attempts without any progress after which a job fails. */
const MAX_ATTEMPTS = 5;
/** Time after which a job that may not go on is asked again, in ms. */
const PAUSE_MS = 30_000;

/** Dependencies of {@link createPipeline}. */
export interface PipelineDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Logger;
	readonly steps: Steps;
	readonly transcribe: Transcription;
	readonly storeTranscript: Storing;
	readonly outcomes: Outcomes;
}

/** Creates the work of a turn: it takes the oldest job of an organization as far as time allows. */
export function createPipeline(deps: PipelineDeps) {
	const { store, clock, log, steps, transcribe, storeTranscript, outcomes } = deps;

	/** Does what is left of a job. @returns whether all is done; otherwise the turn is over */
	async function work(run: JobRun, deadlineMs: number): Promise<boolean> {
		const { orgId, recordingId } = run.row;
		if (recordingId === null) throw new Error("a transcription has a recording");
		await run.save({
			state: "running",
			attempts: run.row.attempts + 1,
			...(run.row.startedAtMs === null && { startedAtMs: clock.nowMs() }),
		});
		const meeting = await assertAllowed(store, run);
		const recording = await findRecording(store.db, { orgId, recordingId });
		await steps.probe(run, recording);
		const windows = await steps.detect(run, () => steps.decode(run, recording));
		const begin = (engine: Parameters<Outcomes["begin"]>[1]) => outcomes.begin(run, engine, meeting);
		const isHeard = await transcribe(run, { audio: () => steps.decode(run, recording), windows, deadlineMs, begin });
		if (!isHeard) return false;
		const transcript = { orgId, id: run.row.transcriptId ?? "" };
		await outcomes.succeed(run, transcript, await storeTranscript(run, transcript));
		return true;
	}

	/** Ends the turn of a job whose work threw an error. */
	async function conclude(run: JobRun, error: unknown): Promise<TurnResult> {
		const verdict = judge(error);
		const { orgId, id, attempts } = run.row;
		if (verdict.action === "ended") await outcomes.forget(run);
		if (verdict.action === "wait") await outcomes.wait(run, verdict.failure);
		if (verdict.action === "cancel") await outcomes.cancel(run, verdict.failure);
		if (verdict.action === "pause") {
			await outcomes.requeue(run, null);
			return PAUSE_MS;
		}
		if (verdict.action === "fail" || verdict.action === "retry")
			log.warn("a recording could not be processed", { orgId, job: id, attempt: attempts, error });
		if (verdict.action === "retry" && attempts < MAX_ATTEMPTS) {
			await outcomes.requeue(run, verdict.failure);
			return verdict.afterMs ?? backoffMs(attempts);
		}
		if (verdict.action === "fail" || verdict.action === "retry") await outcomes.fail(run, verdict.failure);
		return "done";
	}

	/** Runs a turn of an organization. */
	return async function takeTurn(orgId: string, { signal }: JobContext): Promise<TurnResult> {
		const row = await findRunnable(store.db, orgId);
		if (row === undefined) return "done";
		const run = new JobRun(store, clock, row, signal);
		try {
			if (row.attempts >= MAX_ATTEMPTS) throw new Error("its workers died");
			return (await work(run, performance.now() + TURN_MS)) ? "done" : "yielded";
		} catch (error) {
			// Another worker has it, or will once this process is gone: nothing of the job changes.
			if (signal.aborted) throw signal.reason;
			return await conclude(run, run.signal.aborted ? run.signal.reason : error).catch(ignoreEnded);
		} finally {
			run.close();
		}
	};
}

/** A job that ends while its failure is stored has ended. */
function ignoreEnded(error: unknown): TurnResult {
	if (judge(error).action === "ended") return "done";
	throw error;
}

/**
 * Asserts that a job may go on: its organization is open, its meeting exists, and everybody consents, now.
 * @throws PausedError, `consent_required`, `not_found`
 */
export async function assertAllowed(store: Store, { row: { orgId, meetingId } }: JobRun) {
	const { principal } = systemContext("job:processing");
	const organization = await findOrganization(store.db, orgId);
	if (organization.state !== "active") throw new PausedError(`the organization is ${organization.state}`);
	const meeting = await findMeeting(store.db, principal, orgId, meetingId, "enter");
	await assertConsented(store.db, meeting, "transcription");
	return meeting;
}
