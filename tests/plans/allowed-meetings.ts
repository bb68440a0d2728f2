import type { Allowed } from "./allowed.ts";

/** What the plans of statements on meetings and their participants may do although it grows. */
export const ALLOWED_OF_MEETINGS: readonly Allowed[] = [
	{
		table: "participants",
		kinds: ["filter"],
		statement: /^select users.id, .* from participants cross join memberships cross join users where/,
		because: "everybody in a meeting is notified, except the few who were refused or removed",
		bound: "50 participants at a time",
	},
	{
		table: "participants",
		kinds: ["filter", "offset"],
		statement:
			/from participants where \(participants.org_id = \? and \(?participants.meeting_id = \? and participants.state/,
		because: "participants are shown in one order, whatever their states are",
		bound: "2,000 participants of a meeting",
	},
	{
		table: "participants",
		kinds: ["filter"],
		statement:
			/^select id, name from participants where \(participants.org_id = \? and participants.meeting_id = \? and participants.(?:joined_at_ms <= \?|name <> \?)/,
		because: "everyone who was in a meeting is asked for consent, and their names are compared with those of speakers",
		bound: "2,000 participants of a meeting",
	},
	{
		table: "participants",
		kinds: ["filter"],
		statement: /^select user_id, name from participants where .*participants.role = 'host'/,
		because: "hosts are few, and no index is worth the question who they are",
		bound: "2,000 participants of a meeting",
	},
	{
		table: "meetings",
		kinds: ["filter", "sort", "offset", "all"],
		statement: /case when not \? = 'outsider' and \((?:meetings|in_workspace|last_of_workspace|attended).host_id = \?/,
		because: "who sees a meeting depends on its workspace, its participants and its host",
		bound:
			"twenty times the page in the list itself; otherwise a page of each of the person's workspaces, and what they take part in",
	},
	{
		table: "meetings",
		kinds: ["offset"],
		statement: /^select starts_at_ms, id from meetings where .* limit \? offset \?$/,
		because: "it finds where a look at the list ends",
		bound: "twenty times the page",
	},
	{
		table: "meetings",
		kinds: ["filter", "sort", "all"],
		statement: /as found cross join meetings/,
		engine: "postgres",
		because: "Postgres expects few meetings in the average organization, and joins those to what is found",
		bound: "the meetings of one organization that match the other filters",
	},
	{
		table: "meetings",
		kinds: ["filter"],
		statement:
			/from meetings where \(\(meetings.org_id, meetings.id\) > \(\?, \?\) and meetings.deleted_at_ms is null\)/,
		because: "the search index has been built of what is not deleted",
		bound: "the meetings whose deletion a job has not finished",
	},
	{
		table: "meetings",
		kinds: ["filter"],
		statement:
			/from meetings where \(meetings.org_id = \? and \(meetings.workspace_id = \? and meetings.deleted_at_ms is null/,
		because: "the index of a workspace is that of the foreign key, too, and so has all of its meetings",
		bound: "the meetings whose deletion a job has not finished, read from the index alone",
	},
	{
		table: "participants",
		kinds: ["all"],
		statement: /^select .* from meetings where .* from participants cross join meetings as attended/,
		because: "a person sees all meetings they take part in",
		bound: "the participations of one person",
	},
	{
		table: "participants",
		kinds: ["filter"],
		statement: /participants.meeting_id = (?:\?|\w+.id) and participants.user_id = \?/,
		engine: "postgres",
		because: "Postgres expects few participants in the average meeting, and looks for the person among them",
		bound: "2,000 participants of a meeting",
	},
	{
		table: "participants",
		kinds: ["offset"],
		statement: /^select id from participants where .* limit \? offset \?$/,
		because: "it tells whether a meeting is full",
		bound: "2,000 participants of a meeting, read from an index alone",
	},
	{
		table: "consents",
		kinds: ["all"],
		statement: /not exists \(select id from consents later where/,
		because: "of the decisions of each participant the last one counts",
		bound: "the decisions about one meeting, within the limits of requests",
	},
	{
		table: "participants",
		kinds: ["filter"],
		statement: /^update participants set user_id = \?, name = \?/,
		because: "a person is erased, in portions",
		bound: "the participations of one person",
	},
	...["participants", "consents", "chat_messages", "former_texts"].map((table) => ({
		table,
		kinds: ["filter" as const],
		statement: new RegExp(`^delete from ${table} where \\(\\(${table}.org_id = \\? and ${table}.meeting_id = \\?\\)`),
		because: "a deleted meeting is erased, in portions",
		bound: "what there is of one meeting",
	})),
];
