/** The statements every tenant table shares, on the engine `DATABASE_URL` picks. */
import { describe, expect, test } from "bun:test";
import { isNull } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { apiKeys, organizations } from "#db/schema/index";
import { createTenantPurge } from "#db/tenant-purge";
import { tenantRows } from "#db/tenant-rows";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());
const [mine, theirs] = ["org_mine", "org_theirs"];
await store.db.insert(organizations).values([organizationRow({ id: mine }), organizationRow({ id: theirs })]);

const keysOf = tenantRows(apiKeys, isNull(apiKeys.revokedAtMs));
const order = keyset("asc", { createdAtMs: apiKeys.createdAtMs, id: apiKeys.id });
const all = { after: null, take: 100 };

let serial = 0;
const newKey = (values: { id?: string; revokedAtMs?: number } = {}) => ({
	id: `key_${++serial}`,
	name: "Sync",
	keyHash: `hash ${++serial}`,
	hint: "x9Qz",
	previousHash: null,
	previousExpiresAtMs: null,
	scopes: [],
	allowedIps: [],
	createdBy: "usr_1",
	makerState: "active" as const,
	expiresAtMs: null,
	lastUsedAtMs: null,
	revokedAtMs: null,
	version: 1,
	createdAtMs: serial,
	updatedAtMs: serial,
	...values,
});

describe("the rows of an organization", () => {
	test("are found, listed, changed and removed by id, and never those of another", async () => {
		const key = newKey();
		await keysOf(store.db, mine).insert(key);
		await keysOf(store.db, theirs).insert(newKey({ id: key.id }));

		await keysOf(store.db, mine).update(key.id, { name: "Renamed" });
		const [found, foreign] = [await keysOf(store.db, mine).find(key.id), await keysOf(store.db, theirs).find(key.id)];
		const listed = await keysOf(store.db, mine).list(order, all);
		const locked = await store.tx((tx) => keysOf(tx, mine).lock(key.id));
		const removed = await keysOf(store.db, mine).remove(key.id);

		expect([found?.name, foreign?.name]).toEqual(["Renamed", "Sync"]);
		expect(listed).toEqual([{ ...key, orgId: mine, name: "Renamed" }]);
		expect([locked?.id, removed?.id]).toEqual([key.id, key.id]);
		expect(await keysOf(store.db, mine).remove(key.id)).toBeUndefined();
		expect(await keysOf(store.db, theirs).find(key.id)).toBeDefined();
	});

	test("belong to it whatever the caller says", async () => {
		const key = { ...newKey(), orgId: theirs };

		await keysOf(store.db, mine).insert(key);

		expect((await keysOf(store.db, mine).find(key.id))?.orgId).toBe(mine);
	});

	test("that are not visible exist for nobody but the purge", async () => {
		const key = newKey({ revokedAtMs: 1 });
		await keysOf(store.db, mine).insert(key);

		await keysOf(store.db, mine).update(key.id, { name: "Seen" });
		const seen = [await keysOf(store.db, mine).find(key.id), await keysOf(store.db, mine).remove(key.id)];
		await createTenantPurge(() => ({})).eraseTenant(store.db, mine, 10);

		expect(seen).toEqual([undefined, undefined]);
		expect(await store.acrossTenants.db.$count(apiKeys, isNull(apiKeys.lastUsedAtMs))).toBe(1); // theirs
	});

	test("are refused a second time by a unique index: told, or thrown", async () => {
		const key = newKey();
		await keysOf(store.db, mine).insert(key);

		const again = await keysOf(store.db, mine).tryInsert(key);
		const other = await keysOf(store.db, mine).tryInsert(newKey());

		expect([again, other]).toEqual([false, true]);
		await expect(keysOf(store.db, mine).insert(key)).rejects.toThrow();
	});
});
