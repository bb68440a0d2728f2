import type { Allowed } from "./allowed.ts";

/** What the plans of statements about domains and those who join by them may do although it grows. */
export const ALLOWED_OF_DOMAINS: readonly Allowed[] = [
	{
		table: "domain_leavers",
		kinds: ["filter", "all"],
		statement:
			/from domain_leavers where \(domain_leavers\.(?:user_id = \? and|org_id = \? and domain_leavers.user_id = \?)/,
		engine: "postgres",
		because: "all of a person's are deleted with the account, and one of them is looked for in the same index",
		bound: "the organizations that a person has left",
	},
	{
		table: "departures",
		kinds: ["all"],
		statement: /from departures where \(departures.org_id = \? and departures.purge_started_at_ms is null/,
		because: "a preview counts who has left and is not purged yet, in the index by time",
		bound: "the people who left an organization within one period",
	},
	{
		table: "users",
		kinds: ["scan"],
		statement: /from users where users.system_admin order by users.id asc/,
		because: "whoever closes an account that administers the installation must not be the last",
		bound: "the system administrators, by their own index",
	},
	{
		table: "invitations",
		kinds: ["filter"],
		statement: /select id from invitations where \(invitations.org_id = \? and invitations.email_key = \?\) limit \?/,
		because:
			"whether an address was ever invited is asked for people who sign in by their domain, and has no index of its own",
		bound: "the organizations that an address was invited to",
	},
];
