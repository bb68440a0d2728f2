import { and, count, eq, getTableColumns, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import { type OrganizationRow, organizations, type StoredOrganization } from "#db/schema";
import { found } from "#db/search";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { exactWord, wordsOf } from "#kernel/search-words";
import { configured, contentId, unconfigured, withConfiguration } from "#platform/configuration";
import { type FilterValues, type ListValues, searchedList } from "#platform/search";
import { PLATFORM } from "#platform/unit-of-work";
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

/** Name of a sort order; a minus sign means descending. */
export type OrganizationSort = "createdAt" | "-createdAt" | "name";

type ById = Bound<{ id: string }>;
const select = (db: ReadDb, { id }: ById) =>
	db.select(columns).from(organizations).where(eq(organizations.id, id)).limit(1);

/** The same with whether the state is a rare one, so that the partial index applies. */
type StateFilters = OrganizationFilters & { readonly isRareState: true | null };
type Values = FilterValues<StateFilters>;

/** The filters that an index by age serves, and none by name. */
type SelectiveValues = Pick<ListValues<StateFilters>, "orgType" | "createdAfterMs" | "createdBeforeMs">;

const NO_FILTERS = { state: undefined, externalId: undefined, isRareState: undefined };

const conditionOf = (filters: Values): SQL | undefined => and(stateCondition(filters), ...ageConditions(filters));

const stateCondition = ({
	state,
	isRareState,
	externalId,
}: Pick<Values, "state" | "isRareState" | "externalId">): SQL | undefined =>
	and(
		state && eq(organizations.state, state),
		// Stated in the words of the partial indexes, so that the engines recognize that one applies.
		isRareState ? sql`${organizations.state} <> 'active'` : sql`${organizations.state} <> 'deleted'`,
		externalId && eq(organizations.externalId, externalId),
	);

/** Conditions that an index by age serves. */
const ageConditions = ({ orgType, createdAfterMs, createdBeforeMs }: Bound<SelectiveValues>): SQL[] =>
	[
		orgType && eq(organizations.orgType, orgType),
		createdAfterMs && gt(organizations.createdAtMs, createdAfterMs),
		createdBeforeMs && lt(organizations.createdAtMs, createdBeforeMs),
	].filter((condition) => condition !== undefined);

/** The same for a list that is read by name: hidden from the planner, which would rather sort all that it finds by age. */
const conditionByName = (filters: Values): SQL | undefined =>
	and(stateCondition(filters), ...ageConditions(filters).map((condition) => sql`(${condition}) is true`));

/** All organizations, found by their names, slugs and domains. */
export const organizationList = searchedList(organizations, {
	collection: "organization",
	position: "createdAtMs",
	sortKey: "nameKey",
	orders: { createdAt: "asc", "-createdAt": "desc", name: "sortKey" },
	columns,
	indexed: ne(organizations.state, "deleted"),
	words: ({ name, slug, allowedDomains }: Pick<OrganizationRow, "name" | "slug" | "allowedDomains">) => [
		...wordsOf([name, slug]),
		...allowedDomains.map(exactWord),
	],
	// The rows are given: hidden from the planner, which would rather read all that an index finds by state.
	filters: (values: Values) => sql`(${conditionOf(values)}) is true`,
});
const byName = organizationList.orders.name;
const lists = {
	createdAt: organizationList.inOrder("createdAt", conditionOf),
	"-createdAt": organizationList.inOrder("-createdAt", conditionOf),
	name: organizationList.inOrder("name", conditionByName),
};

/** A list of so many organizations is read whole and sorted; in a longer one, the first page by name is soon found. */
const FEW = 1_000;

/** Returns the source `found` of a statement: up to {@link FEW} organizations, and one more, that match these filters. */
function foundByAge(values: Bound<SelectiveValues>): SQL {
	const isMatch = and(stateCondition(NO_FILTERS), ...ageConditions(values));
	return sql`(select ${organizations.id} from ${organizations} where ${isMatch} limit ${sql.raw(String(FEW + 1))}) as found`;
}

const countByAge = readRow((db, filters: Bound<SelectiveValues>) =>
	db.select({ count: count() }).from(foundByAge(filters)),
);

/** Reads few organizations by name: others may lie between them by name. */
const listFewByName = readRows((db, values: Bound<ListValues<StateFilters>>) =>
	db
		.select(columns)
		.from(foundByAge(values))
		.crossJoin(organizations)
		.where(and(eq(organizations.id, found.id), conditionOf(values), byName.after(values.after)))
		.orderBy(...byName.by)
		.limit(values.take),
);

/** Whether few organizations match the filters that no index by name serves. */
async function areFew(db: ReadDb, { orgType, createdAfterMs, createdBeforeMs }: SelectiveValues): Promise<boolean> {
	if (orgType === undefined && createdAfterMs === undefined && createdBeforeMs === undefined) return false;
	const counted = await countByAge(db, { orgType, createdAfterMs, createdBeforeMs });
	return counted !== undefined && counted.count <= FEW;
}

/** Reads a slice of the list by name; without words, few organizations are read whole and sorted. */
async function readByName(db: ReadDb, values: ListValues<StateFilters>) {
	const isShort = values.parts === undefined && values.isRareState === undefined && (await areFew(db, values));
	return (isShort ? listFewByName : lists.name)(db, values);
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

/** Returns a slice of the organizations, in one of the orders of {@link organizationList}. */
export async function listOrganizations(
	db: ReadDb,
	filters: OrganizationFilters,
	sort: OrganizationSort,
	slice: Slice,
): Promise<OrganizationRow[]> {
	const isRareState = filters.state === null || filters.state === "active" ? null : true;
	const rows = await organizationList.read(db, PLATFORM, { ...filters, isRareState }, sort, slice, (values) =>
		sort === "name" ? readByName(db, values) : lists[sort](db, values),
	);
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
