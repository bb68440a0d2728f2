import { and, eq, isNull } from "drizzle-orm";
import { forShare } from "#db/dsl";
import {
	type MeetingRow,
	meetings,
	type ParticipantRole,
	type ParticipantState,
	participants,
	type WorkspaceRole,
	type WorkspaceRow,
	workspaceMembers,
	workspaces,
} from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";

/** Finds the organization of a meeting, for system administrators. */
export const tenantOfMeeting = tenantOf(meetings);

const isShown = isNull(meetings.deletedAtMs);

/** Meetings of one organization, except deleted ones. */
export const meetingsOf = tenantRows(meetings, isShown);

type MeetingKey = Pick<MeetingRow, "orgId" | "id">;
/** Returns a meeting with a shared lock: it cannot change until the transaction ends. */
export const shareMeetingRow: (tx: Db, key: MeetingKey) => Promise<MeetingRow | undefined> = readRow(
	(tx, { orgId, id }: Bound<MeetingKey>) =>
		forShare(
			tx
				.select()
				.from(meetings)
				.where(and(eq(meetings.orgId, orgId), eq(meetings.id, id), isShown))
				.limit(1),
			meetings,
		),
);

/** What a caller is to a meeting. */
export interface Relation {
	readonly visibility: WorkspaceRow["visibility"];
	/** Role in its workspace; null without one. */
	readonly role: WorkspaceRole | null;
	/** Null for somebody who is no participant. */
	readonly participantState: ParticipantState | null;
	readonly participantRole: ParticipantRole | null;
}

/** A meeting and a caller: a person, or a guest by the id of their participant. */
type RelationKey = Pick<MeetingRow, "orgId" | "workspaceId"> & {
	readonly meetingId: string;
	readonly userId: string;
	readonly participantId: string | undefined;
};

/** Returns what a person or a guest is to a meeting; undefined when its workspace is gone. */
export const findRelation: (db: ReadDb, key: RelationKey) => Promise<Relation | undefined> = readRow(
	(db, { orgId, workspaceId, meetingId, userId, participantId }: Bound<RelationKey>) =>
		db
			.select({
				visibility: workspaces.visibility,
				role: workspaceMembers.role,
				participantState: participants.state,
				participantRole: participants.role,
			})
			.from(workspaces)
			.leftJoin(
				workspaceMembers,
				and(
					eq(workspaceMembers.orgId, orgId),
					eq(workspaceMembers.workspaceId, workspaceId),
					eq(workspaceMembers.userId, userId),
				),
			)
			.leftJoin(
				participants,
				and(
					eq(participants.orgId, orgId),
					eq(participants.meetingId, meetingId),
					participantId ? eq(participants.id, participantId) : eq(participants.userId, userId),
				),
			)
			.where(and(eq(workspaces.orgId, orgId), eq(workspaces.id, workspaceId)))
			.limit(1),
);
