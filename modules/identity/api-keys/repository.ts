import { and, eq, gt, isNull, lt, ne, or } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { keyset } from "#db/keyset";
import { type ApiKeyRow, apiKeys, type OrganizationState, organizations } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import { type MakerFilter, withMaker } from "#modules/identity/makers";
import { contentId } from "#platform/configuration";

type MakerState = ApiKeyRow["makerState"];

/** Sort order of the list of keys. */
export const oldestFirst = keyset("asc", { createdAtMs: apiKeys.createdAtMs, id: apiKeys.id });

const isLive = isNull(apiKeys.revokedAtMs);
const rowsOf = tenantRows(apiKeys, isLive);
const ofMaker = withMaker(apiKeys.makerState);
/** Reads a slice of the keys of an organization except revoked ones, {@link oldestFirst}. */
export const listApiKeys = tenantList(apiKeys, oldestFirst, (filter: Bound<MakerFilter>) =>
	and(isLive, ofMaker(filter)),
);
type ByMaker = { readonly userId: string; readonly except: MakerState; readonly after: string; readonly limit: number };
const listByMaker = readRows((db, { orgId, userId, except, after, limit }: Bound<ByMaker & { orgId: string }>) =>
	db
		.select()
		.from(apiKeys)
		.where(
			and(
				eq(apiKeys.orgId, orgId),
				eq(apiKeys.createdBy, userId),
				ne(apiKeys.makerState, except),
				gt(apiKeys.id, after),
				isLive,
			),
		)
		.orderBy(apiKeys.id)
		.limit(limit),
);
const recordUse = write((tx, { orgId, id, atMs }: Bound<{ orgId: string; id: string; atMs: number }>) =>
	tx
		.update(apiKeys)
		.set({ lastUsedAtMs: atMs })
		.where(
			and(
				eq(apiKeys.orgId, orgId),
				eq(apiKeys.id, id),
				or(isNull(apiKeys.lastUsedAtMs), lt(apiKeys.lastUsedAtMs, atMs)),
			),
		),
);

/** Queries on the keys of one organization, except revoked ones. */
export const readApiKeysOf = (db: ReadDb, orgId: string) => ({ find: rowsOf(db, orgId).find });

/** Statements on the keys of one organization, except revoked ones, within a change. */
export const apiKeysOf = (tx: Db, orgId: string) => {
	return {
		...rowsOf(tx, orgId),

		/**
		 * Returns up to `limit` of the keys that a person created, adopted or rotated last and that are not in a state, in the
		 * order of their ids from the one after `after`.
		 */
		listByMaker: (which: ByMaker): Promise<ApiKeyRow[]> => listByMaker(tx, { ...which, orgId }),

		/** Stores when a key was last used, unless a later time is stored. */
		async recordUse(id: string, atMs: number): Promise<void> {
			await recordUse(tx, { orgId, id, atMs });
		},
	};
};

/** A key, and the state and version of its organization. */
export type KeyAuthorityRow = Pick<
	ApiKeyRow,
	"id" | "keyHash" | "previousExpiresAtMs" | "scopes" | "allowedIps" | "expiresAtMs" | "lastUsedAtMs"
> & { readonly orgState: OrganizationState; readonly orgVersion: number; readonly configurationId: string };

type KeyHash = { readonly orgId: string; readonly hash: string };

const selectAuthority = (db: ReadDb, { orgId, hash }: Bound<KeyHash>) =>
	db
		.select({
			id: apiKeys.id,
			keyHash: apiKeys.keyHash,
			previousExpiresAtMs: apiKeys.previousExpiresAtMs,
			scopes: apiKeys.scopes,
			allowedIps: apiKeys.allowedIps,
			expiresAtMs: apiKeys.expiresAtMs,
			lastUsedAtMs: apiKeys.lastUsedAtMs,
			orgState: organizations.state,
			orgVersion: organizations.version,
			configurationId: contentId,
		})
		.from(apiKeys)
		.crossJoin(organizations)
		.where(
			and(
				eq(apiKeys.orgId, orgId),
				eq(organizations.id, orgId),
				or(eq(apiKeys.keyHash, hash), eq(apiKeys.previousHash, hash)),
				isNull(apiKeys.revokedAtMs),
			),
		)
		.limit(1);
const keyAuthority = readRow(selectAuthority);
const lockedAuthority = readRow((db, key: Bound<KeyHash>) => forShare(selectAuthority(db, key), apiKeys));

/**
 * Returns the key with this hash, or with it before its last rotation; undefined when there is none, or it is revoked.
 */
export async function readKeyAuthority(
	store: Store,
	orgId: string,
	hash: string,
): Promise<KeyAuthorityRow | undefined> {
	return keyAuthority(store, { orgId, hash });
}

/** Reads a key like {@link readKeyAuthority}, locked against changes until the transaction ends. */
export async function lockKeyAuthority(tx: Db, orgId: string, hash: string): Promise<KeyAuthorityRow | undefined> {
	return lockedAuthority(tx, { orgId, hash });
}
