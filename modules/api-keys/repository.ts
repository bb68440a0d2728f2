import { and, eq, isNull, lt, or } from "drizzle-orm";
import { eqHot, forShare, forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { prepared } from "#db/prepared";
import { type ApiKeyRow, apiKeys, type OrganizationState, organizations } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import type { Slice } from "#kernel/list";

/** The order of the list of keys. */
export const oldestFirst = keyset("asc", { createdAtMs: apiKeys.createdAtMs, id: apiKeys.id });

const isKeyOf = (orgId: string, id: string) =>
	and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id), isNull(apiKeys.revokedAtMs));

/** The keys of one organization that were not revoked, for reading. */
export const readApiKeysOf = (db: ReadDb, orgId: string) => ({
	async find(id: string): Promise<ApiKeyRow | undefined> {
		const [row] = await db.select().from(apiKeys).where(isKeyOf(orgId, id)).limit(1);
		return row;
	},

	/** Some keys, {@link oldestFirst}; `makerState` null: whatever became of their makers. */
	async list(makerState: ApiKeyRow["makerState"] | null, { after, take }: Slice): Promise<ApiKeyRow[]> {
		const isMeant = makerState === null ? undefined : eq(apiKeys.makerState, makerState);
		return db
			.select()
			.from(apiKeys)
			.where(and(eq(apiKeys.orgId, orgId), isNull(apiKeys.revokedAtMs), isMeant, oldestFirst.after(after)))
			.orderBy(...oldestFirst.by)
			.limit(take);
	},
});

/** The keys of one organization that were not revoked, within a change. */
export const apiKeysOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(apiKeys.orgId, orgId);
	return {
		...readApiKeysOf(tx, orgId),

		/** One key, held until the transaction ends. */
		async lock(id: string): Promise<ApiKeyRow | undefined> {
			const [row] = await forUpdate(tx.select().from(apiKeys).where(isKeyOf(orgId, id)).limit(1));
			return row;
		},

		/** Those a person made, adopted or rotated last. */
		async listMadeBy(userId: string): Promise<ApiKeyRow[]> {
			return tx
				.select()
				.from(apiKeys)
				.where(and(ofOrganization, eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAtMs)));
		},

		async insert(row: ApiKeyRow): Promise<void> {
			await tx.insert(apiKeys).values({ ...row, orgId });
		},

		async update(id: string, values: Partial<Omit<ApiKeyRow, "orgId" | "id">>): Promise<void> {
			await tx.update(apiKeys).set(values).where(isKeyOf(orgId, id));
		},

		/** Notes when a key was used, unless a later use was noted already. */
		async noteUse(id: string, atMs: number): Promise<void> {
			const isEarlier = or(isNull(apiKeys.lastUsedAtMs), lt(apiKeys.lastUsedAtMs, atMs));
			await tx
				.update(apiKeys)
				.set({ lastUsedAtMs: atMs })
				.where(and(ofOrganization, eq(apiKeys.id, id), isEarlier));
		},

		/** Removes every key. */
		async removeAll(): Promise<void> {
			await tx.delete(apiKeys).where(ofOrganization);
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
const heldAuthority = prepared("api_key_authority_held", (db) => forShare(selectAuthority(db), apiKeys));

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
export async function holdKeyAuthority(tx: Db, orgId: string, hash: string): Promise<KeyAuthorityRow | undefined> {
	const [row] = await heldAuthority(tx, { orgId, hash });
	return row;
}
