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
	{
		table: "artifacts",
		kinds: ["filter"],
		statement: /^select id from artifacts where .*artifacts.blob_id = \?/,
		because: "whether another entry needs the same content",
		bound: "the first that is found",
	},
];
