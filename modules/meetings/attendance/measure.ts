import type { AttendanceStatus, AttendedInterval, MeetingRow, ParticipantRow } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";

/**
 * Absence up to which a person was not away, in ms. A reload takes seconds, and a client that lost its server comes back
 * within half a minute.
 */
export const GAP_MS = MINUTE_MS;

/** When somebody is late, has left early, or was absent; see {@link statusOf}. */
export interface Thresholds {
	readonly lateAfterMinutes: number;
	readonly leftEarlyMinutes: number;
	readonly presentPercent: number;
}

/** A stretch of time in a room; null: it lasts. */
export interface Stretch {
	readonly joinedAtMs: number;
	readonly leftAtMs: number | null;
}

/** What of a meeting decides how it was attended. */
export type HeldMeeting = Pick<MeetingRow, "startedAtMs" | "scheduledStartAtMs" | "scheduledEndAtMs">;

/**
 * Returns when a participant was in a meeting, oldest first: what overlaps, as that of two devices does, or is no more than
 * {@link GAP_MS} apart, is one interval.
 * @param untilMs the end of the meeting, or now
 */
export function intervalsOf(
	stretches: readonly Stretch[],
	{ state, leftAtMs }: Pick<ParticipantRow, "state" | "leftAtMs">,
	untilMs: number,
): readonly AttendedInterval[] {
	// Their connections may have lasted a moment longer than they were in the room.
	const isGone = state === "left" || state === "removed";
	const endMs = isGone && leftAtMs !== null ? Math.min(leftAtMs, untilMs) : untilMs;
	const intervals: AttendedInterval[] = [];
	for (const stretch of stretches.toSorted((a, b) => a.joinedAtMs - b.joinedAtMs)) {
		if (stretch.joinedAtMs > endMs) continue;
		const next = { joinedAtMs: stretch.joinedAtMs, leftAtMs: Math.min(stretch.leftAtMs ?? endMs, endMs) };
		const last = intervals.at(-1);
		if (!last || next.joinedAtMs - last.leftAtMs > GAP_MS) intervals.push(next);
		else intervals[intervals.length - 1] = { ...last, leftAtMs: Math.max(last.leftAtMs, next.leftAtMs) };
	}
	return intervals;
}

const sumOf = (intervals: readonly AttendedInterval[]): number =>
	intervals.reduce((sum, { joinedAtMs, leftAtMs }) => sum + Math.max(0, leftAtMs - joinedAtMs), 0);

/**
 * Returns the time that counts: from the scheduled start to the scheduled end, as far as the meeting was held then. One that
 * begins late makes no one late, and one that overruns makes no one leave early.
 */
function countedTime(
	{ startedAtMs, scheduledStartAtMs, scheduledEndAtMs }: HeldMeeting,
	untilMs: number,
): AttendedInterval {
	const heldFromMs = startedAtMs ?? untilMs;
	const joinedAtMs = Math.max(heldFromMs, scheduledStartAtMs ?? heldFromMs);
	const leftAtMs = Math.min(untilMs, scheduledEndAtMs ?? untilMs);
	return joinedAtMs < leftAtMs ? { joinedAtMs, leftAtMs } : { joinedAtMs: heldFromMs, leftAtMs: untilMs };
}

/**
 * Returns the status of somebody who was in a meeting at these times. Who was there for too small a part of it is absent,
 * whatever else they were; who came late is late, even if they left early as well.
 */
function statusOf(
	intervals: readonly AttendedInterval[],
	{ joinedAtMs: fromMs, leftAtMs: toMs }: AttendedInterval,
	{ lateAfterMinutes, leftEarlyMinutes, presentPercent }: Thresholds,
): AttendanceStatus {
	const [first, last] = [intervals[0], intervals.at(-1)];
	if (first === undefined || last === undefined) return "absent";
	const within = intervals.map(({ joinedAtMs, leftAtMs }) => ({
		joinedAtMs: Math.max(joinedAtMs, fromMs),
		leftAtMs: Math.min(leftAtMs, toMs),
	}));
	if (sumOf(within) * 100 < presentPercent * (toMs - fromMs)) return "absent";
	if (first.joinedAtMs > fromMs + lateAfterMinutes * MINUTE_MS) return "late";
	return last.leftAtMs < toMs - leftEarlyMinutes * MINUTE_MS ? "left_early" : "present";
}

/** How a participant attended a meeting. */
export interface Measured {
	readonly intervals: readonly AttendedInterval[];
	readonly presentMs: number;
	readonly measured: AttendanceStatus;
}

/** Measures how a participant attended a meeting. @param untilMs the end of the meeting, or now */
export function measure(
	meeting: HeldMeeting,
	participant: Pick<ParticipantRow, "state" | "leftAtMs">,
	stretches: readonly Stretch[],
	untilMs: number,
	thresholds: Thresholds,
): Measured {
	const intervals = intervalsOf(stretches, participant, untilMs);
	const measured = statusOf(intervals, countedTime(meeting, untilMs), thresholds);
	return { intervals, presentMs: sumOf(intervals), measured };
}
