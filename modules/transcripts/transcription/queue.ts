import type { ArtifactState, ProcessingJobRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { updateArtifacts } from "#modules/meetings/meetings";
import { type Processing, toJob } from "#modules/recordings/processing";
import type { TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";

/** A transcription to be queued. */
export interface NewTranscription {
	readonly orgId: string;
	readonly meetingId: string;
	readonly recordingId: string;
	/** The participant whose track it is; null: it is not that of one. */
	readonly participantId: string | null;
	/** The capture whose transcript gets what is heard; null: it makes a transcript of its own. */
	readonly captureId: string | null;
	/** BCP 47; null: found out from the speech. */
	readonly language: string | null;
	/** Null: as the organization's AI policy says. */
	readonly provider?: string | null;
}

/** What a transcription is queued with. */
export interface QueueDeps {
	readonly processing: Pick<Processing, "queue">;
	readonly transcripts: Pick<TranscriptWriter, "findOfCapture">;
}

/** Queues the transcription of a recording within a change. @throws `state_conflict` while one is unfinished */
export async function queueTranscription(
	{ processing, transcripts }: QueueDeps,
	change: Change,
	{ orgId, meetingId, recordingId, participantId, captureId, language, provider = null }: NewTranscription,
): Promise<ProcessingJobRow> {
	const of = { orgId, meetingId, recordingId, participantId, captureId };
	const row = await processing.queue(change, { type: "transcription", ...of, language, provider });
	await showWork(transcripts, change, row, "processing");
	change.record(orgId, facts["transcription.queue"], { id: row.id, object: toJob(row) });
	return row;
}

/** Records the state of unfinished work in its meeting, unless it only adds to a transcript that can be read. */
export async function showWork(
	{ findOfCapture }: Pick<TranscriptWriter, "findOfCapture">,
	change: Change,
	row: ProcessingJobRow,
	state: ArtifactState,
): Promise<void> {
	const { orgId, meetingId, captureId } = row;
	const known = captureId === null ? undefined : await findOfCapture(change.tx, { orgId, meetingId, captureId });
	if (known?.state !== "ready") await showTranscript(change, row, state);
}

/** Records the state of a job's transcript in its meeting; the meeting may be gone. */
export async function showTranscript(
	change: Change,
	{ orgId, meetingId }: ProcessingJobRow,
	state: ArtifactState,
): Promise<void> {
	const transcript = { state, transcriptId: null, languages: [], segmentCount: 0 };
	await ignoreMissing(updateArtifacts(change, orgId, meetingId, { transcript }));
}

/** Waits for a change to what may have been deleted meanwhile, and then needs none. */
export async function ignoreMissing(done: Promise<unknown>): Promise<void> {
	try {
		await done;
	} catch (error) {
		if (!(error instanceof AppError && error.code === "not_found")) throw error;
	}
}
