import { and, asc, eq, getTableColumns, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type OrganizationRow, organizations } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import {
	type AfterValues,
	afterValues,
	type FoundValues,
	found,
	foundOrder,
	foundRows,
	hasOtherWords,
	hasWords,
	prepareSearch,
	type SearchableRow,
	type WordValues,
} from "#platform/search";
import { allOrganizations, entryOf, searchedTexts } from "./search.ts";
import type { OrganizationState, OrgType } from "./values.ts";

const insertOrganization = write((tx, row: Bound<OrganizationRow>) =>
	tx.insert(organizations).values(row).onConflictDoNothing(),
);

/** Filters of the list of organizations; null does not filter. */
export interface OrganizationFilters {
	readonly state: OrganizationState | null;
	readonly orgType: OrgType | null;
	/** Beginnings of words of the name or slug, see `searchedWords`. */
	readonly words: readonly string[] | null;
	readonly domain: string | null;
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
const select = (db: ReadDb, { id }: ById) => db.select().from(organizations).where(eq(organizations.id, id)).limit(1);
const findOrganization = readRow(select);

/** Values of the filters that are set; see {@link OrganizationFilters}. */
type FilterValues = {
	readonly state: OrganizationState | undefined;
	readonly orgType: OrgType | undefined;
	readonly externalId: string | undefined;
	readonly domain: string | undefined;
	readonly createdAfterMs: number | undefined;
	readonly createdBeforeMs: number | undefined;
	/** Whether the state is a rare one, so that the partial index applies. */
	readonly isRareState: true | undefined;
};

const toFilterValues = (filters: OrganizationFilters): FilterValues => ({
	state: filters.state ?? undefined,
	orgType: filters.orgType ?? undefined,
	externalId: filters.externalId ?? undefined,
	// A domain is letters, digits, hyphens and dots: in its quotes it can only match a whole item of the stored list.
	domain: filters.domain === null ? undefined : `%"${filters.domain}"%`,
	createdAfterMs: filters.createdAfterMs ?? undefined,
	createdBeforeMs: filters.createdBeforeMs ?? undefined,
	isRareState: filters.state === null || filters.state === "active" ? undefined : true,
});

const conditionOf = (filters: Bound<FilterValues>): SQL | undefined =>
	and(
		filters.state && eq(organizations.state, filters.state),
		// Stated in the words of the partial indexes, so that the engines recognize that one applies.
		filters.isRareState ? sql`${organizations.state} <> 'active'` : sql`${organizations.state} <> 'deleted'`,
		filters.orgType && eq(organizations.orgType, filters.orgType),
		filters.externalId && eq(organizations.externalId, filters.externalId),
		filters.createdAfterMs && gt(organizations.createdAtMs, filters.createdAfterMs),
		filters.createdBeforeMs && lt(organizations.createdAtMs, filters.createdBeforeMs),
		filters.domain && sql`cast(${organizations.allowedDomains} as text) like ${filters.domain}`,
	);

/** Whether a list is filtered by anything besides words. */
const hasFilters = ({ words, ...filters }: OrganizationFilters): boolean =>
	Object.values(filters).some((value) => value !== null);

type ListValues = FilterValues & SliceValues & Partial<WordValues>;

/** Creates the statement that reads organizations in their own order, and looks at the words of each where there are some. */
const createList = (order: Keyset<OrganizationRow>) =>
	readRows((db, { after, take, orgId, collection, parts, ...filters }: Bound<ListValues>) =>
		db
			.select()
			.from(organizations)
			.where(
				and(
					conditionOf(filters),
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

const directions = { createdAt: "asc", "-createdAt": "desc" } as const;

type FoundListValues = FilterValues & SliceValues & FoundValues & AfterValues;

const joinFound = (db: ReadDb, values: Bound<FoundListValues>, direction: "asc" | "desc") =>
	db.select(getTableColumns(organizations)).from(foundRows(values, direction)).crossJoin(organizations);

const isFound = (values: Bound<FoundListValues>) =>
	and(eq(organizations.id, found.id), hasOtherWords(values), conditionOf(values));

/** Creates the statement that reads the organizations found by a word, by the time they were created. */
const createFoundByAge = (direction: "asc" | "desc") =>
	readRows((db, values: Bound<FoundListValues>) =>
		joinFound(db, values, direction).where(isFound(values)).orderBy(foundOrder(direction)).limit(values.take),
	);

const byName = organizationOrders.name;
const lists = {
	createdAt: createList(organizationOrders.createdAt),
	"-createdAt": createList(organizationOrders["-createdAt"]),
	name: createList(byName),
};
const foundByAge = { createdAt: createFoundByAge("asc"), "-createdAt": createFoundByAge("desc") };
const foundByName = readRows((db, values: Bound<FoundListValues>) =>
	joinFound(db, values, "asc")
		.where(and(isFound(values), byName.after(values.after)))
		.orderBy(...byName.by)
		.limit(values.take),
);

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
	return rows.map((row) => ({ key: [row.id], entry: entryOf(row), texts: searchedTexts(row) }));
}

const updateOrganization = write((tx, { id, ...values }: Bound<{ id: string } & Partial<OrganizationRow>>) =>
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
	find: findOrganization,

	/** Reads and locks an organization: other changes to it or its members wait until the transaction ends. */
	lock: readRow((db, key: ById) => forUpdate(select(db, key))),

	/** Returns a slice of the organizations in one of {@link organizationOrders}. */
	async list(
		db: ReadDb,
		filters: OrganizationFilters,
		sort: OrganizationSort,
		slice: Slice,
	): Promise<OrganizationRow[]> {
		const values = { ...toFilterValues(filters), ...sliceValues(slice) };
		if (filters.words === null) return lists[sort](db, values);
		const isByPosition = sort !== "name";
		const search = await prepareSearch(
			db,
			{ ...allOrganizations, isByPosition, isFiltered: hasFilters(filters) },
			filters.words,
		);
		if (search === null) return [];
		if (search.by === "rows") return lists[sort](db, { ...values, ...search.values });
		if (!isByPosition) return foundByName(db, { ...values, ...search.values, ...afterValues("asc", null) });
		return foundByAge[sort](db, { ...values, ...search.values, ...afterValues(directions[sort], slice.after) });
	},

	/** Inserts an organization; returns false when its slug or external id is taken. */
	insert: async (tx: Db, row: OrganizationRow): Promise<boolean> => (await insertOrganization(tx, row)) === 1,

	/** Sets columns. Only those that change: every index of a column that is set is written. */
	async update(tx: Db, id: string, values: Partial<Omit<OrganizationRow, "id">>): Promise<void> {
		await updateOrganization(tx, { ...values, id });
	},

	/** Whether an organization other than `exceptId` has this value. */
	isTaken: async (db: ReadDb, field: "slug" | "externalId", value: string, exceptId: string): Promise<boolean> =>
		(await findOther(db, { [field]: value, exceptId })) !== undefined,
};
