import type { Allowed } from "./allowed.ts";

/** What the plans of statements on usage, and on what organizations may use, may do although it grows. */
export const ALLOWED_OF_USAGE: readonly Allowed[] = [
	{
		table: "usage_records",
		kinds: ["all", "sort"],
		statement: /from usage_records where .*occurred_at_ms >= \? and usage_records.occurred_at_ms < \?/,
		because: "a span of time begins or ends within a quarter of an hour",
		bound: "the records of one meter in a quarter of an hour",
	},
	{
		table: "usage_records",
		kinds: ["filter", "sort", "all"],
		statement: /usage_records.(?:workspace_id|user_id) is not null/,
		because: "a span of time begins or ends within a day",
		bound: "the records of one meter on a day",
	},
	{
		table: "usage_totals",
		kinds: ["all"],
		statement: /from usage_totals where .*start_ms >= \? and usage_totals.start_ms < \?/,
		because: "a span of time is added up",
		bound: "the days of a span, at most five years of them, or 12,000 quarters of an hour",
	},
	{
		table: "usage_shares",
		kinds: ["all", "sort"],
		statement: /from usage_shares where .*start_ms >= \? and usage_shares.start_ms < \?/,
		because: "what each workspace or person has used is added up",
		bound: "one row for each of them and day of a span of at most five years",
	},
	{
		table: "configurations",
		kinds: ["scan"],
		engine: "postgres",
		statement: /^update configurations/,
		because: "Postgres reads a small table from end to end",
		bound: "one row",
	},
	{
		table: "usage_alerts",
		kinds: ["all"],
		statement: /from usage_alerts where usage_alerts.org_id = \?/,
		because: "all meters are looked at together",
		bound: "one row for each meter",
	},
	// Rows with a key of several columns: Postgres joins the keys of a portion with all rows of the tenant, see decision 030.
	...["usage_records", "usage_totals", "usage_shares"].map((table) => ({
		table,
		kinds: ["all"] as const,
		engine: "postgres" as const,
		statement: new RegExp(`^delete from ${table} where .*jsonb_array_elements`),
		because: "Postgres does not look the keys of a portion up one by one",
		bound: "the rows of the tenant that is purged, for each portion of 2,000",
	})),
	{
		table: "payment_events",
		kinds: ["all"],
		engine: "postgres",
		statement: /^delete from payment_events where .*received_at_ms < \? and .*jsonb_array_elements/,
		because: "Postgres does not look the keys of a portion up one by one",
		bound: "what has become too old within an hour, for each portion of 2,000",
	},
];
