import type { Allowed } from "./allowed.ts";

/** What the plans of statements on attendance may do although it grows. */
export const ALLOWED_OF_ATTENDANCE: readonly Allowed[] = [
	{
		table: "attendance_instances",
		kinds: ["scan"],
		statement: /^select id, seen_at_ms from attendance_instances$/,
		because: "each server looks whether the others are alive",
		bound: "one row for each server, and for each that was killed in the last half minute",
	},
	{
		table: "participants",
		kinds: ["filter"],
		statement: /^select id, user_id, name, state, left_at_ms, created_at_ms from participants where/,
		because: "everyone has attendance except who was refused, or was removed before they came",
		bound: "2,000 participants of a meeting",
	},
	{
		table: "attendance_stretches",
		kinds: ["all"],
		statement:
			/^select .* from attendance_stretches where \(attendance_stretches.org_id = \? and attendance_stretches.meeting_id = \?/,
		because: "all stretches of a participant make their intervals, and the last of a meeting is its end",
		bound: "the stretches of one meeting, which are deleted when its attendance is ready",
	},
	{
		table: "attendance_rows",
		kinds: ["all", "sort"],
		statement: /^select measured, count\(\*\) from attendance_rows/,
		because: "the participants of a meeting are counted once, when its attendance is ready",
		bound: "2,000 participants of a meeting",
	},
];
