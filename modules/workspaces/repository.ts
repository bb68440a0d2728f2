import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { type WorkspaceRole, type WorkspaceRow, workspaceMembers, workspaces } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

/** A workspace with the role of one person in it. */
export interface SeenWorkspace {
	readonly workspace: WorkspaceRow;
	/** Null for somebody who is no member. */
	readonly role: WorkspaceRole | null;
}

type Key = { readonly orgId: string; readonly id: string; readonly userId: string };

const selectSeen = (db: ReadDb, { orgId, id, userId }: Bound<Key>) =>
	db
		.select({ workspace: workspaces, role: workspaceMembers.role })
		.from(workspaces)
		.leftJoin(
			workspaceMembers,
			and(
				eq(workspaceMembers.orgId, orgId),
				eq(workspaceMembers.workspaceId, workspaces.id),
				eq(workspaceMembers.userId, userId),
			),
		)
		.where(and(eq(workspaces.orgId, orgId), eq(workspaces.id, id)))
		.limit(1);

/** Returns a workspace with the role of a person in it; undefined when the organization has no such workspace. */
export const findSeen: (db: ReadDb, key: Key) => Promise<SeenWorkspace | undefined> = readRow(selectSeen);

/** Returns the same, the workspace locked against changes until the transaction ends; others can share the lock. */
export const shareSeen: (tx: Db, key: Key) => Promise<SeenWorkspace | undefined> = readRow((tx, key: Bound<Key>) =>
	forShare(selectSeen(tx, key), workspaces),
);

/** Parameters of conditions on what a person sees. */
type OfViewer = Bound<{ readonly orgId: string; readonly viewer: string }>;

/** Returns the query for the ids of the workspaces in which a person has one of these roles; default: any. */
export function workspacesOfMember({ orgId, viewer }: OfViewer, roles?: readonly WorkspaceRole[]): SQL {
	const isTheirs = and(
		eq(workspaceMembers.orgId, orgId),
		eq(workspaceMembers.userId, viewer),
		roles && inArray(workspaceMembers.role, [...roles]),
	);
	return sql`(select ${workspaceMembers.workspaceId} from ${workspaceMembers} where ${isTheirs})`;
}

/** Returns the query for the ids of the workspaces that every member of the organization sees. */
export function openWorkspaces({ orgId }: Pick<OfViewer, "orgId">): SQL {
	const isOpen = and(eq(workspaces.orgId, orgId), eq(workspaces.visibility, "org"));
	return sql`(select ${workspaces.id} from ${workspaces} where ${isOpen})`;
}
