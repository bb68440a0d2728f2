import { inPortions } from "#db/portions";
import type { EngineName, ProcessingJobRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import { systemContext } from "#modules/permissions";
import { setFailed } from "#modules/recordings";
import type { TranscribedMeeting, TranscriptKey, TranscriptWriter } from "#modules/transcripts";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import type { Enqueuer } from "./enqueue.ts";
import { facts } from "./facts.ts";
import { type Failure, isErrorCode } from "./failures.ts";
import { toFindings } from "./findings.ts";
import { UNDETERMINED } from "./hearing.ts";
import type { JobRun } from "./job-run.ts";
import { deleteWindows } from "./repository.ts";
import type { StoredTranscript } from "./storing.ts";
import { toJob } from "./view.ts";

/** Dependencies of {@link createOutcomes}. */
export interface OutcomesDeps {
	readonly store: Store;
	readonly unitOfWork: UnitOfWork;
	readonly transcripts: TranscriptWriter;
	readonly enqueuer: Pick<Enqueuer, "cancel" | "showTranscript">;
	/** Removes the decoded audio of a job. */
	readonly dropAudio: (jobId: string) => Promise<void>;
}

/** See {@link createOutcomes}. */
export type Outcomes = ReturnType<typeof createOutcomes>;

/** Creates what the pipeline announces: each in one change with the row of the job, so that it happens once. */
export function createOutcomes({ store, unitOfWork, transcripts, enqueuer, dropAudio }: OutcomesDeps) {
	async function change(run: JobRun, work: (change: Change) => Promise<ProcessingJobRow>): Promise<void> {
		run.committed(await unitOfWork.run(systemContext("job:processing"), work));
	}

	/** Removes what was kept to continue the job. */
	async function forget({ row: { orgId, id } }: JobRun): Promise<void> {
		await dropAudio(id);
		await inPortions<Db>(store.writing("processing.store").tx, (tx, limit) => deleteWindows(tx, orgId, id, limit));
	}

	return {
		/** Makes the transcript of a job, once; `engine` is null where nobody speaks. @throws JobEndedError */
		async begin(run: JobRun, engine: EngineName | null, meeting: TranscribedMeeting): Promise<void> {
			if (run.row.transcriptId !== null) return;
			const { recordingId, language } = run.row;
			await change(run, async (now) => {
				const made = { recordingId, source: "stt", language: language ?? UNDETERMINED, engine } as const;
				const { id: transcriptId } = await transcripts.createTranscript(now, meeting, made);
				return run.saveIn(now.tx, { transcriptId, engine });
			});
		},

		/** Publishes the transcript of a job, which has succeeded. @throws JobEndedError */
		async succeed(run: JobRun, transcript: TranscriptKey, finished: StoredTranscript): Promise<void> {
			const { durationMs = 0 } = toFindings(run.row.findings);
			await change(run, async (now) => {
				const row = await run.saveIn(now.tx, {
					state: "succeeded",
					progress: 1,
					failure: null,
					endedAtMs: now.nowMs,
				});
				await transcripts.publishTranscript(now, transcript, finished);
				const subject = `job:${row.id}`;
				const used = { meter: "transcriptionMs", quantity: durationMs, subject, occurredAtMs: now.nowMs } as const;
				await recordUsage(now.tx, row.orgId, used);
				now.record(row.orgId, facts["transcription.succeed"], { id: row.id, object: toJob(row) });
				return row;
			});
			await forget(run);
		},

		/** Lets a job wait until somebody does what its failure says. @throws JobEndedError */
		async wait(run: JobRun, failure: Failure): Promise<void> {
			await change(run, async (now) => {
				const row = await run.saveIn(now.tx, { state: "waiting", failure, attempts: 0 });
				await enqueuer.showTranscript(now, row, "waiting");
				now.record(row.orgId, facts["transcription.wait"], { id: row.id, object: toJob(row) });
				return row;
			});
			await dropAudio(run.row.id);
		},

		/** Queues a job again. @throws JobEndedError */
		async requeue(run: JobRun, failure: Failure | null): Promise<void> {
			await run.save({ state: "queued", failure });
		},

		/** Cancels a job that may not be done any more. */
		async cancel(run: JobRun, failure: Failure): Promise<void> {
			await change(run, async (now) => (await enqueuer.cancel(now, run.row, failure)) ?? run.row);
			await forget(run);
		},

		/** Ends a job without a result. @throws JobEndedError */
		async fail(run: JobRun, failure: Failure): Promise<void> {
			await change(run, async (now) => {
				const row = await run.saveIn(now.tx, { state: "failed", failure, endedAtMs: now.nowMs });
				const { orgId, recordingId, transcriptId: id } = row;
				const { durationMs } = toFindings(row.findings);
				if (recordingId !== null && durationMs === undefined && isErrorCode(failure.code))
					await setFailed(now, { orgId, recordingId }, failure.code);
				if (id === null) await enqueuer.showTranscript(now, row, "failed");
				else await transcripts.failTranscript(now, { orgId, id }, failure.code);
				now.record(orgId, facts["transcription.fail"], { id: row.id, object: toJob(row) });
				return row;
			});
			await forget(run);
		},

		/** Removes what is left of a job that has ended meanwhile. */
		forget,
	};
}
