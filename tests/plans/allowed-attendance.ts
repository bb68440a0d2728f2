import type { Allowed } from "./allowed.ts";

/** What the plans of statements on attendance may do although it grows. */
export const ALLOWED_OF_ATTENDANCE: readonly Allowed[] = [
	{
		table: "attendance_instances",
		kinds: ["scan"],
		statement: /^(?:select id, seen_at_ms from attendance_instances|update attendance_instances)/,
		because: "each server looks whether the others are alive, and Postgres reads a small table from end to end",
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
	{
		table: "meetings",
		kinds: ["filter", "sort"],
		statement: /^select .* from meetings .*meetings\.series_id in \(\?\) and meetings\.occurrence_at_ms is not null/,
		because: "the meetings that took place, of a series and those that it continues, in one order",
		bound: "at most the 1,000 occurrences of each of 50 series",
	},
	...["participants", "workspace_members"].map((table) => ({
		table,
		kinds: ["all"] as const,
		statement: /^select .* from meetings cross join workspaces .*meetings\.series_id in \(\?\)/,
		engine: "postgres" as const,
		because: "what a caller is to the meetings of a series: Postgres joins all that an average person takes part in",
		bound: "what one person takes part in; each meeting is looked up where that is more",
	})),
	{
		table: "host_leases",
		kinds: ["all", "filter"],
		statement: /^update host_leases set ends_at_ms/,
		because: "an instance renews what is noted of it once a second, in one statement",
		bound: "the hosts who are connected to one instance",
	},
	...["attendance_rows", "attendance_stretches", "host_leases"].map((table) => ({
		table,
		kinds: ["all"] as const,
		statement: new RegExp(`^delete from ${table} where \\(+${table}.org_id = \\? and .*jsonb_array_elements`),
		engine: "postgres" as const,
		because:
			"a portion is deleted, whose keys are given: Postgres joins them to the few rows of the average organization",
		bound: "a portion of what one organization, or one meeting, has",
	})),
	{
		table: "host_leases",
		kinds: ["all", "filter"],
		statement:
			/^(?:select .*|delete) from host_leases where \(+host_leases.org_id = \? and host_leases.meeting_id = \?/,
		because: "all leases of a meeting decide whether somebody who runs it is there",
		bound: "one for each server, and one for the start",
	},
];
