import { and, count, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { mergeSlices } from "#db/keyset";
import { meetings, type WorkspaceRole, type WorkspaceRow, workspaceMembers, workspaces } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import { wordsOf } from "#kernel/search-words";
import { type FilterValues, type ListValues, searchedList } from "#platform/search";
import type { Viewer } from "./viewer.ts";

/** Returns the organization of a workspace. */
export const tenantOfWorkspace = tenantOf(workspaces);

/** A workspace with the role of one person in it. */
export interface SeenWorkspace {
	readonly workspace: WorkspaceRow;
	/** Null for somebody who is no member. */
	readonly role: WorkspaceRole | null;
}

type Key = { readonly orgId: string; readonly id: string };
type SeenKey = Key & { readonly userId: string };

const selectSeen = (db: ReadDb, { orgId, id, userId }: Bound<SeenKey>) =>
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
export const findSeen: (db: ReadDb, key: SeenKey) => Promise<SeenWorkspace | undefined> = readRow(selectSeen);

/** Returns the same, the workspace locked against changes until the transaction ends; others can share the lock. */
export const shareSeen: (tx: Db, key: SeenKey) => Promise<SeenWorkspace | undefined> = readRow(
	(tx, key: Bound<SeenKey>) => forShare(selectSeen(tx, key), workspaces),
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

const liveMeeting = readRow((db, { orgId, id }: Bound<Key>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.workspaceId, id), sql`${meetings.state} = 'live'`))
		.limit(1),
);

type Taken = Bound<{ orgId: string; slug?: string; externalRef?: string }>;
const findTaken = readRow((db, { orgId, slug, externalRef }: Taken) =>
	db
		.select({ id: workspaces.id })
		.from(workspaces)
		.where(
			and(
				eq(workspaces.orgId, orgId),
				slug && eq(workspaces.slug, slug),
				// A literal, as in the partial index.
				externalRef && and(eq(workspaces.externalRef, externalRef), sql`${workspaces.externalRef} is not null`),
			),
		)
		.limit(1),
);

const addMembers = write((tx, { orgId, id, by }: Bound<Key & { by: number }>) =>
	tx
		.update(workspaces)
		.set({ memberCount: sql`${workspaces.memberCount} + ${by}` })
		.where(and(eq(workspaces.orgId, orgId), eq(workspaces.id, id))),
);

/** Changes the number of members of a workspace by this number. */
export async function changeMemberCount(tx: Db, orgId: string, id: string, by: 1 | -1): Promise<void> {
	await addMembers(tx, { orgId, id, by });
}

const leaveAll = write((tx, { orgId, viewer }: OfViewer) =>
	tx
		.update(workspaces)
		.set({ memberCount: sql`${workspaces.memberCount} - 1` })
		.where(and(eq(workspaces.orgId, orgId), inArray(workspaces.id, workspacesOfMember({ orgId, viewer })))),
);

/** Counts one member less in every workspace of a person, whose memberships the caller then deletes. */
export async function countOutOfWorkspaces(tx: Db, orgId: string, userId: string): Promise<void> {
	await leaveAll(tx, { orgId, viewer: userId });
}

const rowsOf = tenantRows(workspaces);

const countActive = readRow((db, { orgId, take }: Bound<{ orgId: string; take: number }>) => {
	const isShown = inArray(workspaces.visibility, ["private", "org"]);
	const isActive = and(eq(workspaces.orgId, orgId), isShown, eq(workspaces.archived, false));
	const found = sql`(select ${workspaces.id} from ${workspaces} where ${isActive} limit ${take}) as found`;
	return db.select({ count: count() }).from(found);
});

/** Workspaces of one organization, for reading. */
export const readWorkspacesOf = (db: ReadDb, orgId: string) => ({
	...rowsOf(db, orgId),

	/** Returns the number of workspaces that are not archived, or `most` of more. */
	countActive: async (most: number): Promise<number> => (await countActive(db, { orgId, take: most }))?.count ?? 0,

	/** Whether a meeting is live in the workspace. */
	hasLiveMeeting: async (id: string): Promise<boolean> => (await liveMeeting(db, { orgId, id })) !== undefined,

	/** Whether a workspace has this value. */
	isTaken: async (field: "slug" | "externalRef", value: string): Promise<boolean> =>
		(await findTaken(db, { orgId, [field]: value })) !== undefined,
});

/** Workspaces of one organization, within a change. */
export const workspacesOf = (tx: Db, orgId: string) => ({ ...readWorkspacesOf(tx, orgId), ...rowsOf(tx, orgId) });

/** Name of a sort order; a minus sign means descending. */
export type WorkspaceSort = "createdAt" | "-createdAt" | "name";

/** Filters of the list of workspaces; null does not filter. */
export interface WorkspaceFilters {
	readonly kind: WorkspaceRow["kind"] | null;
	readonly archived: boolean;
	/** Beginnings of words of the name or slug, see `searchedWords`. */
	readonly words: readonly string[] | null;
}

/** The same with who sees what is listed. */
type SeenFilters = WorkspaceFilters & { readonly viewer: Viewer };
type SeenValues = ListValues<SeenFilters>;

const isListed = ({ archived, kind }: FilterValues<SeenFilters>) =>
	and(eq(workspaces.archived, archived), kind && eq(workspaces.kind, kind));

const isSeen = ({ orgId, viewer }: FilterValues<SeenFilters>) =>
	viewer && sql`(${workspaces.visibility} = 'org' or ${workspaces.id} in ${workspacesOfMember({ orgId, viewer })})`;

/** The workspaces of an organization, found by their names and slugs. */
export const workspaceList = searchedList(workspaces, {
	collection: "workspace",
	position: "createdAtMs",
	sortKey: "nameKey",
	orders: { createdAt: "asc", "-createdAt": "desc", name: "sortKey" },
	words: ({ name, slug }: Pick<WorkspaceRow, "name" | "slug">) => wordsOf([name, slug]),
	// The rows are given: hidden from the planner, which would rather read all that an index finds by these.
	filters: (values: FilterValues<SeenFilters>) => sql`(${and(isListed(values), isSeen(values))}) is true`,
});

/** Creates the statement that reads the workspaces with one visibility, which an index leads to. */
const createList = (sort: WorkspaceSort) =>
	workspaceList.inOrder(sort, (values: Bound<SeenValues & Pick<WorkspaceRow, "visibility">>) =>
		and(isListed(values), eq(workspaces.visibility, values.visibility)),
	);

/** Creates the statement that reads the private workspaces of a person: all of them, which are few. */
const createOwnList = (sort: WorkspaceSort) => {
	const { by, after } = workspaceList.orders[sort];
	return readRows((db, values: Bound<SeenValues & { viewer: string }>) =>
		db
			.select(getTableColumns(workspaces))
			.from(workspaceMembers)
			.crossJoin(workspaces)
			.where(
				and(
					eq(workspaceMembers.orgId, values.orgId),
					eq(workspaceMembers.userId, values.viewer),
					eq(workspaces.id, workspaceMembers.workspaceId),
					eq(workspaces.orgId, values.orgId),
					// Hidden from the planner, as above.
					sql`(${and(isListed(values), eq(workspaces.visibility, "private"), after(values.after))}) is true`,
					workspaceList.hasWords(values),
				),
			)
			.orderBy(...by)
			.limit(values.take),
	);
};

const bySort = <T>(create: (sort: WorkspaceSort) => T): Readonly<Record<WorkspaceSort, T>> => ({
	createdAt: create("createdAt"),
	"-createdAt": create("-createdAt"),
	name: create("name"),
});
const lists = bySort(createList);
const ownLists = bySort(createOwnList);

/**
 * Returns a slice of the workspaces that somebody sees: those that are open to the organization and their own, each read
 * by an index that leads to them, and merged. In one statement an engine would read every workspace to leave most out.
 */
export function listWorkspaces(
	db: ReadDb,
	{ orgId, viewer }: { readonly orgId: string; readonly viewer: Viewer },
	filters: WorkspaceFilters,
	sort: WorkspaceSort,
	slice: Slice,
): Promise<WorkspaceRow[]> {
	return workspaceList.read(db, orgId, { ...filters, viewer }, sort, slice, async (values) => {
		const [open, others] = await Promise.all([
			lists[sort](db, { ...values, visibility: "org" }),
			viewer === null
				? lists[sort](db, { ...values, visibility: "private" })
				: ownLists[sort](db, { ...values, viewer }),
		]);
		return mergeSlices(workspaceList.orders[sort], [open, others], slice.take);
	});
}
