import { and, eq, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { affectedRows, forUpdate } from "#db/dsl";
import { type Keyset, keyset } from "#db/keyset";
import { containsText } from "#db/like";
import { type OrganizationRow, organizations } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import type { OrganizationState, OrgType } from "./values.ts";

const findOrganization = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(organizations).where(eq(organizations.id, id)).limit(1),
);

const insertOrganization = write((tx, row: Bound<OrganizationRow>) =>
	tx.insert(organizations).values(row).onConflictDoNothing(),
);

/** Filters of the list of organizations; null does not filter. */
export interface OrganizationFilters {
	readonly state: OrganizationState | null;
	readonly orgType: OrgType | null;
	/** Substring of the folded name or of the slug, folded. */
	readonly text: string | null;
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

/** Statements on organizations. Not bound to a tenant: only system administrators list them. */
export const organizationsRepository = {
	find: (db: ReadDb, id: string): Promise<OrganizationRow | undefined> => findOrganization(db, { id }),

	/** Reads and locks an organization: other changes to it or its members wait until the transaction ends. */
	async lock(tx: Db, id: string): Promise<OrganizationRow | undefined> {
		const [row] = await forUpdate(tx.select().from(organizations).where(eq(organizations.id, id)).limit(1));
		return row;
	},

	/** Returns a slice of the organizations in one of {@link organizationOrders}. */
	async list(
		db: ReadDb,
		filters: OrganizationFilters,
		order: Keyset<OrganizationRow>,
		{ after, take }: Slice,
	): Promise<OrganizationRow[]> {
		return db
			.select()
			.from(organizations)
			.where(and(...conditionsOf(filters), order.after(after)))
			.orderBy(...order.by)
			.limit(take);
	},

	/** Inserts an organization; returns false when its slug or external id is taken. */
	async insert(tx: Db, row: OrganizationRow): Promise<boolean> {
		return affectedRows(await insertOrganization(tx, row)) === 1;
	},

	async update(tx: Db, { id, ...values }: OrganizationRow): Promise<void> {
		await tx.update(organizations).set(values).where(eq(organizations.id, id));
	},

	/** Whether an organization other than `exceptId` has this value. */
	async isTaken(db: ReadDb, field: "slug" | "externalId", value: string, exceptId: string): Promise<boolean> {
		const isOther = and(eq(organizations[field], value), ne(organizations.id, exceptId));
		const [row] = await db.select({ id: organizations.id }).from(organizations).where(isOther).limit(1);
		return row !== undefined;
	},
};

const isNoTombstone = sql`${organizations.state} <> 'deleted'`;
const isInactive = sql`${organizations.state} <> 'active'`;

function conditionsOf(filters: OrganizationFilters): SQL[] {
	const { state, orgType, text, domain, externalId, createdAfterMs, createdBeforeMs } = filters;
	const conditions: SQL[] = state === null ? [] : [eq(organizations.state, state)];
	// Stated in the words of the partial indexes, so that the engines recognize that one applies.
	conditions.push(state === null || state === "active" ? isNoTombstone : isInactive);
	if (orgType !== null) conditions.push(eq(organizations.orgType, orgType));
	if (externalId !== null) conditions.push(eq(organizations.externalId, externalId));
	if (createdAfterMs !== null) conditions.push(gt(organizations.createdAtMs, createdAfterMs));
	if (createdBeforeMs !== null) conditions.push(lt(organizations.createdAtMs, createdBeforeMs));
	// A domain is letters, digits, hyphens and dots: in its quotes it can only match a whole item of the stored list.
	if (domain !== null) conditions.push(sql`cast(${organizations.allowedDomains} as text) like ${`%"${domain}"%`}`);
	if (text !== null)
		conditions.push(sql`(${containsText(organizations.nameKey, text)} or ${containsText(organizations.slug, text)})`);
	return conditions;
}
