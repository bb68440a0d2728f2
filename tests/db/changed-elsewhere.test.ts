/** How a server hears of those who write beside it. */
import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { organizations } from "#db/schema/index";
import { connectWriter, pathOf } from "#db/sqlite/connection";
import { openTestStore } from "#tests/support/database";
import { openRawDatabase } from "#tests/support/raw-database";
import { organizationRow } from "#tests/support/rows";

const insertInto = (store: Awaited<ReturnType<typeof openTestStore>>) =>
	store.tx((tx) => tx.insert(organizations).values(organizationRow()));

if (dialect === "sqlite") {
	describe("a store", () => {
		test("hears once of a commit it did not make, and of none that was taken back", async () => {
			const store = await openTestStore();
			const other = connectWriter(pathOf(store.url), 5_000);
			const heard = [store.changedElsewhere()];

			other.run("BEGIN IMMEDIATE; UPDATE organizations SET name = name; CREATE TABLE noted (id); ROLLBACK");
			heard.push(store.changedElsewhere());
			other.run("CREATE TABLE noted (id)");
			heard.push(store.changedElsewhere(), store.changedElsewhere());
			other.close();
			await store.close();

			expect(heard).toEqual([false, false, true, false]);
		});

		test("hears inside its own write of a commit that came before it", async () => {
			const store = await openTestStore();
			const other = connectWriter(pathOf(store.url), 5_000);
			other.run("CREATE TABLE noted (id)");

			const heard = await store.tx(async () => store.changedElsewhere());

			other.close();
			await store.close();
			expect(heard).toBe(true);
		});

		test("does not take its own writes, failures and checkpoints for another's", async () => {
			const store = await openTestStore();
			const passes = connectWriter(pathOf(store.url), 5_000);
			const lost = new Error("taken back");
			const heard: boolean[] = [];

			for (let round = 0; round < 20; round++) {
				await Promise.all(Array.from({ length: 8 }, () => insertInto(store)));
				const failing = Array.from({ length: 3 }, () =>
					store.tx(async (tx) => {
						await tx.insert(organizations).values(organizationRow());
						throw lost;
					}),
				);
				await Promise.allSettled([...failing, insertInto(store)]);
				// As the checkpointer's thread does; the next write begins the log anew.
				passes.run("PRAGMA wal_checkpoint(PASSIVE)");
				heard.push(store.changedElsewhere());
			}

			passes.close();
			await store.close();
			expect(heard).not.toContain(true);
		});

		test("does not fail once it cannot tell: then what is cached is not believed", async () => {
			const store = await openTestStore();
			await store.close();

			const heard = store.changedElsewhere();

			expect(heard).toBe(true);
		});
	});
} else {
	describe("a store on Postgres", () => {
		test("leaves others' commits alone: nothing of what they change is cached", async () => {
			const store = await openTestStore();
			const other = openRawDatabase(store.url);
			await other.query("CREATE TABLE noted (id int)");

			const heard = store.changedElsewhere();

			await other.close();
			await store.close();
			expect(heard).toBe(false);
		});
	});
}
