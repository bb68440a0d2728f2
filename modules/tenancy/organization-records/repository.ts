import { and, asc, count, eq, getTableColumns, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type OrganizationRow, organizations, type StoredOrganization } from "#db/schema";
import {
	type FoundValues,
	found,
	foundOrder,
	foundRows,
	hasOtherWords,
	hasWords,
	prepareSearch,
	type SearchOrder,
	type WordValues,
} from "#db/search";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { configured, contentId, unconfigured, withConfiguration } from "#platform/configuration";
import type { SearchableRow } from "#platform/search";
import { allOrganizations, entryOf, wordsOfOrganization } from "./search.ts";
import type { OrganizationState, OrgType } from "./values.ts";

const insertRow = write((tx, row: Bound<StoredOrganization>) =>
	tx.insert(organizations).values(row).onConflictDoNothing(),
);

/** What an {@link OrganizationRow} is read from. */
const columns = { ...getTableColumns(organizations), contentId };

/** Filters of the list of organizations; null does not filter. */
export interface OrganizationFilters {
	readonly state: OrganizationState | null;
	readonly orgType: OrgType | null;
	/** Beginnings of words of the name or slug, see `searchedWords`, and a domain, see `exactWord`. */
	readonly words: readonly string[] | null;
	readonly externalId: string | null;
	/** Unix ms, exclusive. */
	readonly createdAfterMs: number | null;
	/** Unix ms, exclusive. */
	readonly createdBeforeMs: number | null;
}

/** Name of a sort order. */
export type OrganizationSort = "createdAt" | "-createdAt" | "name";

const byCreation = { createdAtMs: organizations.createdAtMs, id: organizations.id };

/** Sort orders of the list of organizations; a minus sign means descending. */
export const organizationOrders: Readonly<Record<OrganizationSort, Keyset<OrganizationRow>>> = {
	createdAt: keyset("asc", byCreation),
	"-createdAt": keyset("desc", byCreation),
	name: keyset("asc", { nameKey: organizations.nameKey, id: organizations.id }),
};

type ById = Bound<{ id: string }>;
const select = (db: ReadDb, { id }: ById) =>
	db.select(columns).from(organizations).where(eq(organizations.id, id)).limit(1);

/** Values of the filters that are set; see {@link OrganizationFilters}. */
type FilterValues = {
	readonly state: OrganizationState | undefined;
	readonly orgType: OrgType | undefined;
	readonly externalId: string | undefined;
	readonly createdAfterMs: number | undefined;
	readonly createdBeforeMs: number | undefined;
	/** Whether the state is a rare one, so that the partial index applies. */
	readonly isRareState: true | undefined;
};

const toFilterValues = (filters: OrganizationFilters): FilterValues => ({
	state: filters.state ?? undefined,
	orgType: filters.orgType ?? undefined,
	externalId: filters.externalId ?? undefined,
	createdAfterMs: filters.createdAfterMs ?? undefined,
	createdBeforeMs: filters.createdBeforeMs ?? undefined,
	isRareState: filters.state === null || filters.state === "active" ? undefined : true,
});

const NO_FILTERS = { state: undefined, orgType: undefined, externalId: undefined, isRareState: undefined };

const conditionOf = (filters: Bound<FilterValues>): SQL | undefined =>
	and(stateCondition(filters), ...ageConditions(filters));

const stateCondition = ({ state, isRareState, externalId }: Bound<FilterValues>): SQL | undefined =>
	and(
		state && eq(organizations.state, state),
		// Stated in the words of the partial indexes, so that the engines recognize that one applies.
		isRareState ? sql`${organizations.state} <> 'active'` : sql`${organizations.state} <> 'deleted'`,
		externalId && eq(organizations.externalId, externalId),
	);

/** Conditions that an index by age serves. */
const ageConditions = ({ orgType, createdAfterMs, createdBeforeMs }: Bound<FilterValues>): SQL[] =>
	[
		orgType && eq(organizations.orgType, orgType),
		createdAfterMs && gt(organizations.createdAtMs, createdAfterMs),
		createdBeforeMs && lt(organizations.createdAtMs, createdBeforeMs),
	].filter((condition) => condition !== undefined);

/** The same for a list that is read by name: hidden from the planner, which would rather sort all that it finds by age. */
const conditionByName = (filters: Bound<FilterValues>): SQL | undefined =>
	and(stateCondition(filters), ...ageConditions(filters).map((condition) => sql`(${condition}) is true`));

/** Whether a list is filtered by anything besides words. */
const hasFilters = ({ words, ...filters }: OrganizationFilters): boolean =>
	Object.values(filters).some((value) => value !== null);

type ListValues = FilterValues & SliceValues & Partial<WordValues>;

/** Creates the statement that reads organizations in their own order, and looks at the words of each where there are some. */
const createList = (order: Keyset<OrganizationRow>, condition = conditionOf) =>
	readRows((db, { after, take, orgId, collection, parts, ...filters }: Bound<ListValues>) =>
		db
			.select(columns)
			.from(organizations)
			.where(
				and(
					condition(filters),
					orgId &&
						collection &&
						parts &&
						hasWords({ orgId, collection, parts }, organizations.createdAtMs, organizations.id),
					order.after(after),
				),
			)
			.orderBy(...order.by)
			.limit(take),
	);

/** Creates the statement that reads the organizations that are found by their words. */
const createFoundList = (order: SearchOrder) =>
	readRows((db, values: Bound<FilterValues & SliceValues & FoundValues>) =>
		db
			.select(columns)
			.from(foundRows(values, order))
			.crossJoin(organizations)
			.where(and(hasOtherWords(values), eq(organizations.id, found.id), conditionOf(values)))
			.orderBy(foundOrder(order))
			.limit(values.take),
	);

/** A list of so many organizations is read whole and sorted; in a longer one, the first page by name is soon found. */
const FEW = 1_000;

/** The filters that an index by age serves, and none by name. */
type SelectiveValues = Pick<FilterValues, "orgType" | "createdAfterMs" | "createdBeforeMs">;

/** Returns the source `found` of a statement: up to {@link FEW} organizations, and one more, that match these filters. */
function foundByAge({ orgType, createdAfterMs, createdBeforeMs }: Bound<SelectiveValues>): SQL {
	const isMatch = conditionOf({ ...NO_FILTERS, orgType, createdAfterMs, createdBeforeMs });
	return sql`(select ${organizations.id} from ${organizations} where ${isMatch} limit ${sql.raw(String(FEW + 1))}) as found`;
}

const countByAge = readRow((db, filters: Bound<SelectiveValues>) =>
	db.select({ count: count() }).from(foundByAge(filters)),
);

/** Reads few organizations by name: others may lie between them by name. */
const listFewByName = readRows((db, values: Bound<FilterValues & SliceValues>) =>
	db
		.select(columns)
		.from(foundByAge(values))
		.crossJoin(organizations)
		.where(and(eq(organizations.id, found.id), conditionOf(values), organizationOrders.name.after(values.after)))
		.orderBy(...organizationOrders.name.by)
		.limit(values.take),
);

/** Whether few organizations match the filters that no index by name serves. */
async function areFew(db: ReadDb, { orgType, createdAfterMs, createdBeforeMs }: SelectiveValues): Promise<boolean> {
	if (orgType === undefined && createdAfterMs === undefined && createdBeforeMs === undefined) return false;
	const counted = await countByAge(db, { orgType, createdAfterMs, createdBeforeMs });
	return counted !== undefined && counted.count <= FEW;
}

const searchOrders = { createdAt: "asc", "-createdAt": "desc", name: "sortKey" } as const;
const lists = {
	createdAt: createList(organizationOrders.createdAt),
	"-createdAt": createList(organizationOrders["-createdAt"]),
	name: createList(organizationOrders.name, conditionByName),
};
const foundLists = {
	createdAt: createFoundList(searchOrders.createdAt),
	"-createdAt": createFoundList(searchOrders["-createdAt"]),
	name: createFoundList(searchOrders.name),
};

const listSearchable = readRows((tx, { afterId, take }: Bound<{ afterId: string; take: number }>) =>
	forUpdate(
		tx
			.select()
			.from(organizations)
			.where(and(gt(organizations.id, afterId), ne(organizations.state, "deleted")))
			.orderBy(asc(organizations.id))
			.limit(take),
	),
);

/** Reads organizations to be indexed, in the order of their ids, and locks them. */
export async function readSearchableOrganizations(
	tx: Db,
	after: readonly string[] | null,
	take: number,
): Promise<SearchableRow[]> {
	const rows = await listSearchable(tx, { afterId: after?.[0] ?? "", take });
	return rows.map((row) => ({ key: [row.id], entry: entryOf(row), words: wordsOfOrganization(row) }));
}

const updateOrganization = write((tx, { id, ...values }: Bound<{ id: string } & Partial<StoredOrganization>>) =>
	tx.update(organizations).set(values).where(eq(organizations.id, id)),
);

type Taken = Bound<{ slug?: string; externalId?: string; exceptId: string }>;
const findOther = readRow((db, { slug, externalId, exceptId }: Taken) =>
	db
		.select({ id: organizations.id })
		.from(organizations)
		.where(
			and(
				slug && eq(organizations.slug, slug),
				externalId && eq(organizations.externalId, externalId),
				ne(organizations.id, exceptId),
			),
		)
		.limit(1),
);

/** Statements on organizations. Not bound to a tenant: only system administrators list them. */
export const organizationsRepository = {
	find: withConfiguration(readRow(select)),

	/** Reads and locks an organization: other changes to it or its members wait until the transaction ends. */
	lock: withConfiguration(readRow((db, key: ById) => forUpdate(select(db, key)))),

	/** Reads an organization with a shared lock: nobody changes it or its members until the transaction ends. */
	lockShared: withConfiguration(readRow((db, key: ById) => forShare(select(db, key), organizations))),

	/** Sets columns. Only those that change: every index of a column that is set is written. */
	async update(tx: Db, id: string, values: Partial<Omit<OrganizationRow, "id">>): Promise<void> {
		await updateOrganization(tx, { ...unconfigured(values), id });
	},
};

/** Returns a slice of the organizations in one of {@link organizationOrders}. */
export async function listOrganizations(
	db: ReadDb,
	filters: OrganizationFilters,
	sort: OrganizationSort,
	slice: Slice,
): Promise<OrganizationRow[]> {
	const rows = await listRows(db, filters, sort, slice);
	return Promise.all(rows.map((row) => configured(db, row)));
}

/** Inserts an organization; returns false when its slug or external id is taken. */
export const insertOrganization = async (tx: Db, row: OrganizationRow): Promise<boolean> =>
	(await insertRow(tx, unconfigured(row))) === 1;

/** Whether an organization other than `exceptId` has this value. */
export const isTaken = async (
	db: ReadDb,
	field: "slug" | "externalId",
	value: string,
	exceptId: string,
): Promise<boolean> => (await findOther(db, { [field]: value, exceptId })) !== undefined;

async function listRows(
	db: ReadDb,
	filters: OrganizationFilters,
	sort: OrganizationSort,
	slice: Slice,
): Promise<(StoredOrganization & { readonly contentId: string })[]> {
	const values = { ...toFilterValues(filters), ...sliceValues(slice) };
	if (filters.words === null) {
		const isShort = sort === "name" && values.isRareState === undefined && (await areFew(db, values));
		return (isShort ? listFewByName : lists[sort])(db, values);
	}
	const searched = { ...allOrganizations, order: searchOrders[sort], isFiltered: hasFilters(filters) };
	const search = await prepareSearch(db, searched, filters.words);
	if (search === null) return [];
	if (search.by === "rows") return lists[sort](db, { ...values, ...search.values });
	return foundLists[sort](db, { ...values, ...search.values });
}
