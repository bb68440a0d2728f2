import type { AttendanceSheetRow, MeetingRow } from "#db/schema";
import type { Clock } from "#kernel/clock";
import type { Position } from "#kernel/cursor";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest, type Slice } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import {
	assertRuns,
	findMeetingRights,
	horizonIn,
	mayNotEnter,
	meetingOrg,
	shareMeeting,
} from "#modules/meetings/meetings";
import { findOwnParticipant, findParticipant } from "#modules/meetings/participants";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { type Horizon, isNeverStored, isOwnerShown } from "#platform/artifacts";
import type { Core } from "#platform/module";
import { assertAttended, attendanceNotFound, notReady } from "./errors.ts";
import { facts } from "./facts.ts";
import { measure, type Thresholds } from "./measure.ts";
import { parseReason } from "./parse.ts";
import { listAttended, listAttendees, oldestFirst, rowsOfAttendance, sheets } from "./repository/rows.ts";
import { stretchesIn } from "./repository/stretches.ts";
import {
	type Attendance,
	attendanceFields,
	type CorrectAttendanceRequest,
	type ListAttendanceQuery,
} from "./schemas.ts";
import { attendanceCsv, toAttendance, toLineMeeting, toMeasuredAttendance, toThresholds } from "./view.ts";

/** Rows of a file that are read at once. */
const PORTION = 200;

export interface AttendanceDeps extends Pick<Core, "store" | "retention" | "reads" | "unitOfWork" | "cursors"> {
	readonly clock: Clock;
}

export type AttendanceService = ReturnType<typeof createAttendanceService>;

/** A row of a list, and where it stands in it. */
interface Listed {
	readonly id: string;
	readonly createdAtMs: number;
	readonly attendance: Attendance;
}

/** What a caller sees of the attendance of a meeting. */
interface View {
	readonly meeting: MeetingRow;
	/** Id of the only participant they see; null: of all of them. */
	readonly only: string | null;
	/** Undefined while it is live. */
	readonly sheet: AttendanceSheetRow | undefined;
	/** False: there is nothing to be shown, or no longer. */
	readonly isShown: boolean;
}

/** Creates the service for the attendance of meetings. */
export function createAttendanceService({ store, clock, retention, reads, unitOfWork, cursors }: AttendanceDeps) {
	const isOwned = (orgId: string, meetingId: string, horizonMs: Horizon, db = store.db): Promise<boolean> =>
		isOwnerShown(db, { orgId, ownerType: "attendance", ownerId: meetingId }, horizonMs);

	/**
	 * Returns what the caller sees, and records that they do: those who run the meeting see everyone, others themselves.
	 * @throws `not_found` `forbidden` `state_conflict`
	 */
	async function viewOf(context: RequestContext, meetingId: string): Promise<View> {
		const { principal } = context;
		const { db } = store;
		const orgId = await meetingOrg(store, principal, meetingId);
		const { meeting, rights } = await findMeetingRights(db, principal, orgId, meetingId);
		if (!rights.canEnter) throw mayNotEnter();
		assertAttended(meeting);
		const [own, sheet, horizonMs, cutoffs] = await Promise.all([
			rights.canRun ? null : findOwnParticipant(db, principal, orgId, meetingId),
			sheets.find(db, { orgId, meetingId }),
			horizonIn(db, retention, principal, meeting, "transcripts"),
			retention.cutoffsFor(db, principal, orgId),
		]);
		await reads.note(context, { orgId, fact: facts["attendance.read"], objects: [{ id: meetingId, meetingId }] });
		const isMeasured = meeting.state === "live" && !isNeverStored(meeting.kind, "transcripts", cutoffs);
		return {
			meeting,
			only: own === null ? null : (own?.id ?? ""),
			sheet,
			isShown: isMeasured || (sheet !== undefined && (await isOwned(orgId, meetingId, horizonMs))),
		};
	}

	/** Returns the thresholds of a meeting: those of its end, or those it would have if it ended now. */
	async function thresholdsOf({ meeting, sheet }: View): Promise<Thresholds> {
		return toThresholds(sheet ?? settings.effective(await findOrganization(store.db, meeting.orgId)).attendance);
	}

	/** Returns the rows of a meeting as they are measured up to now. */
	async function listMeasured(view: View, slice: Slice): Promise<Listed[]> {
		const { meeting, only } = view;
		const { orgId, id: meetingId } = meeting;
		const participants = await listAttendees(store.db, { orgId, meetingId }, only ?? undefined, slice);
		const ids = participants.map(({ id }) => id);
		const stretches = await stretchesIn.ofParticipants(store.db, { orgId, meetingId }, ids);
		// Those who are there have not missed anything yet.
		const thresholds: Thresholds = { ...(await thresholdsOf(view)), presentPercent: 0 };
		const untilMs = meeting.endedAtMs ?? clock.nowMs();
		return participants.map((participant) => {
			const measured = measure(meeting, participant, stretches.get(participant.id) ?? [], untilMs, thresholds);
			return { ...participant, attendance: toMeasuredAttendance(participant, measured) };
		});
	}

	async function list(view: View, slice: Slice): Promise<Listed[]> {
		if (!view.isShown) return [];
		if (view.sheet?.readyAtMs == null) return listMeasured(view, slice);
		const { orgId, id: meetingId } = view.meeting;
		const rows = await listAttended(store.db, { orgId, meetingId }, view.only ?? undefined, slice);
		return rows.map((row) => ({ ...row, attendance: toAttendance(row, row) }));
	}

	async function* linesOf(view: View): AsyncGenerator<string> {
		yield attendanceCsv.header;
		const { timezone } = settings.effective(await findOrganization(store.db, view.meeting.orgId));
		const ofMeeting = toLineMeeting(view.meeting, timezone);
		for (let after: Position | null = null; ; ) {
			const rows = await list(view, { after, take: PORTION });
			yield rows.map(({ attendance }) => attendanceCsv.line({ ...attendance, ...ofMeeting })).join("");
			const last = rows.at(-1);
			if (last === undefined || rows.length < PORTION) return;
			after = oldestFirst.positionOf(last);
		}
	}

	return {
		/**
		 * Returns a page of the attendance of a meeting, in the order in which participants were added.
		 * @throws `not_found` `forbidden` `state_conflict` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list(context: RequestContext, meetingId: string, query: ListAttendanceQuery) {
			const request = pageRequest(cursors, query, attendanceFields, { list: "attendance", meetingId });
			const view = await viewOf(context, meetingId);
			const rows = await list(view, request);
			const more = query.include && { thresholds: await thresholdsOf(view) };
			return request.page(rows, oldestFirst, ({ attendance }) => ({ ...attendance, ...more }));
		},

		/** Returns the attendance of a meeting as CSV. @throws `not_found` `forbidden` `state_conflict` */
		async file(context: RequestContext, meetingId: string) {
			const view = await viewOf(context, meetingId);
			return { title: view.meeting.title, chunks: linesOf(view) };
		},

		/**
		 * Corrects the attendance of a participant; what was measured stays.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `precondition_failed` `validation_failed`
		 */
		async correct(
			context: RequestContext,
			meetingId: string,
			participantId: string,
			{ status, reason }: CorrectAttendanceRequest,
		): Promise<Versioned<Attendance>> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			const parsed = parseReason(reason);
			return unitOfWork.run(context, async (change) => {
				const { tx, nowMs, principal } = change;
				const { meeting, rights } = await shareMeeting(change, orgId, meetingId);
				assertRuns(principal, rights);
				assertAttended(meeting);
				const sheet = await sheets.find(tx, { orgId, meetingId });
				if (meeting.state === "live" || sheet?.readyAtMs === null) throw notReady(meeting);
				const horizonMs = await horizonIn(tx, retention, principal, meeting, "transcripts");
				const key = { orgId, meetingId, participantId };
				const [row, participant] = await Promise.all([
					rowsOfAttendance.lock(tx, key),
					findParticipant(tx, orgId, participantId),
				]);
				if (!row || !participant || !(await isOwned(orgId, meetingId, horizonMs, tx))) throw attendanceNotFound();
				assertIfMatch(context.ifMatch, row.version);
				const correction =
					status === null
						? { corrected: null, correctedBy: null, reason: null, correctedAtMs: null }
						: { corrected: status, correctedBy: principal.id, reason: parsed, correctedAtMs: nowMs };
				const isSame = row.corrected === correction.corrected && row.reason === correction.reason;
				if (isSame) return { data: toAttendance(row, participant), version: row.version };
				const next = { ...row, ...correction, version: row.version + 1 };
				await rowsOfAttendance.correct(tx, key, { ...correction, version: next.version });
				const [from, to] = [row.corrected ?? row.measured, next.corrected ?? next.measured];
				change.record(orgId, facts["attendance.correct"], {
					id: participantId,
					otherTargets: [{ type: "meeting", id: meetingId }],
					changes: [{ path: "/status", from, to }],
				});
				return { data: toAttendance(next, participant), version: next.version };
			});
		},
	};
}
