/**
 * Tables without a word that a person said, wrote or is named by, and that ordinary requests change all the time. A
 * table that is missing here costs an emptying of the log; one that should not be here leaves words in it.
 */
const WORDLESS: ReadonlySet<string> = new Set([
	"api_keys",
	"artifacts",
	"blobs",
	"followers",
	"jobs",
	"live_sessions",
	"live_tracks",
	"noted_reads",
	"organization_ledgers",
	"service_state",
	"sessions",
	"spent_live_tickets",
	"spent_refresh_tokens",
	"transcript_indexes",
	"unindexed_segments",
	"usage_levels",
	"usage_records",
	"usage_shares",
	"usage_totals",
]);

const TARGET = /^\s*(?:with\s.+?\)\s*)?(delete\s+from|update|insert\s+or\s+replace\s+into|insert\s+into)\s+"?(\w+)"?/is;

/**
 * Whether a statement may remove words: the log of the database holds the pages with them until it is emptied. What only
 * adds rows removes none.
 */
export function removesWords(text: string): boolean {
	const [, verb = "", table = ""] = TARGET.exec(text) ?? [];
	if (verb === "") return false;
	const adds = /^insert\s+into/i.test(verb) && !/\bon\s+conflict\b.*\bdo\s+update\b/is.test(text);
	return !(adds || WORDLESS.has(table));
}
