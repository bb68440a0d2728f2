import type { ArtifactState, ProcessingJobRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { updateArtifacts } from "#modules/meetings/meetings";
import { type Processing, toJob } from "#modules/recordings/processing";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";

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

/** Queues the transcription of a recording within a change. @throws `state_conflict` while one is unfinished */
export async function queueTranscription(
	processing: Pick<Processing, "queue">,
	change: Change,
	{ orgId, meetingId, recordingId, language, provider = null }: NewTranscription,
): Promise<ProcessingJobRow> {
	const wanted = { type: "transcription", orgId, meetingId, recordingId, language, provider } as const;
	const row = await processing.queue(change, wanted);
	await showTranscript(change, row, "processing");
	change.record(orgId, facts["transcription.queue"], { id: row.id, object: toJob(row) });
	return row;
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
