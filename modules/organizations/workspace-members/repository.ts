import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import {
	memberships,
	users,
	type WorkspaceInvitationRow,
	type WorkspaceMemberRow,
	type WorkspaceRole,
	workspaceInvitations,
	workspaceMembers,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write, writeRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { workspacesOfMember } from "#modules/organizations/workspaces";

/** A membership with the name of the person. */
export interface NamedMemberRow extends WorkspaceMemberRow {
	readonly name: string;
	/** Version of the person's account. */
	readonly userVersion: number;
}

/** Sort order of the members: by the time they joined. */
export const joinOrder = keyset("asc", { joinedAtMs: workspaceMembers.joinedAtMs, userId: workspaceMembers.userId });

type InWorkspace = { readonly orgId: string; readonly workspaceId: string };
type Key = InWorkspace & { readonly userId: string };

const isOf = ({ orgId, workspaceId }: Bound<InWorkspace>) =>
	and(eq(workspaceMembers.orgId, orgId), eq(workspaceMembers.workspaceId, workspaceId));
const isMember = ({ userId, ...of }: Bound<Key>) => and(isOf(of), eq(workspaceMembers.userId, userId));

const columns = {
	orgId: workspaceMembers.orgId,
	workspaceId: workspaceMembers.workspaceId,
	userId: workspaceMembers.userId,
	role: workspaceMembers.role,
	joinedAtMs: workspaceMembers.joinedAtMs,
	updatedAtMs: workspaceMembers.updatedAtMs,
	version: workspaceMembers.version,
	name: users.name,
	userVersion: users.version,
};
/** Joins members and accounts: after `crossJoin`, which SQLite executes in the order it is written. */
const isTheirAccount = eq(users.id, workspaceMembers.userId);

const find = readRow((db, key: Bound<Key>) =>
	db
		.select(columns)
		.from(workspaceMembers)
		.crossJoin(users)
		.where(and(isMember(key), isTheirAccount))
		.limit(1),
);

const list = readRows((db, { after, take, ...of }: Bound<InWorkspace & SliceValues>) =>
	db
		.select(columns)
		.from(workspaceMembers)
		.crossJoin(users)
		.where(and(isOf(of), isTheirAccount, joinOrder.after(after)))
		.orderBy(...joinOrder.by)
		.limit(take),
);

const otherManager = readRow((db, { userId, ...of }: Bound<Key>) =>
	db
		.select({ userId: workspaceMembers.userId })
		.from(workspaceMembers)
		// A literal, as in the partial index.
		.where(and(isOf(of), sql`${workspaceMembers.role} = 'manager'`, sql`${workspaceMembers.userId} <> ${userId}`))
		.limit(1),
);

const withAddress = readRow((db, { emailKey, ...of }: Bound<InWorkspace & { emailKey: string }>) =>
	db
		.select({ userId: workspaceMembers.userId })
		.from(users)
		.crossJoin(workspaceMembers)
		.where(and(eq(users.emailKey, emailKey), isTheirAccount, isOf(of)))
		.limit(1),
);

const insert = write((tx, row: Bound<WorkspaceMemberRow>) =>
	tx.insert(workspaceMembers).values(row).onConflictDoNothing(),
);
const update = write((tx, { role, updatedAtMs, version, ...key }: Bound<WorkspaceMemberRow>) =>
	tx.update(workspaceMembers).set({ role, updatedAtMs, version }).where(isMember(key)),
);
const remove = write((tx, key: Bound<Key>) => tx.delete(workspaceMembers).where(isMember(key)));

/** Members of one workspace, for reading. */
export const readMembersOf = (db: ReadDb, of: InWorkspace) => ({
	find: (userId: string): Promise<NamedMemberRow | undefined> => find(db, { ...of, userId }),

	/** Returns a slice of the members in {@link joinOrder}. */
	list: (slice: Slice): Promise<NamedMemberRow[]> => list(db, { ...of, ...sliceValues(slice) }),
});

/** Members of one workspace, within a change. */
export const membersOf = (tx: Db, of: InWorkspace) => ({
	...readMembersOf(tx, of),

	/** Whether anybody but this person is a manager. */
	hasOtherManager: async (userId: string): Promise<boolean> =>
		(await otherManager(tx, { ...of, userId })) !== undefined,

	/** Whether a member has this address, in the form used for comparison. */
	includesAddress: async (emailKey: string): Promise<boolean> =>
		(await withAddress(tx, { ...of, emailKey })) !== undefined,

	/** Adds a member; returns false for an existing one. */
	insert: async (row: Omit<WorkspaceMemberRow, keyof InWorkspace>): Promise<boolean> =>
		(await insert(tx, { ...row, ...of })) === 1,

	async update(row: Pick<WorkspaceMemberRow, "userId" | "role" | "updatedAtMs" | "version">): Promise<void> {
		await update(tx, { ...row, ...of } as WorkspaceMemberRow);
	},

	async remove(userId: string): Promise<void> {
		await remove(tx, { ...of, userId });
	},
});

const orgMember = readRow((db, { orgId, userId }: Bound<{ orgId: string; userId: string }>) =>
	db
		.select({ userId: memberships.userId })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1),
);

/** Whether a person is a member of an organization. */
export const isInOrganization = async (db: ReadDb, orgId: string, userId: string): Promise<boolean> =>
	(await orgMember(db, { orgId, userId })) !== undefined;

type OfPerson = Bound<{ readonly orgId: string; readonly userId: string }>;
/** Their workspaces are looked up first: SQLite would find a person by the table's own key, among all members. */
const removeAll = write((tx, { orgId, userId }: OfPerson) =>
	tx
		.delete(workspaceMembers)
		.where(
			and(
				eq(workspaceMembers.orgId, orgId),
				sql`${workspaceMembers.workspaceId} in ${workspacesOfMember({ orgId, viewer: userId })}`,
				eq(workspaceMembers.userId, userId),
			),
		),
);

/** Removes a person from every workspace of an organization. */
export async function removeFromAll(tx: Db, orgId: string, userId: string): Promise<void> {
	await removeAll(tx, { orgId, userId });
}

type Offer = WorkspaceInvitationRow;

const offer = write((tx, row: Bound<Offer>) =>
	tx
		.insert(workspaceInvitations)
		.values(row)
		.onConflictDoUpdate({
			target: [workspaceInvitations.orgId, workspaceInvitations.invitationId, workspaceInvitations.workspaceId],
			set: { role: sql`excluded.role`, invitedBy: sql`excluded.invited_by` },
		}),
);

type Replacement = { readonly orgId: string; readonly from: Each<string>; readonly to: string };
const move = write((tx, { orgId, from, to }: Bound<Replacement>) =>
	tx
		.update(workspaceInvitations)
		.set({ invitationId: to })
		.where(and(eq(workspaceInvitations.orgId, orgId), inArray(workspaceInvitations.invitationId, from))),
);

const take = writeRows((tx, { orgId, invitationId }: Bound<Pick<Offer, "orgId" | "invitationId">>) =>
	tx
		.delete(workspaceInvitations)
		.where(and(eq(workspaceInvitations.orgId, orgId), eq(workspaceInvitations.invitationId, invitationId)))
		.returning({ workspaceId: workspaceInvitations.workspaceId, role: workspaceInvitations.role }),
);

/** Returns the query for the ids of the invitations with which somebody offered a workspace, or any; see {@link removeAll}. */
function invitationsBy({ orgId, invitedBy, workspaceId }: Bound<ByInviter>): SQL {
	const isTheirs = and(
		eq(workspaceInvitations.orgId, orgId),
		eq(workspaceInvitations.invitedBy, invitedBy),
		workspaceId && eq(workspaceInvitations.workspaceId, workspaceId),
	);
	return sql`(select ${workspaceInvitations.invitationId} from ${workspaceInvitations} where ${isTheirs})`;
}

type ByInviter = { readonly orgId: string; readonly invitedBy: string; readonly workspaceId: string | undefined };
const withdraw = write((tx, { orgId, invitedBy, workspaceId }: Bound<ByInviter>) =>
	tx
		.delete(workspaceInvitations)
		.where(
			and(
				eq(workspaceInvitations.orgId, orgId),
				sql`${workspaceInvitations.invitationId} in ${invitationsBy({ orgId, invitedBy, workspaceId })}`,
				eq(workspaceInvitations.invitedBy, invitedBy),
				workspaceId && eq(workspaceInvitations.workspaceId, workspaceId),
			),
		),
);

const withdrawUnmanaged = write((tx, { orgId, invitedBy }: Bound<{ orgId: string; invitedBy: string }>) =>
	tx
		.delete(workspaceInvitations)
		.where(
			and(
				eq(workspaceInvitations.orgId, orgId),
				sql`${workspaceInvitations.invitationId} in ${invitationsBy({ orgId, invitedBy, workspaceId: undefined })}`,
				eq(workspaceInvitations.invitedBy, invitedBy),
				sql`${workspaceInvitations.workspaceId} not in ${workspacesOfMember({ orgId, viewer: invitedBy }, ["manager"])}`,
			),
		),
);

/** Workspaces offered with the invitations of one organization, within a change. */
export const offersOf = (tx: Db, orgId: string) => ({
	/** Offers a workspace with an invitation, or changes the role that is offered. */
	async put(row: Omit<Offer, "orgId">): Promise<void> {
		await offer(tx, { ...row, orgId });
	},

	/** Moves what was offered with some invitations to the one that replaces them. */
	async move(from: readonly string[], to: string): Promise<void> {
		if (from.length > 0) await move(tx, { orgId, from: each(from), to });
	},

	/** Deletes and returns what is offered with an invitation. */
	take: (invitationId: string): Promise<{ workspaceId: string; role: WorkspaceRole }[]> =>
		take(tx, { orgId, invitationId }),

	/** Withdraws what somebody offered: in one workspace, or in any. */
	async withdraw(invitedBy: string, workspaceId?: string): Promise<void> {
		await withdraw(tx, { orgId, invitedBy, workspaceId });
	},

	/** Withdraws what a person offered in workspaces of which they are no manager. */
	async withdrawUnmanaged(invitedBy: string): Promise<void> {
		await withdrawUnmanaged(tx, { orgId, invitedBy });
	},
});
