import { inPortions } from "#db/portions";
import type { AttendanceSheetRow, MeetingRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Position } from "#kernel/cursor";
import { findMeetingRow } from "#modules/meetings/meetings";
import { findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import { artifactsOf, isNeverStored } from "#platform/artifacts";
import type { Job, JobContext } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { measure } from "./measure.ts";
import { listAttendees, oldestFirst, rowsOfAttendance, sheets } from "./repository/rows.ts";
import { stretchesIn } from "./repository/stretches.ts";
import type { RoomLog } from "./room-log.ts";
import type { RecordedAttendance } from "./schemas.ts";
import { toThresholds } from "./view.ts";

/** Queue that makes the attendance of meetings that ended. */
export const FINISH = "attendance.finish";
/** Participants measured at once. */
const PAGE = 100;
/** How long it is waited, in ms, until another instance says what it knows of the end. */
const AGAIN_MS = 5_000;

export interface AttendanceEndDeps extends Pick<Core, "store" | "unitOfWork" | "jobs" | "retention"> {
	readonly roomLog: Pick<RoomLog, "flush">;
}

/** A meeting that is over, and what its attendance is measured by. */
interface Ended {
	readonly meeting: MeetingRow;
	readonly sheet: AttendanceSheetRow;
	readonly endedAtMs: number;
	/** The last time that counts. */
	readonly untilMs: number;
}

/** Creates what makes attendance of a meeting when it ends: the thresholds in that change, the rows in a job. */
export function createAttendanceEnd({ store, unitOfWork, jobs, retention, roomLog }: AttendanceEndDeps) {
	async function findEnded({ orgId, payload }: Job): Promise<Ended | undefined> {
		if (orgId === null) return undefined;
		const key = { orgId, meetingId: String(payload.meetingId) };
		const [meeting, sheet] = await Promise.all([
			findMeetingRow(store.db, { orgId, id: key.meetingId }),
			sheets.find(store.db, key),
		]);
		if (meeting?.endedAtMs == null || !sheet || sheet.readyAtMs !== null) return undefined;
		const { endedAtMs } = meeting;
		// A meeting that ended by itself was over when the last participant left.
		const lastMs = payload.byItself === true ? await stretchesIn.last(store.db, { ...key, endedAtMs }) : null;
		return { meeting, sheet, endedAtMs, untilMs: Math.min(lastMs ?? endedAtMs, endedAtMs) };
	}

	/** Stores the attendance of all participants, in portions; what a killed server has stored stays. */
	async function measureAll({ meeting, sheet, untilMs }: Ended, signal: AbortSignal): Promise<void> {
		const { orgId, id: meetingId } = meeting;
		const key = { orgId, meetingId };
		for (let after: Position | null = null; ; ) {
			signal.throwIfAborted();
			const page = await listAttendees(store.db, key, undefined, { after, take: PAGE });
			const byId = await stretchesIn.ofParticipants(
				store.db,
				key,
				page.map(({ id }) => id),
			);
			const rows = page.map((participant) => ({
				...key,
				participantId: participant.id,
				...measure(meeting, participant, byId.get(participant.id) ?? [], untilMs, sheet),
				corrected: null,
				correctedBy: null,
				reason: null,
				correctedAtMs: null,
				version: 1,
			}));
			await store.writing("attendance.measure").tx((tx) => rowsOfAttendance.insert(tx, rows));
			const last = page.at(-1);
			if (last === undefined || page.length < PAGE) return;
			after = oldestFirst.positionOf(last);
		}
	}

	/** Says that attendance is ready, in the change that finishes the job: once, whatever was repeated before. */
	const announce = (job: Job, { meeting, sheet }: Ended): Promise<void> =>
		unitOfWork.run(systemContext(`job:${FINISH}`), async (change) => {
			const { orgId, id: meetingId } = meeting;
			await job.done(change.tx);
			const counts = await rowsOfAttendance.count(change.tx, { orgId, meetingId });
			const object: RecordedAttendance = {
				meetingId,
				present: counts.get("present") ?? 0,
				late: counts.get("late") ?? 0,
				leftEarly: counts.get("left_early") ?? 0,
				absent: counts.get("absent") ?? 0,
				thresholds: toThresholds(sheet),
			};
			await sheets.setReady(change.tx, { orgId, meetingId, readyAtMs: change.nowMs });
			change.record(orgId, facts["attendance.finish"], {
				id: meetingId,
				otherTargets: [{ type: "meeting", id: meetingId }],
				object,
			});
		});

	const tryAgain = (job: Job): Promise<void> =>
		unitOfWork.run(systemContext(`job:${FINISH}`), async ({ tx, nowMs }) => {
			await job.done(tx);
			await jobs.enqueue(tx, { queue: FINISH, orgId: job.orgId, payload: job.payload, runAtMs: nowMs + AGAIN_MS });
		});

	return {
		/** Called within the change that ends a meeting: later thresholds do not change how it was attended. */
		async onMeetingEnded(change: Change, { orgId, id: meetingId, ...meeting }: MeetingRow): Promise<void> {
			const { tx, nowMs } = change;
			if (meeting.conferenceUrl !== null) return;
			const cutoffs = await retention.cutoffsFor(tx, change.principal, orgId);
			if (isNeverStored(meeting.kind, "transcripts", cutoffs)) return;
			const { attendance } = settings.effective(await findOrganization(tx, orgId));
			await sheets.insert(tx, { orgId, meetingId, ...attendance, readyAtMs: null });
			await artifactsOf(tx, orgId).addOnce({ orgId, ownerType: "attendance", ownerId: meetingId, meetingId }, nowMs);
			const payload = { meetingId, byItself: meeting.stateReason !== null };
			await jobs.enqueue(tx, { queue: FINISH, orgId, payload });
			change.afterCommit(() => jobs.wake(FINISH));
		},

		/** Runs the job of a meeting that ended. */
		async finish(job: Job, { signal }: JobContext): Promise<void> {
			// What this instance knows is stored, and true up to now.
			await roomLog.flush();
			const ended = await findEnded(job);
			if (!ended) return;
			const { orgId, id: meetingId } = ended.meeting;
			const key = { orgId, meetingId };
			if (await stretchesIn.isUndecided(store.db, { ...key, endedAtMs: ended.endedAtMs })) {
				await tryAgain(job);
				return;
			}
			await measureAll(ended, signal);
			await announce(job, ended);
			const removePortion = (tx: Db, limit: number) => stretchesIn.remove(tx, key, limit);
			await inPortions<Db>(store.writing("attendance.measure").tx, removePortion, { signal });
		},
	};
}
