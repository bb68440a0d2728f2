import type { Allowed } from "./allowed.ts";

/** What the plans of statements on events, the audit log, followers and integrations may do although it grows. */
export const ALLOWED_OF_FOLLOWERS: readonly Allowed[] = [
	{
		table: "events",
		kinds: ["all"],
		statement: /^delete from events where \(events.org_id = \? and events.sequence <= \?\)/,
		because: "what is older than it has to be is deleted from the beginning of the log",
		bound: "one portion, whose last sequence was looked up before",
	},
	{
		table: "events",
		kinds: ["filter"],
		statement: /events.sequence > \? and events.sequence <= \? and events.type in \(\?\)/,
		because: "the types that somebody wants have no index of their own",
		bound: "the 5,000 events that one read looks at",
	},
	{
		table: "audit_keys",
		kinds: ["scan", "sort", "all"],
		statement: /from audit_keys/,
		because: "all keys are published, and Postgres reads a small table from end to end",
		bound: "one key for each encryption key that the installation has lost",
	},
	{
		table: "followers",
		kinds: ["all"],
		statement: /from followers cross join organization_ledgers where \(followers.org_id in \(\?\)/,
		because: "all followers of an organization are told that its logs have grown",
		bound: "20 webhooks and 5 audit streams of each organization",
	},
	{
		table: "webhooks",
		kinds: ["all"],
		statement: /^select count\(\*\) from webhooks where webhooks.org_id = \?/,
		because: "their number is limited",
		bound: "20 for each organization",
	},
	...["webhooks", "audit_streams", "integrations"].map((table) => ({
		table,
		kinds: ["filter"] as const,
		statement: new RegExp(`from ${table} where \\(${table}.org_id = \\? and ${table}.maker_state = \\?`),
		because: "the state of their makers has no index of its own",
		bound: "20 webhooks, 5 audit streams and 20 integrations of each organization",
	})),
	{
		table: "webhook_deliveries",
		kinds: ["all"],
		statement: /from webhook_deliveries where \(webhook_deliveries.org_id = \? and webhook_deliveries.event_id = \?\)/,
		because: "an event was sent to several webhooks",
		bound: "the 20 webhooks that an organization may have",
	},
	{
		table: "departures",
		kinds: ["filter"],
		statement: /from departures where \(departures.user_id = \? and \(exists \(select 1 from legal_holds/,
		engine: "postgres",
		because: "one of the organizations that somebody has left may hold what is theirs",
		bound: "the organizations that one person has left",
	},
	...["guardian_consents", "departures"].map((table) => ({
		table,
		kinds: ["all"] as const,
		statement: new RegExp(`^delete from ${table} where .*jsonb_array_elements`),
		because: "Postgres does not look the keys of a portion up one by one",
		bound: "the rows of one person, for each portion of 2,000",
	})),
];
