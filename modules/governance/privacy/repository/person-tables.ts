import * as schema from "#db/schema";
import { readChat } from "./chat.ts";
import { pagesOf, type ReadPages, type Row } from "./pages.ts";
import type { Shown } from "./shown.ts";

/** Whose data is exported, and what of the organization is known to be theirs: it grows while the tables are read. */
export interface Traces {
	/** Null: no account is known. */
	readonly userId: string | null;
	/** Their address in the form used for comparison; null: unknown. */
	readonly emailKey: string | null;
	readonly participantIds: Set<string>;
	readonly meetingIds: Set<string>;
	readonly transcriptIds: Set<string>;
	readonly speakerIds: Set<string>;
}

/** A table in the export of a person. */
export interface PersonTable {
	/** Name of its file, without the extension; null: read only for what follows. */
	readonly file: string | null;
	readonly read: ReadPages;
	/** Values of the first column of the order for which it is read; undefined: all rows of the organization are. */
	readonly of?: (traces: Traces) => Iterable<string | null>;
	/** Whether a row is about the person; default: every row that is read is. */
	readonly isTheirs?: (row: Row, traces: Traces) => boolean;
	readonly isShown?: (row: Row, shown: Shown) => boolean | Promise<boolean>;
	/** Notes what a row tells. */
	readonly note?: (row: Row, traces: Traces) => void;
	/** Columns that are left out, besides those that always are. */
	readonly without?: readonly string[];
}

const byUser = ({ userId }: Traces) => [userId];
const byMeeting = ({ meetingIds }: Traces) => meetingIds;
const byTranscript = ({ transcriptIds }: Traces) => transcriptIds;
const isTranscriptShown = ({ transcriptId }: Row, shown: Shown) =>
	shown.isOwnerShown("transcript", String(transcriptId));
const byParticipant = ({ participantId }: Row, { participantIds }: Traces) => participantIds.has(String(participantId));
const noteParticipant = ({ id, meetingId }: Row, { participantIds, meetingIds }: Traces) => {
	participantIds.add(String(id));
	meetingIds.add(String(meetingId));
};
const isUser = (value: unknown, { userId }: Traces) => userId !== null && value === userId;

/**
 * The tables that the export of a person from an organization contains, in the order in which one leads to the next;
 * `tests/architecture/exports.test.ts` knows the columns that name people in the others.
 */
export const PERSON_TABLES: readonly PersonTable[] = [
	{ file: "membership", read: pagesOf(schema.memberships, ["userId"]), of: byUser },
	{ file: "former-membership", read: pagesOf(schema.departures, ["userId"]), of: byUser },
	{ file: "guardian-consent", read: pagesOf(schema.guardianConsents, ["userId"]), of: byUser },
	{ file: "workspaces", read: pagesOf(schema.workspaceMembers, ["userId", "workspaceId"]), of: byUser },
	{
		file: "invitations",
		read: pagesOf(schema.invitations, ["id"]),
		isTheirs: ({ emailKey, acceptedBy }, traces) =>
			(traces.emailKey !== null && emailKey === traces.emailKey) || isUser(acceptedBy, traces),
	},
	{
		file: "api-keys",
		read: pagesOf(schema.apiKeys, ["id"]),
		isTheirs: ({ createdBy }, traces) => isUser(createdBy, traces),
	},
	{
		file: "participations",
		read: pagesOf(schema.participants, ["userId", "meetingId"]),
		of: byUser,
		note: noteParticipant,
	},
	{
		file: "participations-by-address",
		read: pagesOf(schema.participants, ["emailKey", "meetingId"]),
		of: ({ emailKey }) => [emailKey],
		note: noteParticipant,
	},
	{
		file: "meetings",
		read: pagesOf(schema.meetings, ["id"]),
		isTheirs: ({ hostId, createdBy, deletedAtMs }, traces) =>
			deletedAtMs === null && (isUser(hostId, traces) || isUser(createdBy, traces)),
	},
	{
		file: "series",
		read: pagesOf(schema.series, ["id"]),
		isTheirs: ({ hostId }, traces) => isUser(hostId, traces),
	},
	{
		file: "consents",
		read: pagesOf(schema.consents, ["meetingId", "participantId", "kind", "decidedAtMs", "id"]),
		of: byMeeting,
		isTheirs: byParticipant,
	},
	{
		file: "chat-messages",
		read: readChat,
		of: byMeeting,
		isTheirs: byParticipant,
		isShown: (row, shown) => shown.isMessageShown(row),
	},
	{
		file: "attendance",
		read: pagesOf(schema.attendanceRows, ["meetingId", "participantId"]),
		of: byMeeting,
		isTheirs: byParticipant,
		isShown: ({ meetingId }, shown) => shown.isOwnerShown("attendance", String(meetingId)),
	},
	{
		file: "action-items",
		read: pagesOf(schema.actionItems, ["meetingId", "position", "id"]),
		of: byMeeting,
		isTheirs: ({ ownerId }, { participantIds }) => participantIds.has(String(ownerId)),
		isShown: ({ meetingId }, shown) => shown.isOwnerShown("action_items", String(meetingId)),
	},
	{
		file: null,
		read: pagesOf(schema.transcripts, ["meetingId", "createdAtMs", "id"]),
		of: byMeeting,
		note: ({ id, deletedAtMs }, { transcriptIds }) => void (deletedAtMs === null && transcriptIds.add(String(id))),
	},
	{
		file: "speakers",
		read: pagesOf(schema.speakers, ["transcriptId", "id"]),
		of: byTranscript,
		isTheirs: byParticipant,
		isShown: isTranscriptShown,
		note: ({ id }, { speakerIds }) => void speakerIds.add(String(id)),
	},
	{
		file: "segments",
		read: pagesOf(schema.segments, ["transcriptId", "startMs", "seq"]),
		of: byTranscript,
		isTheirs: ({ speakerId }, { speakerIds }) => speakerIds.has(String(speakerId)),
		isShown: isTranscriptShown,
	},
	{ file: "notifications", read: pagesOf(schema.notifications, ["userId", "id"]), of: byUser },
	{ file: "notification-preferences", read: pagesOf(schema.notificationPreferences, ["userId"]), of: byUser },
	{ file: "calendar-feeds", read: pagesOf(schema.calendarFeeds, ["userId", "id"]), of: byUser },
	{ file: "domain-leavers", read: pagesOf(schema.domainLeavers, ["userId"]), of: byUser },
	{
		file: "audit-log",
		read: pagesOf(schema.auditEntries, ["actorId", "occurredAtMs", "sequence"]),
		of: byUser,
		// What they changed may be about others.
		without: ["changes"],
	},
];
