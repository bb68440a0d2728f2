/** The second line of tenant isolation: what mistakes it catches. */
import { describe, expect, test } from "bun:test";
import { and, eq, exists, inArray, not, or, sql } from "drizzle-orm";
import { eqHot } from "#db/dsl";
import { tenantTables } from "#db/guard";
import { events, memberships, organizationBlocks, organizations, sessions, users } from "#db/schema/index";
import type { StoreHandle } from "#db/store";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { eventRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

type Db = StoreHandle["db"];
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

const mistakes: Record<string, (db: Db) => PromiseLike<unknown>> = {
	"select without a condition": (db) => db.select().from(memberships),
	"select by another column": (db) => db.select().from(memberships).where(eq(memberships.userId, "usr_1")),
	"a left join that forgets the tenant": (db) =>
		db.select().from(users).leftJoin(memberships, eq(memberships.userId, users.id)).where(eq(users.id, "usr_1")),
	"two tenant tables joined on org_id, none of them bound": (db) =>
		db.select().from(memberships).innerJoin(events, eq(events.orgId, memberships.orgId)),
	"a join on the organization that nothing binds": (db) =>
		db.select().from(memberships).innerJoin(organizations, eq(organizations.id, memberships.orgId)),
	"an organization compared with another column": (db) =>
		db
			.select()
			.from(memberships)
			.where(and(eq(memberships.userId, "usr_1"), sql`${memberships.orgId} is not null`)),
	"OR beside the organization": (db) =>
		db
			.select()
			.from(memberships)
			.where(or(eq(memberships.orgId, "org_1"), eq(memberships.userId, "usr_1"))),
	"every organization but one": (db) =>
		db
			.select()
			.from(memberships)
			.where(not(eq(memberships.orgId, "org_1"))),
	"select over some organizations": (db) =>
		db
			.select()
			.from(memberships)
			.where(inArray(memberships.orgId, ["org_1", "org_2"])),
	"a second, free look at a table that is bound": (db) =>
		db
			.select()
			.from(memberships)
			.where(and(eq(memberships.orgId, "org_1"), exists(db.select().from(memberships)))),
	"a binding inside a sub-query, which is not one outside": (db) =>
		db
			.select()
			.from(memberships)
			.where(exists(db.select().from(events).where(eq(events.orgId, "org_1")))),
	"a union with a free block": (db) => {
		const ids = db.select({ id: memberships.userId }).from(memberships);
		return ids.where(eq(memberships.orgId, "org_1")).union(db.select({ id: events.id }).from(events));
	},
	"a free named query": (db) => {
		const all = db.$with("everything").as(db.select().from(memberships));
		return db.with(all).select().from(all);
	},
	"a table on the kept side of a left join": (db) =>
		db
			.select()
			.from(memberships)
			.leftJoin(events, and(eq(events.orgId, "org_1"), eq(memberships.orgId, "org_1"))),
	"update by id alone": (db) => db.update(memberships).set({ version: 2 }).where(eq(memberships.userId, "usr_1")),
	// biome-ignore lint/suspicious/noDrizzleUpdateWithoutWhere: the mistake under test.
	"update that only sets org_id": (db) => db.update(memberships).set({ orgId: "org_1" }),
	"update that moves a row to an organization found in the row": (db) =>
		db
			.update(memberships)
			.set({ orgId: sql`${memberships.userId}` })
			.where(eq(memberships.orgId, "org_1")),
	"upsert that finds rows without their organization": (db) =>
		db
			.insert(events)
			.values(eventRow("org_1", 1))
			.onConflictDoUpdate({ target: events.id, set: { type: "x" } }),
	// biome-ignore lint/suspicious/noDrizzleDeleteWithoutWhere: the mistake under test.
	"delete without a condition": (db) => db.delete(events),
	"count without a condition": (db) => db.$count(events),
	"a sub-query on another tenant table": (db) =>
		db
			.select()
			.from(users)
			.where(inArray(users.id, db.select({ id: memberships.userId }).from(memberships))),
};

const proper: Record<string, (db: Db) => PromiseLike<unknown>> = {
	"select bound by value": (db) => db.select().from(memberships).where(eq(memberships.orgId, "org_1")),
	"select by a list of one organization": (db) =>
		db
			.select()
			.from(memberships)
			.where(inArray(memberships.orgId, ["org_1"])),
	"a left join bound by its own condition": (db) =>
		db
			.select()
			.from(users)
			.leftJoin(memberships, and(eq(memberships.userId, users.id), eqHot(memberships.orgId, "orgId")))
			.prepare()
			.execute({ orgId: "org_1" }),
	"a sub-query bound by the block around": (db) =>
		db
			.select()
			.from(memberships)
			.where(
				and(
					eq(memberships.orgId, "org_1"),
					exists(db.select().from(events).where(eq(events.orgId, memberships.orgId))),
				),
			),
	"a union, each block bound": (db) => {
		const ids = (orgId: string) =>
			db.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId));
		return ids("org_1").union(ids("org_1"));
	},
	"a named query bound by value": (db) => {
		const own = db.$with("own").as(db.select().from(memberships).where(eq(memberships.orgId, "org_1")));
		return db.with(own).select().from(own);
	},
	"count of one organization": (db) => db.$count(events, eq(events.orgId, "org_1")),
	"a join that carries the organization on": (db) =>
		db
			.select()
			.from(organizations)
			.innerJoin(memberships, eq(memberships.orgId, organizations.id))
			.leftJoin(organizationBlocks, eq(organizationBlocks.orgId, memberships.orgId))
			.where(eq(organizations.id, "org_1")),
	"a sub-query bound by value": (db) =>
		db
			.select()
			.from(users)
			.where(exists(db.select().from(memberships).where(eq(memberships.orgId, "org_1")))),
	"update and delete bound by value": async (db) => {
		await db.update(memberships).set({ version: 2 }).where(eq(memberships.orgId, "org_1"));
		await db.delete(memberships).where(and(eq(memberships.orgId, "org_1"), or(eq(memberships.userId, "usr_1"))));
	},
	"global tables": (db) => db.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId)),
};

describe("the tenant guard", () => {
	test("knows every table with an organization that is never null", () => {
		expect([...tenantTables].sort()).toEqual([
			"api_keys",
			"audit_entries",
			"events",
			"invitations",
			"memberships",
			"organization_blocks",
			"organization_ledgers",
		]);
	});

	test.each(Object.entries(mistakes))("refuses %s", async (_name, statement) => {
		const alone = await outcome(() => statement(store.db));
		const again = await outcome(() => statement(store.db));
		const inside = await outcome(() => store.tx(async (tx) => void (await statement(tx))));

		expect(alone).toContain(REFUSED);
		expect(again).toContain(REFUSED);
		expect(inside).toContain(REFUSED);
	});

	test.each(Object.entries(proper))("lets pass %s", async (_name, statement) => {
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
		// biome-ignore lint/suspicious/noDrizzleDeleteWithoutWhere: over all tenants on purpose.
		const acrossInside = await outcome(() => store.acrossTenants.tx(async (tx) => void (await tx.delete(events))));
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
