import type { Allowed } from "./allowed.ts";

/** What the plans of statements on transcripts may do although it grows. */
export const ALLOWED_OF_TRANSCRIPTS: readonly Allowed[] = [
	{
		table: "transcripts",
		kinds: ["all", "filter", "sort"],
		statement:
			/from transcripts where \(?transcripts.org_id = \? and transcripts.meeting_id = \? and transcripts.deleted_at_ms is null/,
		because: "those that were removed are hidden, until a job deletes them",
		bound: "the transcripts of one meeting: one for each time it was transcribed, and one for each language imported",
	},
	{
		table: "speakers",
		kinds: ["all", "filter"],
		statement: /(?:from|update) speakers .*speakers.transcript_id = \?/,
		because:
			"the names of all speakers belong to what is read, and those who were merged follow the one they are merged into",
		bound: "1,000 speakers of a transcript",
	},
	{
		table: "speakers",
		kinds: ["filter"],
		statement:
			/^select speakers.org_id, speakers.id, speakers.transcript_id from participants cross join transcripts cross join speakers/,
		because: "the speakers known to be a person are looked for among those of the meetings they took part in",
		bound: "1,000 speakers of a transcript",
	},
	{
		table: "action_items",
		kinds: ["all", "filter"],
		statement: /from action_items .*action_items.meeting_id = \?/,
		because: "those of a meeting are read in their order, and filtered by status and owner",
		bound: "500 action items of a meeting",
	},
	{
		table: "segment_revisions",
		kinds: ["all"],
		statement: /^delete from segment_revisions .*segment_id (?:in|= any)/,
		because: "a segment loses all of its earlier texts at once",
		bound: "the earlier texts of the segments of a portion",
	},
	{
		table: "segments",
		kinds: ["filter"],
		statement: /segments.end_ms > \?/,
		because: "what began before a moment may still be said at it",
		bound: "what is said in ten minutes",
	},
];
