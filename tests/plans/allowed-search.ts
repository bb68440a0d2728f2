import type { Allowed } from "./allowed.ts";

/** What the plans of statements on the search of what was said may do although it grows. */
export const ALLOWED_OF_SEARCH: readonly Allowed[] = [
	{
		table: "transcript_words",
		kinds: ["filter", "sort"],
		statement: /^with looked as .* looked_up as/,
		engine: "postgres",
		because: "GIN knows no order: what the newest documents do not have is looked up, and sorted",
		bound: "the documents that have a rare word (decision 042)",
	},
	{
		table: "transcript_words",
		kinds: ["filter"],
		statement: /^delete from transcript_words where tenant = \? and document = any/,
		engine: "postgres",
		because: "the documents of a transcript that is gone are removed, in portions",
		bound: "the documents of one organization with the token of the transcript",
	},
	{
		table: "unindexed_segments",
		kinds: ["all"],
		statement:
			/^delete from unindexed_segments where \(unindexed_segments.org_id = \? and (?:unindexed_segments.transcript_id = \?\)$|\(unindexed_segments.transcript_id, )/,
		because: "a transcript that is removed waits for nothing, and those of an organization are erased in portions",
		bound: "the parts that wait to be indexed: what was said in seconds",
	},
	{
		table: "transcript_indexes",
		kinds: ["all"],
		statement: /item(?:\(value\))? cross join transcript_indexes cross join transcripts/,
		engine: "postgres",
		because: "Postgres expects few transcripts in the average organization, and joins those to what is found",
		bound: "the transcripts of one organization",
	},
	{
		table: "segments",
		kinds: ["all"],
		statement: /segments.seq % 8 = cast\(item.value/,
		engine: "postgres",
		because: "Postgres expects few segments in the average organization, and joins those to what is found",
		bound: "the segments of one organization",
	},
	{
		table: "segments",
		kinds: ["filter"],
		statement: /segments.seq % 8 = json_extract\(item.value/,
		engine: "sqlite",
		because: "a document is of those that begin in one eighth of a second, and of those every eighth",
		bound: "what begins in an eighth of a second",
	},
];
