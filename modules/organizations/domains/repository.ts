import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { type DomainRow, domainLeavers, domains } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";

/** Sort order of the list of domains. */
export const oldestFirst = keyset("asc", { createdAtMs: domains.createdAtMs, id: domains.id });

const rowsOf = tenantRows(domains);

const listScheduled = readRows((db, { orgId, limit }: Bound<{ orgId: string; limit: number }>) =>
	db
		.select()
		.from(domains)
		.where(and(eq(domains.orgId, orgId), isNotNull(domains.nextCheckAtMs)))
		.orderBy(asc(domains.nextCheckAtMs))
		.limit(limit),
);

type Leaver = { readonly orgId: string; readonly userId: string };
const findLeaver = readRow((db, { orgId, userId }: Bound<Leaver>) =>
	db
		.select({ leftAtMs: domainLeavers.leftAtMs })
		.from(domainLeavers)
		.where(and(eq(domainLeavers.orgId, orgId), eq(domainLeavers.userId, userId)))
		.limit(1),
);

const noteLeaver = write((tx, row: Bound<Leaver & { leftAtMs: number }>) =>
	tx.insert(domainLeavers).values(row).onConflictDoNothing(),
);

const findHolder = readRow((db, { domain }: Bound<{ domain: string }>) =>
	db
		.select({ orgId: domains.orgId })
		.from(domains)
		.where(and(eq(domains.id, domain), eq(domains.state, "verified")))
		.limit(1),
);

const listClaimants = readRows(
	(db, { domain, after, limit }: Bound<{ domain: string; after: string; limit: number }>) =>
		db
			.select({ orgId: domains.orgId })
			.from(domains)
			.where(and(eq(domains.id, domain), gt(domains.orgId, after)))
			.orderBy(asc(domains.orgId))
			.limit(limit),
);

const listVerified = readRows((db, { names }: Bound<{ names: Each<string> }>) =>
	db
		.select()
		.from(domains)
		.where(and(inArray(domains.id, names), eq(domains.state, "verified"))),
);

/** Queries on the domains of one organization. */
export const readDomainsOf = (db: ReadDb, orgId: string) => ({
	find: rowsOf(db, orgId).find,
	list: rowsOf(db, orgId).list,

	/** Returns up to `limit` domains that are looked up in the background, the next first. */
	listScheduled: (limit: number): Promise<DomainRow[]> => listScheduled(db, { orgId, limit }),

	/** Whether a person has left the organization, or was removed from it. */
	hasLeft: async (userId: string): Promise<boolean> => (await findLeaver(db, { orgId, userId })) !== undefined,
});

/** Statements on the domains of one organization, within a change. */
export const domainsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),
	...readDomainsOf(tx, orgId),

	/** Notes that a person has left. */
	async noteLeaver(userId: string, nowMs: number): Promise<void> {
		await noteLeaver(tx, { orgId, userId, leftAtMs: nowMs });
	},
});

/**
 * Returns the organization that holds a domain; undefined when none does.
 * @param acrossTenants a handle without the tenant guard
 */
export const holderOf = async (acrossTenants: ReadDb, domain: string): Promise<string | undefined> =>
	(await findHolder(acrossTenants, { domain }))?.orgId;

/** Returns up to `limit` organizations that claim a domain, by id from the one after `after`; see {@link holderOf}. */
export const claimantsOf = async (
	acrossTenants: ReadDb,
	domain: string,
	after: string,
	limit: number,
): Promise<string[]> => (await listClaimants(acrossTenants, { domain, after, limit })).map(({ orgId }) => orgId);

/** Returns those of these domains that are verified, whoever holds them; see {@link holderOf}. */
export const verifiedAmong = (acrossTenants: ReadDb, names: readonly string[]): Promise<DomainRow[]> =>
	listVerified(acrossTenants, { names: each(names) });

/** Deletes up to `limit` notes that a person has left, and returns their number; see {@link holderOf}. */
export const eraseLeaver = (acrossTenants: Db, userId: string, limit: number): Promise<number> =>
	deletePortion(
		acrossTenants,
		domainLeavers,
		[domainLeavers.orgId, domainLeavers.userId],
		eq(domainLeavers.userId, userId),
		limit,
	);
