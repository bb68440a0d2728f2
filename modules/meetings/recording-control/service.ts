import type { MeetingRow, RoomRecording } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { assertConsented, consentNeeded, consentsInRoom } from "#modules/meetings/consents";
import {
	assertNotHeld,
	isRecorded,
	lockMeeting,
	lockMeetingRow,
	type MeetingRecording,
	meetingOrg,
	type RoomChange,
	setRecording,
	shareMeetingRow,
	toRecording,
} from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { assertSwitchedOn } from "#modules/tenancy/features";
import { systemContext } from "#modules/tenancy/permissions";
import type { Job } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { meetingNotLive, neverRecorded, recordingOff } from "./errors.ts";

/** Queue that brings the recording of a live meeting in line with its rules and consents. */
export const REVIEW = "meetings.review_recording";
/** How often a meeting that is recorded is reviewed although nothing of it has changed, in ms: its organization may have. */
const AGAIN_MS = MINUTE_MS;

export type RecordingControlDeps = Pick<Core, "store" | "unitOfWork" | "jobs">;

export type RecordingControl = ReturnType<typeof createRecordingControl>;

/**
 * Creates the control of recordings: what people start and stop, and what rules and consents do. All of it locks the
 * meeting, which participants who enter or decide share: so none of their changes is missed.
 */
export function createRecordingControl({ store, unitOfWork, jobs }: RecordingControlDeps) {
	const reviewAgain = ({ tx, nowMs }: Change, { orgId, id: meetingId }: MeetingRow) =>
		jobs.enqueue(tx, {
			queue: REVIEW,
			orgId,
			payload: { meetingId },
			uniqueKey: `${meetingId} again`,
			runAtMs: nowMs + AGAIN_MS,
		});

	return {
		/**
		 * Starts or stops the recording of a live meeting, for those who run it.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `consent_required` `entitlement_required` `meeting_held`
		 */
		async set(context: RequestContext, meetingId: string, state: RoomRecording["state"]): Promise<MeetingRecording> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const row = await lockMeeting(change, orgId, meetingId, "run");
				if (row.state !== "live") throw meetingNotLive(row.state);
				if (state === "started") assertNotHeld(row);
				if (state === "started" && !isRecorded(row)) await assertMayRecord(change, row, "next");
				const own = await findOwnParticipant(change.tx, change.principal, orgId, meetingId);
				const { recording } = await setRecording(change, row, state, { byId: own?.id ?? null, reason: null });
				if (recording === null) throw neverRecorded();
				return toRecording(recording);
			});
		},

		/** Enqueues a review of a meeting whose recording may have to stop, or may begin. */
		async onRoomChanged(change: Change, { orgId, meetingId, what }: RoomChange): Promise<void> {
			if (what === "people" || what === "unattended") return;
			const row = await shareMeetingRow(change.tx, { orgId, id: meetingId });
			if (row && what === "recording" && isRecorded(row)) await reviewAgain(change, row);
			if (!row || what === "recording" || !(await isToBeReviewed(change, row, what))) return;
			// Whoever reviews the meeting locks it before the job is done: it hears of this change, too.
			await jobs.enqueue(change.tx, { queue: REVIEW, orgId, payload: { meetingId }, uniqueKey: meetingId });
			change.afterCommit(() => jobs.wake(REVIEW));
		},

		/** Runs the job of a review: stops what may no longer be recorded, and starts what is recorded from the start. */
		async review(job: Job): Promise<void> {
			const { orgId, payload } = job;
			if (orgId === null) return;
			await unitOfWork.run(systemContext(`job:${REVIEW}`), async (change) => {
				const row = await lockMeetingRow(change.tx, { orgId, id: String(payload.meetingId) });
				await job.done(change.tx);
				if (row?.state !== "live") return;
				const refusal = await refusalOf(change, row);
				if (refusal === null && isRecorded(row)) await reviewAgain(change, row);
				else if (refusal !== null) {
					const reason = refusal.code === "consent_required" ? "consent_required" : "recording_off";
					await setRecording(change, row, "stopped", { byId: null, reason });
				} else if (mayBegin(row) && (await isAnswered(change, row)))
					await setRecording(change, row, "started", { byId: null, reason: null });
			});
		},
	};
}

/**
 * Asserts that a meeting may be recorded now.
 * @param use `begun`: it is, and goes on whatever plan follows
 * @throws `state_conflict` `forbidden` `consent_required` `entitlement_required`
 */
async function assertMayRecord({ tx }: Change, row: MeetingRow, use: "next" | "begun"): Promise<void> {
	if (row.recordingMode === "off") throw recordingOff();
	if (use === "next") assertNotHeld(row);
	await assertSwitchedOn(tx, row.orgId, "meetingRecording", use);
	await assertConsented(tx, row, "recording");
}

/** Returns why a meeting may not be recorded now; null: it may. */
async function refusalOf(change: Change, row: MeetingRow): Promise<AppError | null> {
	try {
		await assertMayRecord(change, row, isRecorded(row) ? "begun" : "next");
		return null;
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
}

/** Whether a meeting is recorded by itself as soon as it may be: not once somebody has stopped it. */
const mayBegin = (row: MeetingRow): boolean =>
	row.recordingMode === "auto" &&
	!isRecorded(row) &&
	(row.recording === null || row.recording.reason === "consent_required");

/** Whether what changed may stop a recording, or let one begin. What is optional keeps nothing from being recorded. */
async function isToBeReviewed({ tx }: Change, row: MeetingRow, what: RoomChange["what"]): Promise<boolean> {
	if (row.state !== "live") return false;
	if (!isRecorded(row)) return mayBegin(row);
	return what === "rules" || (await consentNeeded(tx, row)) !== "optional";
}

/** Whether those whose consent is required before a meeting is recorded by itself were there to give it. */
async function isAnswered({ tx }: Change, row: MeetingRow): Promise<boolean> {
	if ((await consentNeeded(tx, row)) !== "required") return true;
	return (await consentsInRoom(tx, { orgId: row.orgId, meetingId: row.id })).recording.granted.length > 0;
}
