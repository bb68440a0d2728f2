import type { ArtifactState, ProcessingJobRow } from "#db/schema";
import type { Db } from "#db/store";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import { updateArtifacts } from "#modules/meetings";
import type { OnRecorded } from "#modules/recordings";
import type { TranscriptWriter } from "#modules/transcripts";
import type { Change } from "#platform/unit-of-work";
import { alreadyRunning } from "./errors.ts";
import { facts } from "./facts.ts";
import { changeActive, findActive, jobsOf, listActiveOfMeeting } from "./repository.ts";
import type { Turns } from "./turns.ts";
import { toJob } from "./view.ts";

/** A transcription to be queued. */
export interface NewTranscription {
	readonly orgId: string;
	readonly meetingId: string;
	readonly recordingId: string;
	/** BCP 47; null: found out from the speech. */
	readonly language: string | null;
	/** Null: as the organization's AI policy says. */
	readonly provider?: string | null;
}

/** Dependencies of {@link createEnqueuer}. */
export interface EnqueuerDeps {
	readonly newId: NewId;
	readonly turns: Turns;
	readonly removeTranscript: TranscriptWriter["removeTranscript"];
}

/** See {@link createEnqueuer}. */
export type Enqueuer = ReturnType<typeof createEnqueuer>;

/** Creates the functions by which changes begin and end the processing of recordings. */
export function createEnqueuer({ newId, turns, removeTranscript }: EnqueuerDeps) {
	/** Queues the transcription of a recording. @throws `state_conflict` while one is unfinished */
	async function queue(change: Change, wanted: NewTranscription): Promise<ProcessingJobRow> {
		const { tx, nowMs, principal } = change;
		const { orgId, meetingId, recordingId, language, provider = null } = wanted;
		await assertNoneActive(tx, wanted);
		const row: ProcessingJobRow = {
			orgId,
			id: newId("job"),
			type: "transcription",
			meetingId,
			recordingId,
			transcriptId: null,
			state: "queued",
			step: "probe",
			progress: 0,
			provider,
			language,
			engine: null,
			findings: {},
			failure: null,
			attempts: 0,
			createdBy: principal.id,
			version: 1,
			createdAtMs: nowMs,
			startedAtMs: null,
			endedAtMs: null,
			updatedAtMs: nowMs,
		};
		if (!(await jobsOf(tx, orgId).tryInsert(row))) throw alreadyRunning(null);
		await start(change, row);
		change.record(orgId, facts["transcription.queue"], { id: row.id, object: toJob(row) });
		return row;
	}

	/** Asserts that a recording is not being processed. @throws `state_conflict` */
	async function assertNoneActive(tx: Db, { orgId, recordingId }: Pick<ProcessingJobRow, "orgId" | "recordingId">) {
		const running = recordingId === null ? undefined : await findActive(tx, orgId, recordingId);
		if (running) throw alreadyRunning(running.id);
	}

	/** Gives an organization a turn for a job, and says in its meeting that there will be a transcript. */
	async function start(change: Change, row: ProcessingJobRow): Promise<void> {
		await turns.enqueue(change.tx, row.orgId);
		await showTranscript(change, row, "processing");
		change.afterCommit(turns.wake);
	}

	/** Says in the meeting of a job what becomes of its transcript; the meeting may be gone. */
	async function showTranscript(change: Change, { orgId, meetingId }: ProcessingJobRow, state: ArtifactState) {
		const transcript = { state, transcriptId: null, languages: [], segmentCount: 0 };
		await ignoreMissing(updateArtifacts(change, orgId, meetingId, { transcript }));
	}

	/**
	 * Cancels an unfinished job within a change; whoever works on it notices and stops.
	 * @param failure why, when nobody asked for it
	 */
	async function cancel(
		change: Change,
		{ orgId, id }: ProcessingJobRow,
		failure: ProcessingJobRow["failure"] = null,
	): Promise<ProcessingJobRow | undefined> {
		const { tx, nowMs } = change;
		const row = await changeActive(tx, orgId, id, {
			state: "cancelled",
			failure,
			endedAtMs: nowMs,
			updatedAtMs: nowMs,
		});
		if (!row) return undefined;
		if (row.transcriptId !== null) await ignoreMissing(removeTranscript(change, { orgId, id: row.transcriptId }));
		await showTranscript(change, row, "cancelled");
		change.record(orgId, facts["transcription.cancel"], { id, object: toJob(row) });
		return row;
	}

	/** Cancels the unfinished jobs of a meeting, or of one of its recordings. */
	async function cancelAll(
		change: Change,
		{ orgId, meetingId, recordingId }: { orgId: string; meetingId: string; recordingId?: string },
		failure: ProcessingJobRow["failure"],
	): Promise<void> {
		const rows = await listActiveOfMeeting(change.tx, orgId, meetingId);
		for (const row of rows)
			if (recordingId === undefined || row.recordingId === recordingId) await cancel(change, row, failure);
	}

	const onRecorded: OnRecorded = async (change, recording) => void (await queue(change, recording));

	return { queue, start, assertNoneActive, showTranscript, cancel, cancelAll, onRecorded };
}

/** What was deleted meanwhile needs no change. */
async function ignoreMissing(done: Promise<unknown>): Promise<void> {
	try {
		await done;
	} catch (error) {
		if (!(error instanceof AppError && error.code === "not_found")) throw error;
	}
}
