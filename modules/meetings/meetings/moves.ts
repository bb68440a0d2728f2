import type { MeetingRow } from "#db/schema";
import { assertWithin, longestMeetingMs } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import { artifactsOf } from "#platform/artifacts";
import type { Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import { wrongState } from "./errors.ts";
import { NO_CODE } from "./join-code.ts";
import { meetingEnded, roomChanged } from "./moments.ts";
import { markedColumns, type Origin } from "./occurrence.ts";
import { END_OVERDUE } from "./queues.ts";
import { setRecording } from "./recording.ts";
import { recordState, type SavedColumns, saveMeeting } from "./save.ts";
import { MOVES, type MoveName, stateOf } from "./states.ts";
import { unattendedRuleOf } from "./unattended.ts";

export interface MovesDeps {
	readonly jobs: Pick<Jobs, "enqueue">;
	/** Time after which a meeting that nobody ended is ended, in ms. */
	readonly maxDurationMs: number;
}

export type Moves = ReturnType<typeof createMoves>;

/** Creates the functions that move a meeting locked by a change to another state, and record it. */
export function createMoves({ jobs, maxDurationMs }: MovesDeps) {
	/** Enqueues the end of a live meeting that nobody ends. @param longestMs after so many ms */
	async function limit(change: Change, { orgId, id, startedAtMs }: MeetingRow, longestMs: number): Promise<void> {
		const runAtMs = (startedAtMs ?? change.nowMs) + longestMs;
		const payload = { meetingId: id, startedAtMs, longestMs };
		await jobs.enqueue(change.tx, { queue: END_OVERDUE, orgId, payload, runAtMs });
	}

	/**
	 * Asserts that the plan of the organization has minutes left for a meeting that begins, and enqueues its end by what the
	 * plan says at this moment: it is not cut short afterwards.
	 * @throws `quota_exceeded`
	 */
	async function begin(change: Change, row: MeetingRow): Promise<void> {
		const organization = await findOrganization(change.tx, row.orgId);
		await assertWithin(change, organization, "meeting_minutes", "any");
		await limit(change, row, Math.min(maxDurationMs, longestMeetingMs(organization) ?? maxDurationMs));
		const room = { orgId: row.orgId, meetingId: row.id };
		if (unattendedRuleOf(row).action !== "continue") await change.reach(roomChanged, { ...room, what: "unattended" });
		if (row.recordingMode === "auto") await change.reach(roomChanged, { ...room, what: "rules" });
	}

	/** Returns whether a move is still to be made; false: it has happened. @throws `state_conflict` */
	function isDue(row: MeetingRow, name: MoveName): boolean {
		const { from, done } = MOVES[name];
		if ((done as readonly string[]).includes(row.state)) return false;
		if (!(from as readonly string[]).includes(row.state)) throw wrongState(name, row.state);
		return true;
	}

	async function move(change: Change, row: MeetingRow, columns: SavedColumns): Promise<MeetingRow> {
		const saved = await saveMeeting(change, row, columns);
		recordState(change, saved, row);
		return saved;
	}

	return {
		begin,
		maxDurationMs,
		limit,

		/** Whether a live meeting may go on at a time. Not one that has begun in the future: a clock was ahead then. */
		isWithinLimit: ({ startedAtMs }: MeetingRow, nowMs: number, longestMs: number): boolean =>
			startedAtMs !== null && startedAtMs <= nowMs && nowMs < startedAtMs + longestMs,

		/** Starts a scheduled meeting; a live one stays as it is. @throws `state_conflict` `quota_exceeded` */
		async start(change: Change, row: MeetingRow): Promise<MeetingRow> {
			if (!isDue(row, "started")) return row;
			const { nowMs } = change;
			const saved = await move(change, row, { state: "live", startedAtMs: nowMs, startsAtMs: nowMs });
			await begin(change, saved);
			// What was uploaded before belongs to a meeting that lasts now.
			await artifactsOf(change.tx, row.orgId).followMeeting(saved);
			return saved;
		},

		/**
		 * Ends a live meeting, and records its minutes; one that is over stays as it is.
		 * @param reason code of the reason; null: somebody ended it
		 * @throws `state_conflict`
		 */
		async end(change: Change, row: MeetingRow, reason: string | null = null): Promise<MeetingRow> {
			if (!isDue(row, "ended")) return row;
			// A clock that was set back does not make a meeting end before it began.
			const startedAtMs = row.startedAtMs ?? change.nowMs;
			const endedAtMs = Math.max(change.nowMs, startedAtMs);
			const durationMs = endedAtMs - startedAtMs;
			const unrecorded = await setRecording(change, row, "stopped", { byId: null, reason: "meeting_ended" });
			let saved = await move(change, unrecorded, { state: "ended", stateReason: reason, endedAtMs, durationMs });
			const usage = {
				meter: "meetingMs",
				quantity: durationMs,
				subject: `meeting:${row.id}`,
				occurredAtMs: endedAtMs,
				workspaceId: row.workspaceId,
				userId: row.hostId,
			} as const;
			await recordUsage(change.tx, row.orgId, usage);
			await artifactsOf(change.tx, row.orgId).followMeeting(saved);
			await change.reach(meetingEnded, saved);
			const state = stateOf("ended", saved.artifacts);
			if (state !== "ended") saved = await move(change, saved, { state });
			return saved;
		},

		/** Cancels a scheduled meeting; a cancelled one stays as it is. @throws `state_conflict` */
		async cancel(change: Change, row: MeetingRow, origin: Origin = "person"): Promise<MeetingRow> {
			if (!isDue(row, "cancelled")) return row;
			// One that its series no longer has makes room for another.
			const marks = origin === "series" ? { stateReason: "series", changed: false } : markedColumns(row, origin);
			return move(change, row, { state: "cancelled", ...NO_CODE, ...marks });
		},
	};
}
