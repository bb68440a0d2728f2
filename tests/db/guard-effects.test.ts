/** What the statements of the guard's tests do to other tenants when nothing stops them: their rows say it, not the guard. */
import { describe, expect, test } from "bun:test";
import { eq, ne } from "drizzle-orm";
import { events, memberships, organizationBlocks, organizations, users } from "#db/schema/index";
import type { Db } from "#db/store";
import { openTestStore, type TestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { blockRow, eventRow, membershipRow, organizationRow, userRow } from "#tests/support/rows";
import { boundStatements, type RunStatement, unboundStatements } from "#tests/support/tenant-statements";

const TENANT_TABLES = [memberships, events, organizationBlocks] as const;

/** A database of three tenants; a member of `org_1` belongs to another one too. */
async function openTenants(): Promise<TestStore> {
	const store = await openTestStore();
	await store.tx(async (guarded) => {
		const tx = store.acrossTenants.within(guarded);
		// "usr_1": an organization that a row may be moved to by mistake.
		await tx.insert(organizations).values(["org_1", "org_2", "usr_1"].map((id) => organizationRow({ id })));
		await tx.insert(users).values(["usr_1", "usr_2"].map((id) => userRow({ id })));
		for (const [orgId, userId] of [
			["org_1", "usr_1"],
			["org_2", "usr_1"],
			["org_2", "usr_2"],
		] as const)
			await tx.insert(memberships).values(membershipRow(orgId, userId));
		await tx.insert(events).values([eventRow("org_1", 7), eventRow("org_2", 1)]);
		await tx.insert(organizationBlocks).values([blockRow("org_1"), blockRow("org_2")]);
	});
	return store;
}

const tenants = await forThisFile(openTenants());

/** Rows as text, in no order. */
const textOf = (rows: readonly unknown[]): string =>
	rows
		.map((row) => JSON.stringify(row))
		.sort()
		.join("\n");

/** Rows of the tenant tables: those of `org_1`, or those of all others. */
async function rowsOf(tx: Db, whose: typeof eq | typeof ne): Promise<string> {
	const rows: unknown[] = [];
	for (const table of TENANT_TABLES) rows.push(...(await tx.select().from(table).where(whose(table.orgId, "org_1"))));
	return textOf(rows);
}

/** Takes a transaction back and keeps what was seen in it. */
class TakenBack extends Error {
	readonly seen: string;
	constructor(seen: string) {
		super("taken back");
		this.seen = seen;
	}
}

/** What a statement that nothing guards answers, what it leaves to `org_1`, and whether it spares others, who may have no rows. */
async function effectOf(ask: RunStatement, others: "present" | "absent"): Promise<string> {
	const run = tenants.tx(async (guarded): Promise<never> => {
		const tx = tenants.acrossTenants.within(guarded);
		if (others === "absent") for (const table of TENANT_TABLES) await tx.delete(table).where(ne(table.orgId, "org_1"));
		const before = await rowsOf(tx, ne);
		const result = await ask(tx);
		const response = Array.isArray(result) ? textOf(result) : typeof result === "number" ? result : "";
		const left = await rowsOf(tx, eq);
		const isSpared = (await rowsOf(tx, ne)) === before;
		throw new TakenBack([response, left, isSpared ? "others spared" : "others changed"].join("\n\n"));
	});
	const end: unknown = await run.catch((error: unknown) => error);
	return end instanceof TakenBack ? end.seen : "refused by the engine";
}

/** No unique index leaves the organization out, so the engine has nothing to find the row by. */
const REFUSED_BY_ENGINE = "upsert that finds rows without their organization";

describe("without the guard", () => {
	test.each(Object.entries(unboundStatements).filter(([name]) => name !== REFUSED_BY_ENGINE))(
		"another tenant is reached by %s",
		async (_name, ask) => {
			const [amongOthers, byItself] = [await effectOf(ask, "present"), await effectOf(ask, "absent")];

			const isReached = amongOthers !== byItself || amongOthers.includes("others changed");
			expect(isReached).toBe(true);
		},
	);

	test(`the engine refuses an ${REFUSED_BY_ENGINE}`, async () => {
		const ask = unboundStatements[REFUSED_BY_ENGINE];

		expect(ask && (await effectOf(ask, "present"))).toBe("refused by the engine");
	});

	test.each(Object.entries(boundStatements))("no other tenant is reached by %s", async (_name, ask) => {
		const [amongOthers, byItself] = [await effectOf(ask, "present"), await effectOf(ask, "absent")];

		expect(amongOthers).toBe(byItself);
		expect(amongOthers).toEndWith("others spared");
	});
});
