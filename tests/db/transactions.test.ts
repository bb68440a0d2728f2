import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { eqHot, forUpdate } from "#db/dsl";
import { prepared, preparedWrite } from "#db/prepared";
import { jobs, memberships, type OrganizationRow, organizations, users } from "#db/schema/index";
import { conflictOf, type Db } from "#db/store";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { jobRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";

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

describe("a prepared statement", () => {
	const byId = prepared<OrganizationRow, { id: string }>("organization_by_id", (db) =>
		db
			.select()
			.from(organizations)
			.where(eq(organizations.id, sql.placeholder("id")))
			.limit(1),
	);
	const withMember = prepared<{ name: string; role: string }, { orgId: string; userId: string }>("with_member", (db) =>
		db
			.select({ name: organizations.name, role: memberships.role })
			.from(organizations)
			.innerJoin(memberships, eq(memberships.orgId, organizations.id))
			.where(sql`${eqHot(organizations.id, "orgId")} and ${eqHot(memberships.userId, "userId")}`)
			.limit(1),
	);
	const addJob = preparedWrite<{ id: string; payload: unknown }, { id: string }[]>("add_job", (tx) =>
		tx
			.insert(jobs)
			.values({ ...jobRow(0), id: sql.placeholder("id"), payload: sql.placeholder("payload") })
			.returning({ id: jobs.id }),
	);

	test("answers the same rows as a built one, for any value", async () => {
		const row = organizationRow();
		const [created] = await store.db.insert(organizations).values(row).returning();

		const found = [await byId(store, { id: row.id }), await byId(store, { id: row.id })];
		const hostile = await byId(store, { id: `${row.id}' or '1'='1` });

		expect(found).toEqual([[created], [created]] as OrganizationRow[][]);
		expect(hostile).toEqual([]);
	});

	test("joins with eqHot", async () => {
		const organization = organizationRow();
		const user = userRow();
		await store.db.insert(organizations).values(organization);
		await store.db.insert(users).values(user);
		await store.db.insert(memberships).values(membershipRow(organization.id, user.id));

		const found = await withMember(store, { orgId: organization.id, userId: user.id });

		expect(found).toEqual([{ name: "Acme", role: "member" }]);
	});

	test("writes in one transaction after another, JSON included, and rolls back with it", async () => {
		const payloads = [{ a: [1] }, "text", 7];
		const add = (payload: unknown) => store.tx(async (tx) => addJob(tx, { id: jobRow(0).id, payload }));
		const lost = jobRow(0).id;

		const ids = [];
		for (const payload of payloads) ids.push(...(await add(payload)));
		await store
			.tx(async (tx) => {
				await addJob(tx, { id: lost, payload: 0 });
				throw new Error("undo");
			})
			.catch(() => undefined);

		const read = await Promise.all(ids.map(({ id }) => store.db.select().from(jobs).where(eq(jobs.id, id))));
		expect(read.map(([job]) => job?.payload)).toEqual(payloads);
		expect(await store.db.$count(jobs, eq(jobs.id, lost))).toBe(0);
	});
});
