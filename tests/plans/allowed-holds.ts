import type { Allowed } from "./allowed.ts";

/** What the plans of statements on legal holds, and on what they keep, may do although it grows. */
export const ALLOWED_OF_HOLDS: readonly Allowed[] = [
	{
		table: "legal_holds",
		kinds: ["all", "filter"],
		statement: /legal_holds.state = 'active'/,
		because: "each active hold of an organization may be on a meeting",
		bound: "200 holds of an organization on more than one meeting, besides those that name the meeting",
	},
	{
		table: "participants",
		kinds: ["filter", "all"],
		statement: /from legal_holds/,
		because:
			"who took part in a meeting that is held is not erased, and Postgres may read all that a held person took part in",
		bound: "the participations of one person",
	},
	{
		table: "invitations",
		kinds: ["filter", "all"],
		statement: /from invitations where \(+invitations.(?:email_key|accepted_by) = \? and invitations.org_id = \?\)/,
		because: "a person is erased from one organization, and found by an index over all of them",
		bound: "the invitations of one person",
	},
	{
		table: "privacy_exports",
		kinds: ["filter", "scan"],
		statement: /privacy_exports.(?:subject|email_key) = \?\)+ and privacy_exports.state in/,
		because: "the archives that contain an erased person are looked for, and there is no index of unfinished exports",
		bound: "the exports of an organization, of which it makes 5 an hour at most, by the job of an erasure",
	},
];
