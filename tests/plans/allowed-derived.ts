import type { Allowed } from "./allowed.ts";

const OF_ONE_TRANSCRIPT = "one for each language that the transcript was translated to";
const OF_ONE_PERSON = "what one person has, for each portion of 2,000";

/** What the plans of statements on translations, action items and notifications may do although it grows. */
export const ALLOWED_OF_DERIVED: readonly Allowed[] = [
	{
		table: "spent_live_tickets",
		kinds: ["scan"],
		statement: /^delete from spent_live_tickets/,
		engine: "postgres",
		because: "Postgres reads a small table from end to end",
		bound: "the tickets that were used in the last two minutes: older ones are deleted every minute",
	},
	{
		table: "translations",
		kinds: ["all", "filter", "sort"],
		statement: /translations.transcript_id = \?/,
		because: "those of a transcript are listed, and brought up to date, together",
		bound: OF_ONE_TRANSCRIPT,
	},
	{
		table: "action_items",
		kinds: ["filter", "scan"],
		statement: /from participants cross join action_items where .*action_items.owner_name is not null/,
		because: "a person is erased from what they had to do; Postgres reads the index of owners from end to end",
		bound: "the items of the meetings of one person, a portion at a time",
	},
	...["notifications", "notification_preferences"].map((table) => ({
		table,
		kinds: ["all"] as const,
		statement: new RegExp(`^delete from ${table} where .*jsonb_array_elements`),
		because: "Postgres does not look the keys of a portion up one by one",
		bound: OF_ONE_PERSON,
	})),
	{
		table: "notifications",
		kinds: ["filter"],
		statement: /^update notifications set read_at_ms/,
		because: "a person marks everything as read",
		bound: "the notifications of one person: those of 90 days",
	},
];
