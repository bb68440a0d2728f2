import type { Allowed } from "./allowed.ts";

const OF_ONE_MEETING = "the jobs of one meeting: one for each time a recording of it was transcribed";
const OF_ONE_LEDGER = "what was captured or derived of one meeting: recordings, waveforms, transcripts, its chat";

/** What the plans of statements on processing and on the ledger of artifacts may do although it grows. */
export const ALLOWED_OF_PROCESSING: readonly Allowed[] = [
	{
		table: "processing_jobs",
		kinds: ["all", "filter"],
		statement: /processing_jobs.meeting_id = \?/,
		because: "the unfinished jobs of a meeting are cancelled, and all of them erased, together",
		bound: OF_ONE_MEETING,
	},
	{
		table: "processing_jobs",
		kinds: ["filter", "sort", "scan", "all"],
		statement: /^select distinct org_id from processing_jobs where \(processing_jobs.state = \?/,
		because: "the sweep looks for the organizations with work",
		bound: "unfinished jobs, a hundred organizations at a time",
	},
	{
		table: "jobs",
		kinds: ["filter"],
		engine: "sqlite",
		statement: /from jobs where .*jobs.run_at_ms <= \?\) and jobs.org_id > \?\) order by jobs.org_id asc/,
		because: "organizations with due jobs take turns when there are more than 32 of these",
		bound:
			"the jobs of a queue that are due later, up to the next organization with one that is due, in an index alone",
	},
	{
		table: "processing_windows",
		kinds: ["all", "filter"],
		statement: /processing_windows.job_id (?:= \?|in)/,
		because: "what was heard of a recording is counted, and removed, together",
		bound: "windows of 28 seconds of one unfinished job: 3,100 for each channel of a day",
	},
	{
		table: "artifacts",
		kinds: ["all", "filter", "sort"],
		statement: /artifacts.meeting_id = \?/,
		because: "the periods of what a meeting has left begin together, and it is deleted together",
		bound: OF_ONE_LEDGER,
	},
	// Rows with a key of several columns: Postgres joins the keys of a portion with all rows of the tenant, see decision 030.
	...[
		"processing_windows",
		"segment_revisions",
		"segments",
		"translated_segments",
		"live_events",
		"workspace_members",
		"calendar_feeds",
	].map((table) => ({
		table,
		kinds: ["all"] as const,
		statement: new RegExp(`^delete from ${table} where .*jsonb_array_elements`),
		because: "Postgres does not look the keys of a portion up one by one",
		bound:
			"the rows of the tenant that is purged, or of the person or the meeting that is erased, for each portion of 2,000",
	})),
	{
		table: "segments",
		kinds: ["filter"],
		statement: /^delete from segments where .*segments.transcript_id = \?\) and segments.id = any/,
		because: "the portions of a transcript that is removed",
		bound: "the segments of one transcript",
	},
	{
		table: "workspace_members",
		kinds: ["offset"],
		statement: /^select .* from meetings .*order by meetings.starts_at_ms desc/,
		because: "a list looks up the workspaces of its reader once",
		bound: "the workspaces of one person",
	},
	{
		table: "artifacts",
		kinds: ["filter"],
		statement: /^select id from artifacts where .*artifacts.blob_id = \?/,
		because: "whether another entry needs the same content",
		bound: "the first that is found",
	},
];
