/** How many rows a write wrote must mean the same on every engine. Runs on the one `DATABASE_URL` picks. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { affectedRows } from "#db/dsl";
import { organizations } from "#db/schema/index";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

describe("a write without RETURNING", () => {
	test("tells how many rows it wrote", async () => {
		const [row, other] = [organizationRow({ orgType: "community" }), organizationRow({ orgType: "community" })];
		const counted = eq(organizations.orgType, "community");

		const inserted = affectedRows(await store.db.insert(organizations).values([row, other]));
		const skipped = affectedRows(await store.db.insert(organizations).values(row).onConflictDoNothing());
		const updated = affectedRows(await store.db.update(organizations).set({ name: "Counted" }).where(counted));
		const inTransaction = await store.tx(async (tx) =>
			affectedRows(await tx.update(organizations).set({ version: 2 }).where(eq(organizations.id, row.id))),
		);
		const deleted = affectedRows(await store.db.delete(organizations).where(counted));

		expect([inserted, skipped, updated, inTransaction, deleted]).toEqual([2, 0, 2, 1, 2]);
	});

	test("is not mistaken for one with it", async () => {
		const returned = await store.db.insert(organizations).values(organizationRow()).returning({ id: organizations.id });

		expect(() => affectedRows(returned)).toThrow("does the statement return rows?");
	});
});
