/** What must mean the same on every engine. Runs on the one `DATABASE_URL` picks. */
import { describe, expect, test } from "bun:test";
import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { events, invitations, jobs, memberships, organizations, users } from "#db/schema/index";
import { conflictOf } from "#db/store";
import { newId } from "#kernel/ids";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { AT_MS, eventRow, jobRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

async function createOrganization(): Promise<string> {
	const row = organizationRow();
	await store.db.insert(organizations).values(row);
	return row.id;
}

describe("values", () => {
	test("come back as they were given: text, instants, booleans, null, JSON", async () => {
		const row = organizationRow({
			name: "Ω naïve ☃ \"quoted\" \\ 'single'",
			settings: { nested: { list: [1, "é", null, true, -0.5] }, empty: {} },
			allowedDomains: ["example.org"],
			externalId: "ext-1",
			createdAtMs: 1_700_000_000_123,
		});

		const [created] = await store.db.insert(organizations).values(row).returning();
		const [read] = await store.db.select().from(organizations).where(eq(organizations.id, row.id)).limit(1);

		expect(created).toMatchObject(row);
		expect(created).toMatchObject({ billingAccountId: null, purgeAtMs: null });
		expect(read).toEqual(created);
	});

	test("booleans and defaults of the schema", async () => {
		const [user] = await store.db
			.insert(users)
			.values(userRow({ systemAdmin: true }))
			.returning();

		expect(user).toMatchObject({ systemAdmin: true, passwordHash: null });
	});

	test.each([
		["text"],
		['"quoted"'],
		["5"],
		[5],
		[1.5],
		[true],
		[false],
		[[]],
		[[1, "x", [null]]],
		[{ a: null }],
		[{}],
	])("JSON %j is stored once and read once", async (payload) => {
		const row = jobRow(payload);

		await store.db.insert(jobs).values(row);
		await store.db.update(jobs).set({ payload, attempts: 1 }).where(eq(jobs.id, row.id));
		const [read] = await store.db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, row.id));

		expect(read).toEqual({ payload });
	});

	test("numbers of 64-bit columns are exact to 2^53", async () => {
		const orgId = await createOrganization();
		const sequence = Number.MAX_SAFE_INTEGER - 1;

		await store.db.insert(events).values(eventRow(orgId, sequence));
		const [read] = await store.db
			.update(events)
			.set({ sequence: sql`${events.sequence} + 1` })
			.where(eq(events.orgId, orgId))
			.returning({ sequence: events.sequence });

		expect(read?.sequence).toBe(Number.MAX_SAFE_INTEGER);
	});

	test("fractions survive in real columns", async () => {
		const [job] = await store.db
			.insert(jobs)
			.values(jobRow(0, { progress: 0.1 }))
			.returning();

		expect(job?.progress).toBe(0.1);
	});
});

describe("constraints", () => {
	test("a taken unique value is a unique conflict, and an upsert replaces", async () => {
		const row = organizationRow();
		await store.db.insert(organizations).values(row);
		const rival = organizationRow({ slug: row.slug, name: "Rival" });

		const refused = await store.db
			.insert(organizations)
			.values(rival)
			.catch((error: unknown) => error);
		const skipped = await store.db.insert(organizations).values(rival).onConflictDoNothing().returning();
		const [replaced] = await store.db
			.insert(organizations)
			.values(rival)
			.onConflictDoUpdate({ target: organizations.slug, set: { name: sql`excluded.name` } })
			.returning();

		expect(conflictOf(refused)).toBe("unique");
		expect(skipped).toEqual([]);
		expect(replaced).toMatchObject({ id: row.id, name: "Rival" });
	});

	test("a value outside a closed set is a check conflict", async () => {
		const row = { ...organizationRow(), state: "frozen" as "active" };

		const refused = await store.db
			.insert(organizations)
			.values(row)
			.catch((error: unknown) => error);

		expect(conflictOf(refused)).toBe("check");
	});

	test("a reference to nothing is a foreign key conflict, a missing value a not-null conflict", async () => {
		const orgId = await createOrganization();

		const dangling = await store.db
			.insert(memberships)
			.values(membershipRow(orgId, newId("usr")))
			.catch((e: unknown) => e);
		const missing = await store.db
			.insert(organizations)
			.values({ ...organizationRow(), name: null as unknown as string })
			.catch((error: unknown) => error);

		expect(conflictOf(dangling)).toBe("foreign_key");
		expect(conflictOf(missing)).toBe("not_null");
	});

	test("text in a number column is refused", async () => {
		const row = { ...organizationRow(), version: "many" as unknown as number };

		const inserting = store.db
			.insert(organizations)
			.values(row)
			.then(
				() => "accepted",
				() => "refused",
			);

		expect(await inserting).toBe("refused");
	});

	test("deleting an organization deletes what belongs to it", async () => {
		const orgId = await createOrganization();
		const user = userRow();
		await store.db.insert(users).values(user);
		await store.db.insert(memberships).values(membershipRow(orgId, user.id));

		await store.db.delete(organizations).where(eq(organizations.id, orgId));

		expect(await store.db.$count(memberships, eq(memberships.orgId, orgId))).toBe(0);
	});

	test("one address has one pending invitation, and any number of past ones", async () => {
		const orgId = await createOrganization();
		const invite = (state: "pending" | "revoked") => ({
			orgId,
			id: newId("inv"),
			email: "a@example.org",
			emailKey: "a@example.org",
			role: "member" as const,
			tokenHash: Bun.randomUUIDv7(),
			state,
			invitedBy: "usr_x",
			createdAtMs: AT_MS,
			expiresAtMs: AT_MS,
		});

		await store.db.insert(invitations).values([invite("revoked"), invite("revoked"), invite("pending")]);
		const second = await store.db
			.insert(invitations)
			.values(invite("pending"))
			.catch((error: unknown) => error);

		expect(conflictOf(second)).toBe("unique");
	});
});

describe("queries", () => {
	test("keyset pages over equal instants show every row once, in order", async () => {
		const orgId = await createOrganization();
		const people = Array.from({ length: 25 }, () => userRow());
		await store.db.insert(users).values(people);
		const joined = people.map((user, i) => ({ ...membershipRow(orgId, user.id), joinedAtMs: AT_MS + (i % 3) }));
		await store.db.insert(memberships).values(joined);
		const page = (after?: { joinedAtMs: number; userId: string }) =>
			store.db
				.select({ joinedAtMs: memberships.joinedAtMs, userId: memberships.userId, name: users.name })
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(
					and(
						eq(memberships.orgId, orgId),
						after &&
							sql`(${memberships.joinedAtMs}, ${memberships.userId}) < (${sql.param(after.joinedAtMs, memberships.joinedAtMs)}, ${after.userId})`,
					),
				)
				.orderBy(desc(memberships.joinedAtMs), desc(memberships.userId))
				.limit(7);

		const seen: string[] = [];
		for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1))) {
			seen.push(...rows.map((row) => `${row.joinedAtMs} ${row.userId}`));
		}

		expect(seen).toEqual(
			joined
				.map((row) => `${row.joinedAtMs} ${row.userId}`)
				.sort()
				.reverse(),
		);
	});

	test("a left join without a match answers null for the whole table", async () => {
		const orgId = await createOrganization();

		const rows = await store.db
			.select({ id: organizations.id, member: memberships })
			.from(organizations)
			.leftJoin(memberships, eq(memberships.orgId, organizations.id))
			.where(eq(organizations.id, orgId));

		expect(rows).toEqual([{ id: orgId, member: null }]);
	});

	test("grouping, counting, and lists of many parameters", async () => {
		const orgId = await createOrganization();
		await store.db.insert(events).values([eventRow(orgId, 1), eventRow(orgId, 2)]);
		const many = Array.from({ length: 900 }, () => newId("org"));

		const grouped = await store.db
			.select({ type: events.type, n: count() })
			.from(events)
			.where(eq(events.orgId, orgId))
			.groupBy(events.type)
			.orderBy(asc(events.type));
		const none = await store.db
			.select({ id: organizations.id })
			.from(organizations)
			.where(inArray(organizations.id, many));

		expect(grouped).toEqual([{ type: "organization.updated", n: 2 }]);
		expect(none).toEqual([]);
	});

	test("a conditional update through a common table expression claims rows once", async () => {
		const rows = Array.from({ length: 4 }, (_, i) => jobRow(i, { queue: "claims", runAtMs: AT_MS + i }));
		await store.db.insert(jobs).values(rows);
		const claim = () =>
			store.tx(async (tx) => {
				const due = tx.$with("due").as(
					forUpdate(
						tx
							.select({ id: jobs.id })
							.from(jobs)
							.where(and(eq(jobs.queue, "claims"), sql`${jobs.state} = 'ready'`))
							.orderBy(asc(jobs.runAtMs))
							.limit(3),
						{ skipLocked: true },
					),
				);
				return tx
					.with(due)
					.update(jobs)
					.set({ state: "done", attempts: sql`${jobs.attempts} + 1` })
					.where(inArray(jobs.id, tx.select({ id: due.id }).from(due)))
					.returning({ payload: jobs.payload });
			});

		const claimed = [...(await claim()), ...(await claim()), ...(await claim())];

		expect(claimed.map((row) => row.payload).sort()).toEqual([0, 1, 2, 3]);
	});
});
