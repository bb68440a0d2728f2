import type { ProcessingJobRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { assertConsented } from "#modules/meetings/consents";
import {
	assertKept,
	type EnteredMeeting,
	horizonIn,
	lockMeeting,
	meetingNotFound,
	meetingOrg,
} from "#modules/meetings/meetings";
import { type Job, toJob } from "#modules/recordings/processing";
import { findLatestRecording, findRecording, isMix } from "#modules/recordings/recordings";
import { assertWithin } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import { isOwnerShown } from "#platform/artifacts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { mixNotTranscribed, nothingRecorded } from "./errors.ts";
import { type QueueDeps, queueTranscription } from "./queue.ts";
import type { TranscribeRequest } from "./schemas.ts";
import { assertProvider } from "./schemas.ts";

export type TranscriptionService = ReturnType<typeof createTranscriptionService>;

const versioned = (row: ProcessingJobRow): Versioned<Job> => ({ data: toJob(row), version: row.version });

/** Creates the service by which people have recordings transcribed again. */
export function createTranscriptionService({ store, unitOfWork, retention }: Core, queueing: QueueDeps) {
	return {
		/**
		 * Queues the transcription of a recording, by default the newest of the meeting.
		 * @throws `not_found` `forbidden` `validation_failed` `consent_required` `state_conflict` `quota_exceeded`
		 */
		async transcribe(context: RequestContext, meetingId: string, wanted: TranscribeRequest): Promise<Versioned<Job>> {
			const { provider = null, language = null, recordingId } = wanted;
			if (provider !== null) assertProvider(provider);
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const work = async (now: Change) => {
				const meeting = await lockMeeting(now, orgId, meetingId, "run");
				await assertConsented(now.tx, meeting, "transcription");
				await assertKept(now, retention, { orgId, meeting }, "transcripts");
				const horizonMs = await horizonIn(now.tx, retention, now.principal, meeting, "recordings");
				await assertWithin(now, await findOrganization(now.tx, orgId), "transcription_minutes", "any");
				const recording = await recordingOf(now.tx, { meeting, horizonMs }, recordingId);
				const { id, participantId, language: announced } = recording;
				// Of a track alone: the transcript of its capture stays.
				const of = { orgId, meetingId, recordingId: id, participantId, captureId: null };
				const queued = { ...of, language: language ?? announced, provider };
				return versioned(await queueTranscription(queueing, now, queued));
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},
	};
}

/** Returns the recording to be transcribed. @throws `not_found` `state_conflict` `validation_failed` */
async function recordingOf(db: Db, { meeting, horizonMs }: EnteredMeeting, recordingId: string | undefined) {
	const { orgId, id: meetingId } = meeting;
	const row = await (recordingId === undefined
		? findLatestRecording(db, orgId, meetingId, horizonMs)
		: findRecording(db, { orgId, recordingId }));
	if (row === undefined) throw nothingRecorded();
	if (isMix(row)) throw mixNotTranscribed();
	const owner = { orgId, ownerType: "recording", ownerId: row.id } as const;
	if (row.meetingId !== meetingId || !(await isOwnerShown(db, owner, horizonMs))) throw meetingNotFound();
	return row;
}
