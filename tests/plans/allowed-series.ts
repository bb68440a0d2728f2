import type { Allowed } from "./allowed.ts";

const OF_SERIES = "at most the 1,000 occurrences of one series, and those that it cancelled";

/** What statements on series may do although it grows. */
export const ALLOWED_OF_SERIES: readonly Allowed[] = [
	{
		table: "meetings",
		kinds: ["filter"],
		statement: /meetings\.series_id = \? and meetings\.occurrence_at_ms is not null and \(meetings\.changed or/,
		because: "the meetings of one series, but for those that it cancelled itself",
		bound: OF_SERIES,
	},
	{
		table: "meetings",
		kinds: ["filter", "sort"],
		statement: /series\.join_code_hash = \? .* meetings\.series_id = series\.id/,
		because:
			"the code of a series opens the meeting that is on or comes next: those since a week ago are looked through",
		bound: OF_SERIES,
	},
	{
		table: "series",
		kinds: ["filter"],
		statement: /series\.workspace_id = \? and \(series\.access <> \? or series\.host_id = \?\)/,
		because: "series for invited people are left out, of which a workspace has few",
		bound: "the series of one workspace",
	},
	{
		table: "series",
		kinds: ["filter", "sort"],
		statement: /^select id from series where .* and series\.starts_at >= \? and \(case when/,
		because:
			"the series of a person's calendar that began in the last two years: who sees one depends on its workspace",
		bound: "the series of the workspaces of one person",
	},
	{
		table: "meetings",
		kinds: ["filter"],
		statement: /^select series_id, occurrence_at_ms, updated_at_ms from meetings where/,
		because: "what differs from the series of a calendar for one person",
		bound: "the created meetings to come, 60 days of them, of 50 series",
	},
];
