import { describe, expect, test } from "bun:test";
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { jobs, type MembershipRow, memberships, organizations, type StoredOrganization, users } from "#db/schema/index";
import { type Bound, type Each, each, readRow, readRows, write, writeRows } from "#db/statement";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { jobRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

type ById = Bound<{ id: string }>;
const organizationById = readRow((db, { id }: ById) =>
	db.select().from(organizations).where(eq(organizations.id, id)).limit(1),
);
const insertOrganization = write((tx, row: Bound<typeof organizations.$inferInsert>) =>
	tx.insert(organizations).values(row),
);
const joined = keyset("asc", { joinedAtMs: memberships.joinedAtMs, userId: memberships.userId });

/** Creates an organization with members, the later the newer. */
async function organizationWith(roles: readonly MembershipRow["role"][]) {
	const organization = organizationRow();
	const members = roles.map((role, index) => ({
		...membershipRow(organization.id, userRow().id),
		role,
		joinedAtMs: 1_000 + index,
	}));
	await insertOrganization(store.db, organization);
	for (const { userId } of members) await store.db.insert(users).values(userRow({ id: userId }));
	for (const member of members) await store.db.insert(memberships).values(member);
	return { orgId: organization.id, members };
}

describe("a statement that reads", () => {
	test("returns the rows that a built one returns, for any value", async () => {
		const row = organizationRow({ settings: { a: [1] }, allowedDomains: ["x.example", "y.example"] });
		const [created] = await store.db.insert(organizations).values(row).returning();

		const found = [await organizationById(store, { id: row.id }), await organizationById(store, { id: row.id })];
		const hostile = await organizationById(store, { id: `${row.id}' or '1'='1` });

		expect(found).toEqual([created, created]);
		expect(hostile).toBeUndefined();
	});

	test("joins, and binds a parameter that it names twice", async () => {
		const { orgId, members } = await organizationWith(["owner"]);
		const userId = members[0]?.userId ?? "";
		const roleOf = readRow((db, { orgId: org, userId: user }: Bound<{ orgId: string; userId: string }>) =>
			db
				.select({ name: organizations.name, role: memberships.role })
				.from(organizations)
				.innerJoin(memberships, and(eq(memberships.orgId, org), eq(memberships.userId, user)))
				.where(eq(organizations.id, org))
				.limit(1),
		);

		expect(await roleOf(store, { orgId, userId })).toEqual({ name: "Acme", role: "owner" });
		expect(await roleOf(store, { orgId, userId: "usr_none" })).toBeUndefined();
	});

	test("leaves out what is undefined, and takes lists of any length and a limit", async () => {
		const { orgId, members } = await organizationWith(["owner", "member", "member", "guest"]);
		const ids = members.map(({ userId }) => userId);
		const list = readRows(
			(
				db,
				{
					orgId: org,
					role,
					among,
					after,
					take,
				}: Bound<{
					orgId: string;
					role: MembershipRow["role"] | undefined;
					among: Each<string> | undefined;
					after: Each<string | number> | undefined;
					take: number;
				}>,
			) =>
				db
					.select({ userId: memberships.userId })
					.from(memberships)
					.where(
						and(
							eq(memberships.orgId, org),
							role && eq(memberships.role, role),
							among && inArray(memberships.userId, among),
							after && sql`(${memberships.joinedAtMs}, ${memberships.userId}) > (${sql.join(after, sql`, `)})`,
						),
					)
					.orderBy(...joined.by)
					.limit(take),
		);
		const every = { orgId, role: undefined, among: undefined, after: undefined, take: 10 };
		const read = async (values: Partial<Parameters<typeof list>[1]>) =>
			(await list(store, { ...every, ...values })).map(({ userId }) => ids.indexOf(userId));

		expect(await read({})).toEqual([0, 1, 2, 3]);
		expect(await read({ take: 2 })).toEqual([0, 1]);
		expect(await read({ role: "member" })).toEqual([1, 2]);
		expect(await read({ among: each([ids[3] ?? "", ids[0] ?? ""]) })).toEqual([0, 3]);
		expect(await read({ among: each([ids[2] ?? ""]) })).toEqual([2]);
		expect(await read({ after: each([1_001, ids[1] ?? ""]) })).toEqual([2, 3]);
		expect(await read({ role: "member", after: each([1_001, ids[1] ?? ""]), take: 1 })).toEqual([2]);
	});

	test("counts, and reads booleans and JSON by their columns", async () => {
		const admin = userRow({ systemAdmin: true });
		await store.db.insert(users).values(admin);
		const administrators = readRow((db, { isAdmin }: Bound<{ isAdmin: boolean }>) =>
			db
				.select({ count: count() })
				.from(users)
				.where(eq(users.systemAdmin, sql.param(isAdmin, users.systemAdmin))),
		);
		const all = readRows((db, { isAdmin }: Bound<{ isAdmin: boolean }>) =>
			db
				.select({ id: users.id, systemAdmin: users.systemAdmin })
				.from(users)
				.where(eq(users.systemAdmin, isAdmin))
				.orderBy(asc(users.id)),
		);

		expect(await administrators(store, { isAdmin: true })).toEqual({ count: 1 });
		expect(await all(store, { isAdmin: true })).toEqual([{ id: admin.id, systemAdmin: true }]);
	});

	test("locks rows within a transaction", async () => {
		const row = organizationRow();
		await insertOrganization(store.db, row);
		const lock = readRow((db, { id }: ById) =>
			forUpdate(db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id)).limit(1)),
		);

		const locked = await store.tx((tx) => lock(tx, { id: row.id }));

		expect(locked).toEqual({ id: row.id });
	});

	test("rejects a value that it needs and does not get", async () => {
		const needsTwo = readRow((db, { id, name }: Bound<{ id: string; name?: string }>) =>
			db
				.select()
				.from(organizations)
				.where(and(eq(organizations.id, id), eq(organizations.name, sql`${name}`)))
				.limit(1),
		);

		await expect(needsTwo(store, { id: "org_x", name: "Acme" })).resolves.toBeUndefined();
		await expect(organizationById(store, {} as { id: string })).rejects.toThrow("binds undefined");
	});

	test("is refused where the organization is not bound, like any other", async () => {
		const everyMember = readRows((db, { role }: Bound<{ role: MembershipRow["role"] }>) =>
			db.select().from(memberships).where(eq(memberships.role, role)),
		);

		await expect(everyMember(store, { role: "owner" })).rejects.toThrow("does not bind org_id");
		await expect(everyMember(store.acrossTenants, { role: "billing" })).resolves.toEqual([]);
	});
});

describe("a statement that writes", () => {
	const addJob = writeRows((tx, { id, payload }: Bound<{ id: string; payload: unknown }>) =>
		tx
			.insert(jobs)
			.values({ ...jobRow(0), id, payload })
			.returning({ id: jobs.id }),
	);

	test("stores whole rows: JSON, arrays, null", async () => {
		const row = organizationRow({ settings: { nested: [1, null] }, allowedDomains: [], externalId: null });

		await insertOrganization(store.db, row);

		expect(await organizationById(store, { id: row.id })).toMatchObject(row);
	});

	test("runs in one transaction after another and is rolled back with it", async () => {
		const payloads = [{ a: [1] }, "text", 7, null];
		const add = (payload: unknown) => store.tx(async (tx) => addJob(tx, { id: jobRow(0).id, payload }));
		const lost = jobRow(0).id;

		const ids = [];
		for (const payload of payloads.slice(0, 3)) ids.push(...(await add(payload)));
		const undone = store.tx(async (tx) => {
			await addJob(tx, { id: lost, payload: 0 });
			throw new Error("undo");
		});

		await expect(undone).rejects.toThrow("undo");
		const read = await Promise.all(ids.map(({ id }) => store.db.select().from(jobs).where(eq(jobs.id, id))));
		expect(read.map(([job]) => job?.payload)).toEqual(payloads.slice(0, 3));
		expect(await store.db.$count(jobs, eq(jobs.id, lost))).toBe(0);
	});

	test("sets the columns that it is given, and tells how many rows it changed", async () => {
		const row = organizationRow();
		await insertOrganization(store.db, row);
		const update = write((tx, { id, ...values }: Bound<Partial<StoredOrganization> & { id: string }>) =>
			tx.update(organizations).set(values).where(eq(organizations.id, id)),
		);

		const changed = await update(store.db, { id: row.id, name: "New", settings: { a: 1 } });
		const cleared = await update(store.db, { id: row.id, billingAccountId: null });
		const missing = await update(store.db, { id: "org_none", name: "New" });

		expect([changed, cleared, missing]).toEqual([1, 1, 0]);
		expect(await organizationById(store, { id: row.id })).toMatchObject({ name: "New", settings: { a: 1 } });
	});
});
