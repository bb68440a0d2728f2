import { and, eq, isNull, lt, or } from "drizzle-orm";
import { eqHot, forShare } from "#db/dsl";
import { keyset } from "#db/keyset";
import { prepared } from "#db/prepared";
import { type ApiKeyRow, apiKeys, type OrganizationState, organizations } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";

/** The order of the list of keys. */
export const oldestFirst = keyset("asc", { createdAtMs: apiKeys.createdAtMs, id: apiKeys.id });

const rowsOf = tenantRows(apiKeys, isNull(apiKeys.revokedAtMs));

/** The keys of one organization that were not revoked, for reading. */
export const readApiKeysOf = (db: ReadDb, orgId: string) => {
	const keys = rowsOf(db, orgId);
	return {
		find: keys.find,

		/** Some keys, {@link oldestFirst}; `makerState` null: whatever became of their makers. */
		list: (makerState: ApiKeyRow["makerState"] | null, slice: Slice): Promise<ApiKeyRow[]> =>
			keys.list(oldestFirst, slice, makerState === null ? undefined : eq(apiKeys.makerState, makerState)),
	};
};

/** The keys of one organization that were not revoked, within a change. */
export const apiKeysOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(apiKeys.orgId, orgId);
	return {
		...rowsOf(tx, orgId),

		/** Those a person made, adopted or rotated last. */
		async listMadeBy(userId: string): Promise<ApiKeyRow[]> {
			return tx
				.select()
				.from(apiKeys)
				.where(and(ofOrganization, eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAtMs)));
		},

		/** Notes when a key was used, unless a later use was noted already. */
		async noteUse(id: string, atMs: number): Promise<void> {
			const isEarlier = or(isNull(apiKeys.lastUsedAtMs), lt(apiKeys.lastUsedAtMs, atMs));
			await tx
				.update(apiKeys)
				.set({ lastUsedAtMs: atMs })
				.where(and(ofOrganization, eq(apiKeys.id, id), isEarlier));
		},
	};
};

/** A key and the state of its organization. */
export type KeyAuthorityRow = Pick<
	ApiKeyRow,
	"id" | "keyHash" | "previousExpiresAtMs" | "scopes" | "allowedIps" | "expiresAtMs" | "lastUsedAtMs"
> & { readonly orgState: OrganizationState };

const selectAuthority = (db: ReadDb) =>
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
		})
		.from(apiKeys)
		.innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
		.where(
			and(
				eqHot(apiKeys.orgId, "orgId"),
				or(eqHot(apiKeys.keyHash, "hash"), eqHot(apiKeys.previousHash, "hash")),
				isNull(apiKeys.revokedAtMs),
			),
		)
		.limit(1);
const keyAuthority = prepared("api_key_authority", selectAuthority);
const lockedAuthority = prepared("api_key_authority_held", (db) => forShare(selectAuthority(db), apiKeys));

/** The key of an organization that has this hash, or had it before its last rotation; undefined when it was revoked. */
export async function readKeyAuthority(
	store: Store,
	orgId: string,
	hash: string,
): Promise<KeyAuthorityRow | undefined> {
	const [row] = await keyAuthority(store, { orgId, hash });
	return row;
}

/** The same within a transaction; the key is not changed before it ends. */
export async function lockKeyAuthority(tx: Db, orgId: string, hash: string): Promise<KeyAuthorityRow | undefined> {
	const [row] = await lockedAuthority(tx, { orgId, hash });
	return row;
}
