/** The second line of tenant isolation: what mistakes it catches. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { tenantTables } from "#db/guard";
import { events, memberships, organizations, users } from "#db/schema/index";
import type { Db } from "#db/store";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { openRawDatabase } from "#tests/support/raw-database";
import { eventRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";
import { boundStatements, unboundStatements } from "#tests/support/tenant-statements";

const store = await forThisFile(openTestStore());

const REFUSED = "does not bind org_id";

/** What a statement ends with: its rows, or the text of the failure. */
async function outcome(run: () => PromiseLike<unknown>): Promise<string> {
	try {
		await run();
		return "passed";
	} catch (error) {
		return error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
	}
}

/** Tables whose `org_id` is never null, as the engine itself lists them, by name. */
const WITH_ORGANIZATION = {
	sqlite: `SELECT t.name AS name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND c.name = 'org_id' AND c."notnull" = 1 ORDER BY 1`,
	postgres: `SELECT table_name AS name FROM information_schema.columns
		WHERE table_schema = current_schema() AND column_name = 'org_id' AND is_nullable = 'NO' ORDER BY 1`,
}[dialect];

describe("the tenant guard", () => {
	test("knows every table that has an organization, never null, in the database", async () => {
		const raw = await forThisFile(openRawDatabase(store.url));

		const names = (await raw.query(WITH_ORGANIZATION)).map(({ name }) => String(name));

		expect(names).toContain("memberships");
		expect([...tenantTables].sort()).toEqual(names);
	});

	test.each(Object.entries(unboundStatements))("refuses %s", async (_name, statement) => {
		const alone = await outcome(() => statement(store.db));
		const again = await outcome(() => statement(store.db));
		const inside = await outcome(() => store.tx(async (tx) => void (await statement(tx))));

		expect(alone).toContain(REFUSED);
		expect(again).toContain(REFUSED);
		expect(inside).toContain(REFUSED);
	});

	test.each(Object.entries(boundStatements))("lets pass %s", async (_name, statement) => {
		const alone = await outcome(() => statement(store.db));
		const inside = await outcome(() => store.tx(async (tx) => void (await statement(tx))));

		expect(alone).toBe("passed");
		expect(inside).toBe("passed");
	});

	test("lets inserts and upserts pass: their rows name the organization", async () => {
		const insert = await outcome(() => store.db.insert(events).values([eventRow("org_1", 1), eventRow("org_1", 2)]));
		const upsert = await outcome(() =>
			store.tx(async (tx) => {
				await tx.insert(events).values(eventRow("org_1", 1)).onConflictDoNothing();
			}),
		);

		expect(insert).toBe("passed");
		expect(upsert).toBe("passed");
	});

	test("is lifted on the handle across tenants, and only there", async () => {
		const across = await outcome(() => store.acrossTenants.db.select().from(memberships));
		const acrossInside = await outcome(() =>
			store.tx(async (tx) => void (await store.acrossTenants.within(tx).delete(events))),
		);
		const meanwhile = await outcome(() => store.db.select().from(memberships));

		expect(across).toBe("passed");
		expect(acrossInside).toBe("passed");
		expect(meanwhile).toContain(REFUSED);
	});

	test("is lifted within a transaction by name, which sees what the transaction wrote", async () => {
		const { within } = store.acrossTenants;
		const [orgId, userId] = ["org_within", "usr_within"];
		const ofUser = (db: Db) => db.select().from(memberships).where(eq(memberships.userId, userId));

		const seen = await store.tx(async (tx) => {
			await tx.insert(users).values(userRow({ id: userId }));
			await tx.insert(organizations).values(organizationRow({ id: orgId }));
			await tx.insert(memberships).values(membershipRow(orgId, userId));
			const refused = await outcome(() => ofUser(tx));
			return { refused, rows: await ofUser(within(tx)) };
		});
		const outside = await outcome(async () => within(store.db));

		expect(seen.refused).toContain(REFUSED);
		expect(seen.rows).toHaveLength(1);
		expect(outside).toContain("transaction");
	});

	test("does not name the values of a refused statement", async () => {
		const secret = membershipRow("org_secret", "usr_secret");

		const message = await outcome(() =>
			store.db.select().from(memberships).where(eq(memberships.userId, secret.userId)),
		);

		expect(message).toContain(REFUSED);
		expect(message).not.toContain("usr_secret");
	});
});
