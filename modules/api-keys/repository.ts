import { and, asc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { eqHot, forUpdate } from "#db/dsl";
import { prepared } from "#db/prepared";
import { type ApiKeyRow, apiKeys, organizations } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { OrganizationState } from "#kernel/principal";

/** Where a list of keys goes on: after this one. */
export type KeyPosition = readonly [createdAtMs: number, id: string];

/** The keys of one organization that were not revoked. */
export const apiKeysOf = (db: Db, orgId: string) => {
	const ofOrganization = eq(apiKeys.orgId, orgId);
	const isKey = (id: string) => and(ofOrganization, eq(apiKeys.id, id), isNull(apiKeys.revokedAtMs));
	return {
		async find(id: string): Promise<ApiKeyRow | undefined> {
			const [row] = await db.select().from(apiKeys).where(isKey(id)).limit(1);
			return row;
		},

		/** The same, held until the transaction ends. */
		async lock(id: string): Promise<ApiKeyRow | undefined> {
			const [row] = await forUpdate(db.select().from(apiKeys).where(isKey(id)).limit(1));
			return row;
		},

		/** `limit` keys after a position (null: from the start), oldest first. */
		async list(after: KeyPosition | null, limit: number): Promise<ApiKeyRow[]> {
			const conditions: SQL[] = [ofOrganization, isNull(apiKeys.revokedAtMs)];
			if (after !== null) conditions.push(sql`(${apiKeys.createdAtMs}, ${apiKeys.id}) > (${after[0]}, ${after[1]})`);
			return db
				.select()
				.from(apiKeys)
				.where(and(...conditions))
				.orderBy(asc(apiKeys.createdAtMs), asc(apiKeys.id))
				.limit(limit);
		},

		async insert(row: ApiKeyRow): Promise<void> {
			await db.insert(apiKeys).values({ ...row, orgId });
		},

		async update(id: string, values: Partial<Omit<ApiKeyRow, "orgId" | "id">>): Promise<void> {
			await db.update(apiKeys).set(values).where(isKey(id));
		},

		/** Notes when a key was used, unless a later use was noted already. */
		async noteUse(id: string, atMs: number): Promise<void> {
			const isEarlier = or(isNull(apiKeys.lastUsedAtMs), lt(apiKeys.lastUsedAtMs, atMs));
			await db
				.update(apiKeys)
				.set({ lastUsedAtMs: atMs })
				.where(and(ofOrganization, eq(apiKeys.id, id), isEarlier));
		},

		/** Removes every key. */
		async removeAll(): Promise<void> {
			await db.delete(apiKeys).where(ofOrganization);
		},
	};
};

/** A key and the state of its organization. */
export type KeyAuthorityRow = Pick<
	ApiKeyRow,
	"id" | "keyHash" | "previousExpiresAtMs" | "scopes" | "allowedIps" | "expiresAtMs" | "lastUsedAtMs"
> & { readonly orgState: OrganizationState };

const keyAuthority = prepared("api_key_authority", (db) =>
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
		.limit(1),
);

/** The key of an organization that has this hash, or had it before its last rotation; undefined when it was revoked. */
export async function readKeyAuthority(
	store: Store,
	orgId: string,
	hash: string,
): Promise<KeyAuthorityRow | undefined> {
	const [row] = await keyAuthority(store, { orgId, hash });
	return row;
}
