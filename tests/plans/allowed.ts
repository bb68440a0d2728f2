import type { Dialect } from "#db/dialect";
import { ALLOWED_OF_ATTENDANCE } from "./allowed-attendance.ts";
import { ALLOWED_OF_CAPTIONS } from "./allowed-captions.ts";
import { ALLOWED_OF_DERIVED } from "./allowed-derived.ts";
import { ALLOWED_OF_DOMAINS } from "./allowed-domains.ts";
import { ALLOWED_OF_FOLLOWERS } from "./allowed-followers.ts";
import { ALLOWED_OF_HOLDS } from "./allowed-holds.ts";
import { ALLOWED_OF_MEETINGS } from "./allowed-meetings.ts";
import { ALLOWED_OF_PROCESSING } from "./allowed-processing.ts";
import { ALLOWED_OF_RECORDINGS } from "./allowed-recordings.ts";
import { ALLOWED_OF_RETENTION } from "./allowed-retention.ts";
import { ALLOWED_OF_SEARCH } from "./allowed-search.ts";
import { ALLOWED_OF_SERIES } from "./allowed-series.ts";
import { ALLOWED_OF_TRANSCRIPTS } from "./allowed-transcripts.ts";
import { ALLOWED_OF_USAGE } from "./allowed-usage.ts";
import { ALLOWED_OF_WORKSPACES } from "./allowed-workspaces.ts";
import type { Finding, Kind } from "./finding.ts";

/** Something in plans that grows with a table, and is accepted. */
export interface Allowed {
	readonly table: string;
	readonly kinds: readonly Kind[];
	/** What the normalized statements have in common. */
	readonly statement: RegExp;
	/** The engine that needs it; absent: both. */
	readonly engine?: Dialect;
	/** Why it is accepted. */
	readonly because: string;
	/** What bounds the rows it reads. */
	readonly bound: string;
}

const OF_ONE_PERSON = "all of them are wanted, or deleted with the account";

/** All that the plans of the program's statements may do although it grows. An entry that nothing needs is an error. */
export const ALLOWED: readonly Allowed[] = [
	{
		table: "signing_keys",
		kinds: ["scan", "sort", "all"],
		statement: /(?:from|update) signing_keys/,
		because: "the whole key set is published, and Postgres reads a small table from end to end",
		bound: "one key in 90 days",
	},
	{
		table: "audit_targets",
		kinds: ["all"],
		statement:
			/^select audit_targets.occurred_at_ms from audit_targets cross join audit_entries where .* audit_entries.action in/,
		because: "what is removed is taken out of all events that were recorded with an entry about it",
		bound: "the entries about one resource",
	},
	{
		table: "organization_blocks",
		kinds: ["all", "filter", "sort"],
		statement: /from organization_blocks where \(?organization_blocks.org_id/,
		because: "all blocks decide whether an organization is suspended",
		bound: "one for each of four authorities, of an organization or of those of a page",
	},
	...["passkeys", "recovery_codes"].map((table) => ({
		table,
		kinds: ["all", "filter", "sort"] as const,
		statement: new RegExp(`from ${table} where \\(?${table}.user_id = \\?`),
		because: OF_ONE_PERSON,
		bound: "20 for each person",
	})),
	{
		table: "user_identities",
		kinds: ["all", "filter"],
		statement: /^delete from user_identities where \(?user_identities.user_id = \?/,
		because: OF_ONE_PERSON,
		bound: "the identities of one person: one for each provider there ever was",
	},
	{
		table: "known_devices",
		kinds: ["all"],
		statement: /^delete from known_devices where known_devices.user_id = \?/,
		because: OF_ONE_PERSON,
		bound: "the devices of one person in 180 days",
	},
	{
		table: "challenges",
		kinds: ["all"],
		statement: /^delete from challenges where challenges.user_id = \?/,
		because: OF_ONE_PERSON,
		bound: "what one person began in the last minutes, within the limits of requests",
	},
	{
		table: "challenges",
		kinds: ["offset"],
		statement: /from challenges where \(challenges.kind = \? and challenges.user_id is null\) order by/,
		because: "the anonymous ones beyond a number are deleted, once a minute",
		bound: "that number, read from an index alone",
	},
	{
		table: "failed_sign_ins",
		kinds: ["offset"],
		statement: /from failed_sign_ins order by failed_sign_ins.id desc limit \? offset \?/,
		because: "those beyond a number are deleted, once an hour",
		bound: "that number, 100,000, read from an index alone",
	},
	{
		table: "one_time_tokens",
		kinds: ["all", "filter"],
		statement: /^delete from one_time_tokens where \(?one_time_tokens.(?:user_id|mailed) = \?/,
		because: "only the newest token of a purpose is valid, and none of a person who is closed",
		bound: "the tokens of one person in a day",
	},
	{
		table: "memberships",
		kinds: ["all", "sort"],
		statement: /from memberships cross join organizations where \(memberships.user_id = \?/,
		because: "a person sees all organizations they belong to",
		bound: "the organizations of one person",
	},
	{
		table: "memberships",
		kinds: ["all"],
		statement: /from memberships where \(memberships.org_id = \? and memberships.role = \?\)$/,
		because: "the last owner cannot leave",
		bound: "the owners of one organization, counted in an index alone",
	},
	...ALLOWED_OF_DOMAINS,
	{
		table: "invitations",
		kinds: ["filter", "sort"],
		statement:
			/from invitations where \(invitations.org_id = \? and \(+invitations.state = 'pending' and invitations.expires_at_ms (?:>|<=) \?/,
		because: "an invitation expires without a write; newest first, the valid ones and the expired ones lie together",
		bound: "the invitations of one organization that nobody has answered, in the index of their state",
	},
	{
		table: "invitations",
		kinds: ["filter"],
		statement:
			/from invitations cross join organizations where \(invitations.email_key = \? and invitations.state = 'pending'/,
		because: "whoever signs in at a provider is looked up in all organizations",
		bound: "one pending invitation of an address in each organization",
	},
	{
		table: "invitations",
		kinds: ["filter"],
		statement:
			/from invitations where \(invitations.org_id = \? and invitations.accepted_by = \? and invitations.accepted_at_ms = \?\) limit \?/,
		because: "an index for the erasure of a person serves it",
		bound: "the invitations that one person has accepted",
	},
	{
		table: "jobs",
		kinds: ["all"],
		statement: /from jobs where \(jobs.queue in \(\?\) and jobs.state = 'ready' and jobs.run_at_ms <= \?\)$/,
		because: "a gauge of /metrics shows how many wait",
		bound: "the jobs that are due, counted in an index alone",
	},
	{
		table: "sessions",
		kinds: ["filter"],
		statement:
			/from sessions where \(\(sessions.user_id = \?.* sessions.idle_expires_at_ms > \?.* order by sessions.revoked_at_ms desc/,
		because: "a session expires without a write; newest first, the expired ones come last",
		bound: "the sessions of one person that expired in the last 60 days without having been signed out",
	},
	{
		table: "search_terms",
		kinds: ["all", "filter", "sort"],
		statement: /search_terms.term >= \? and search_terms.term < \?/,
		because: "the rows of a rare word are sorted by their place in the list",
		bound: "a word is followed only when it has fewer rows than a constant",
	},
	{
		table: "search_terms",
		kinds: ["filter"],
		statement: /(?:instr|strpos)\(search_terms.words, .*limit \?\) as found/,
		because: "further words of a search are looked at in the entries of its rarest word, in the order of the list",
		bound: "the entries of one list at 0.2 µs each, where common words never occur together (decision 025)",
	},
	{
		table: "organizations",
		kinds: ["filter"],
		statement:
			/from organizations where \(\(organizations.id\) > \(\?\) and organizations.state <> \?\) order by organizations.id asc limit \?/,
		because: "the index of search is built once, over all organizations in the order of their ids",
		bound: "a portion; each tombstone is read once",
	},
	{
		table: "organizations",
		kinds: ["all", "sort", "scan"],
		statement: /from organizations where .* limit \?\) as found/,
		because: "few organizations of a type or of a range of time are sorted by name",
		bound: "1,000: more of them are read by name",
	},
	{
		table: "one_time_tokens",
		kinds: ["all", "scan"],
		statement: /^delete from one_time_tokens where \(not one_time_tokens.mailed and/,
		because: "whoever made links for others loses a right: they stop working in the same change",
		bound: "the links that administrators were shown in a day, in an index of their own",
	},
	{
		table: "memberships",
		kinds: ["all"],
		statement: /^delete from one_time_tokens where \(not one_time_tokens.mailed and exists/,
		engine: "postgres",
		because: "Postgres reads the members rather than look each of them up",
		bound: "the members of one organization, in an index alone",
	},
	{
		table: "memberships",
		kinds: ["filter"],
		statement: /from memberships cross join users where .*select \(?strpos\(entry.words/,
		engine: "postgres",
		because: "a search for common words among the members with a role looks at them in the order of the list",
		bound: "common words are soon met (decision 025)",
	},
	{
		table: "memberships",
		kinds: ["all", "sort"],
		statement: /as found cross join memberships cross join users where .*memberships.role = \?/,
		engine: "postgres",
		because: "Postgres expects few members to have a role, in the average organization",
		bound: "the members of one organization with the role",
	},
	{
		table: "api_keys",
		kinds: ["filter"],
		statement: /from api_keys where \(api_keys.org_id = \? and api_keys.created_by = \? and api_keys.maker_state <> \?/,
		because: "the keys of somebody who leaves or comes back are marked, in portions",
		bound: "the valid keys that one person is responsible for, each read once",
	},
	{
		table: "invitations",
		kinds: ["filter"],
		statement:
			/from invitations where \(invitations.org_id = \? and invitations.invited_by = \? and invitations.role in/,
		because: "the invitations of somebody who loses a right are withdrawn, in portions",
		bound: "the invitations by one person that nobody has answered",
	},
	{
		table: "invitations",
		kinds: ["all", "filter"],
		statement: /^delete from invitations where \(invitations.(?:email_key|accepted_by) = \? and \(invitations.org_id/,
		because: "a person is erased, in portions whose keys are given",
		bound: "the invitations of one person",
	},
	{
		table: "organizations",
		kinds: ["scan", "filter"],
		statement: / is true.* order by organizations.name_key asc, organizations.id asc limit \?$/,
		because: "organizations of a common type or a long range of time are read by name",
		bound: "more than 1,000 match, so a page is soon full",
	},
	...ALLOWED_OF_ATTENDANCE,
	...ALLOWED_OF_CAPTIONS,
	...ALLOWED_OF_DERIVED,
	...ALLOWED_OF_FOLLOWERS,
	...ALLOWED_OF_HOLDS,
	...ALLOWED_OF_RETENTION,
	...ALLOWED_OF_MEETINGS,
	...ALLOWED_OF_PROCESSING,
	...ALLOWED_OF_RECORDINGS,
	...ALLOWED_OF_SEARCH,
	...ALLOWED_OF_SERIES,
	...ALLOWED_OF_TRANSCRIPTS,
	...ALLOWED_OF_USAGE,
	...ALLOWED_OF_WORKSPACES,
];

/** Whether an entry accepts a finding. */
export const accepts = (allowed: Allowed, { table, kind, statement, engine }: Finding): boolean =>
	allowed.table === table &&
	allowed.kinds.includes(kind) &&
	(allowed.engine ?? engine) === engine &&
	allowed.statement.test(statement);
