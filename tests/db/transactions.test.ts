import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { organizations } from "#db/schema/index";
import { conflictOf, type Db } from "#db/store";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

const exists = async (id: string) =>
	(await store.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id))).length === 1;

describe("a transaction", () => {
	test("leaves nothing behind when its work rejects after an await", async () => {
		const row = organizationRow();

		const failed = store.tx(async (tx) => {
			await tx.insert(organizations).values(row);
			await Promise.resolve();
			throw new Error("changed my mind");
		});

		await expect(failed).rejects.toThrow("changed my mind");
		expect(await exists(row.id)).toBe(false);
	});

	test("is invisible to others until it commits", async () => {
		const row = organizationRow();
		const written = Promise.withResolvers<void>();
		const release = Promise.withResolvers<void>();
		const running = store.tx(async (tx) => {
			await tx.insert(organizations).values(row);
			written.resolve();
			await release.promise;
		});

		await written.promise;
		const before = await exists(row.id);
		release.resolve();
		await running;

		expect(before).toBe(false);
		expect(await exists(row.id)).toBe(true);
	});

	test("lets others read between its statements, however many it has", async () => {
		const row = organizationRow();
		const state = { hasBegun: false, hasRead: false };
		const readMeanwhile = (async () => {
			while (!state.hasBegun) await new Promise((resolve) => setImmediate(resolve));
			const found = await exists(row.id);
			state.hasRead = true;
			return found;
		})();

		const statements = await store.tx(async (tx) => {
			await tx.insert(organizations).values(row);
			state.hasBegun = true;
			for (let count = 1; ; count++) {
				if (state.hasRead || count === 50_000) return count;
				await tx
					.update(organizations)
					.set({ name: String(count) })
					.where(eq(organizations.id, row.id));
			}
		});

		expect(statements).toBeLessThan(50_000);
		expect(await readMeanwhile).toBe(false);
	});

	test("loses no update among fifty that read, then write", async () => {
		const row = organizationRow({ name: "0" });
		await store.db.insert(organizations).values(row);
		const increment = () =>
			store.tx(async (tx) => {
				const [read] = await forUpdate(tx.select().from(organizations).where(eq(organizations.id, row.id)));
				const name = String(Number(read?.name) + 1);
				await tx.update(organizations).set({ name }).where(eq(organizations.id, row.id));
			});

		await Promise.all(Array.from({ length: 50 }, increment));

		const [read] = await store.db.select().from(organizations).where(eq(organizations.id, row.id));
		expect(read?.name).toBe("50");
	});

	test("rolls back whole when one of its statements fails", async () => {
		const taken = organizationRow();
		const fresh = organizationRow();
		await store.db.insert(organizations).values(taken);

		const error = await store
			.tx(async (tx) => {
				await tx.insert(organizations).values(fresh);
				await tx.insert(organizations).values({ ...organizationRow(), slug: taken.slug });
			})
			.catch((reason: unknown) => reason);

		expect(conflictOf(error)).toBe("unique");
		expect(await exists(fresh.id)).toBe(false);
	});

	test("fails alone among two hundred writers", async () => {
		const taken = organizationRow();
		await store.db.insert(organizations).values(taken);
		const create = (_: unknown, i: number) =>
			store.db.insert(organizations).values(organizationRow(i % 10 === 0 ? { slug: taken.slug } : {}));

		const results = await Promise.allSettled(Array.from({ length: 200 }, create));

		expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(180);
	});
});

describe("the wrong handle", () => {
	const messageOf = (error: unknown) => (error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : "");

	test("store.db inside a transaction is refused at once, not deadlocked", async () => {
		const error = await store.tx(async () => exists("org_x")).catch((reason: unknown) => reason);

		expect(messageOf(error)).toContain("inside a transaction");
	});

	test("store.tx inside a transaction is refused at once", async () => {
		const error = await store.tx(() => store.tx(async () => 1)).catch((reason: unknown) => reason);

		expect(messageOf(error)).toContain("inside a transaction");
	});

	test("a transaction's handle is refused once it is over", async () => {
		let kept: Db | undefined;
		await store.tx(async (tx) => {
			kept = tx;
		});

		const error = await Promise.resolve(kept?.insert(organizations).values(organizationRow())).catch((e: unknown) => e);

		expect(messageOf(error)).toContain("the transaction is over");
	});

	test("work left running by a transaction may use the store after its end", async () => {
		const ended = Promise.withResolvers<void>();
		const left = await store.tx(async () => ({ late: ended.promise.then(() => exists("org_x")) }));

		ended.resolve();

		expect(await left.late).toBe(false);
	});
});
