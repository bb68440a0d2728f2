import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { participants, workspaceMembers, workspaces } from "#db/schema";
import type { Bound } from "#db/statement";
import type { PersonalView } from "../rights.ts";

/** A person and their organization, as parameters of a statement. */
export type OfViewer = Bound<PersonalView & { readonly orgId: string }>;
type OfGuest = Bound<{ readonly orgId: string; readonly viewer: string }>;

/** The columns of a meeting that decide who sees it. */
export type GuardedColumns = Readonly<Record<"id" | "workspaceId" | "hostId" | "access", Column>>;

/** Returns the query for the role of a person in the workspace of a meeting. */
const roleOf = ({ orgId, viewer }: OfViewer, { workspaceId }: GuardedColumns): SQL => {
	const isTheirs = and(
		eq(workspaceMembers.orgId, orgId),
		eq(workspaceMembers.workspaceId, workspaceId),
		eq(workspaceMembers.userId, viewer),
	);
	return sql`(select ${workspaceMembers.role} from ${workspaceMembers} where ${isTheirs})`;
};

/** Returns the query for the state of a person as a participant of a meeting. */
const participationOf = ({ orgId, viewer }: OfViewer, { id }: GuardedColumns): SQL => {
	const isTheirs = and(eq(participants.orgId, orgId), eq(participants.meetingId, id), eq(participants.userId, viewer));
	return sql`(select ${participants.state} from ${participants} where ${isTheirs})`;
};

/** Returns the query for the visibility of the workspace of a meeting. */
const visibilityOf = ({ orgId }: OfViewer, { workspaceId }: GuardedColumns): SQL => {
	const isIt = and(eq(workspaces.orgId, orgId), eq(workspaces.id, workspaceId));
	return sql`(select ${workspaces.visibility} from ${workspaces} where ${isIt})`;
};

/**
 * Returns the condition that a person sees a meeting: the same rule as `rightsOf` of `rights.ts`, for lists.
 * @param reach `own`: without the meetings of workspaces that are open to the whole organization
 */
export function isSeenBy(viewer: OfViewer, meeting: GuardedColumns, reach: "all" | "own"): SQL {
	const role = roleOf(viewer, meeting);
	const isOpen = reach === "all" ? sql`${visibilityOf(viewer, meeting)} = 'org'` : sql`false`;
	const isOutsider = sql`${viewer.way} = 'outsider'`;
	const runs = sql`(${meeting.hostId} = ${viewer.viewer} or (${viewer.way} = 'staff' and ${role} = 'manager'))`;
	const byWorkspace = sql`(${role} = 'manager' or (${meeting.access} <> 'invited' and (${role} is not null or ${isOpen})))`;
	return sql`(case when not ${isOutsider} and ${runs} then true else case coalesce(${participationOf(viewer, meeting)}, 'none') when 'none' then not ${isOutsider} and ${byWorkspace} when 'refused' then false when 'removed' then false else true end end)`;
}

/** Returns the condition that a person may enter a meeting: the same rule as `rightsOf` of `rights.ts`, for lists. */
export const isEnteredBy = (viewer: OfViewer, meeting: GuardedColumns): SQL => isSeenBy(viewer, meeting, "own");

/** Returns the condition that a guest is in a meeting: the same rule as `rightsOf` of `rights.ts`, for lists. */
export function isEnteredByGuest({ orgId, viewer }: OfGuest, { id }: GuardedColumns): SQL {
	const isTheirs = and(eq(participants.orgId, orgId), eq(participants.meetingId, id), eq(participants.id, viewer));
	const state = sql`(select ${participants.state} from ${participants} where ${isTheirs})`;
	return sql`coalesce(${state} in ('admitted', 'left'), false)`;
}
