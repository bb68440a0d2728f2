import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { METERS, organizations, usageLevels, usageRecords, usageShares, usageTotals } from "#db/schema/index";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { recordUsage, recordUsages, sharesIn, type Usage, usageIn, usageSince } from "#platform/usage";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { AT_MS, organizationRow } from "../support/rows.ts";

const store = await forThisFile(openTestStore());

async function openOrganization() {
	const orgId = newId("org");
	await store.db.insert(organizations).values(organizationRow({ id: orgId }));
	const record = (...usages: Usage[]) => store.tx((tx) => recordUsages(tx, orgId, usages));
	return { orgId, record };
}

/** Returns whole numbers that look random and are the same each time. */
function numbers(seed: number) {
	let state = seed;
	return (limit: number): number => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * limit);
	};
}

const used = (quantity: number, occurredAtMs: number, more: Partial<Usage> = {}): Usage => ({
	meter: "meetingMs",
	quantity,
	subject: `meeting:${crypto.randomUUID()}`,
	occurredAtMs,
	...more,
});

test("any span of time has the sum of what happened in it, in whatever order it was recorded", async () => {
	const { orgId, record } = await openOrganization();
	const below = numbers(7);
	const usages = Array.from({ length: 400 }, () => used(1 + below(1000), AT_MS + below(4 * DAY_MS)));
	for (let at = 0; at < usages.length; at += 40) await record(...usages.slice(at, at + 40));

	for (let round = 0; round < 40; round++) {
		const [one = 0, other = 0] = [below(5 * DAY_MS), below(5 * DAY_MS)].map((each) => AT_MS - HOUR_MS + each);
		const span = { fromMs: Math.min(one, other), toMs: Math.max(one, other) };
		const sum = usages.reduce(
			(total, each) =>
				each.occurredAtMs >= span.fromMs && each.occurredAtMs < span.toMs ? total + each.quantity : total,
			0,
		);
		expect(await usageIn(store.db, orgId, "meetingMs", span)).toBe(sum);
	}
	const all = usages.reduce((total, { quantity }) => total + quantity, 0);
	expect(await usageSince(store.db, orgId, "meetingMs", AT_MS - DAY_MS)).toBe(all);
});

test("what arrives late is counted for the quarter of an hour in which it happened", async () => {
	const { orgId, record } = await openOrganization();
	await record(used(5, AT_MS + 3 * HOUR_MS));
	await record(used(7, AT_MS));

	const at = (fromMs: number) => usageIn(store.db, orgId, "meetingMs", { fromMs, toMs: fromMs + 15 * MINUTE_MS });
	const quarter = AT_MS - (AT_MS % (15 * MINUTE_MS));
	expect([await at(quarter), await at(quarter + 3 * HOUR_MS), await at(quarter + HOUR_MS)]).toEqual([7, 5, 0]);
});

test("of what is there at a time, a span shows the most there was at once", async () => {
	const { orgId, record } = await openOrganization();
	const below = numbers(11);
	const stored: { atMs: number; level: number }[] = [];
	let [level, atMs] = [0, AT_MS];
	for (let round = 0; round < 200; round++) {
		const quantity = below(3) === 0 ? -below(level + 1) : below(1_000_000_000_000);
		level += quantity;
		atMs += 1 + below(2 * HOUR_MS);
		stored.push({ atMs, level });
		await record(used(quantity, atMs, { meter: "storedBytes" }));
	}

	expect(await usageSince(store.db, orgId, "storedBytes", 0)).toBe(level);
	for (let round = 0; round < 40; round++) {
		const fromMs = AT_MS + below(atMs - AT_MS);
		const toMs = fromMs + 1 + below(2 * DAY_MS);
		const before = stored.findLast((each) => each.atMs < fromMs)?.level ?? 0;
		const within = stored.filter((each) => each.atMs >= fromMs && each.atMs < toMs).map((each) => each.level);
		expect(await usageIn(store.db, orgId, "storedBytes", { fromMs, toMs })).toBe(Math.max(before, ...within));
	}
});

test("a level that a clock changes which is behind was not there before its last change", async () => {
	const { orgId, record } = await openOrganization();
	await record(used(10, AT_MS + HOUR_MS, { meter: "storedBytes" }));
	await record(used(-4, AT_MS, { meter: "storedBytes" }));

	const most = (fromMs: number) => usageIn(store.db, orgId, "storedBytes", { fromMs, toMs: fromMs + DAY_MS });
	expect([await most(AT_MS - DAY_MS), await most(AT_MS), await most(AT_MS + HOUR_MS + 1)]).toEqual([0, 10, 6]);
});

test("shares tell workspaces and people apart, over days and parts of days", async () => {
	const { orgId, record } = await openOrganization();
	await record(
		used(1, AT_MS, { workspaceId: "wsp_1", userId: "usr_1" }),
		used(2, AT_MS + DAY_MS, { workspaceId: "wsp_1", userId: null }),
		used(4, AT_MS + 2 * DAY_MS, { workspaceId: "wsp_2", userId: "usr_1" }),
		used(8, AT_MS + 2 * DAY_MS + 1, { workspaceId: "wsp_2" }),
		used(16, AT_MS + 2 * DAY_MS),
	);

	const span = { fromMs: AT_MS, toMs: AT_MS + 2 * DAY_MS + 1 };
	const by = async (kind: "workspace" | "user") => {
		const shares = await sharesIn(store.db, orgId, "meetingMs", kind, span);
		return [...shares].sort();
	};
	expect(await by("workspace")).toEqual([
		["wsp_1", 3],
		["wsp_2", 4],
	]);
	expect(await by("user")).toEqual([["usr_1", 5]]);
});

test("the same records, replayed in other batches and at once, count once", async () => {
	const { orgId, record } = await openOrganization();
	const usages = METERS.flatMap((meter) =>
		Array.from({ length: 20 }, (_none, index) => ({
			...used(index + 1, AT_MS + index * HOUR_MS),
			meter,
			subject: `job:${index}`,
		})),
	);
	const before = await Promise.all([record(...usages), record(...usages.toReversed())]);
	await Promise.all(usages.map((usage) => record(usage, usage)));

	expect(before.reduce((sum, each) => sum + each, 0)).toBe(usages.length);
	for (const meter of METERS) expect(await usageSince(store.db, orgId, meter, 0)).toBe(210);
});

test("a transaction that fails has used nothing", async () => {
	const { orgId } = await openOrganization();
	const failing = store.tx(async (tx) => {
		await recordUsage(tx, orgId, used(5, AT_MS));
		await recordUsage(tx, orgId, used(5, AT_MS, { meter: "storedBytes", workspaceId: "wsp_1" }));
		throw new Error("no");
	});
	expect(failing).rejects.toThrow("no");
	await failing.catch(() => undefined);

	for (const table of [usageRecords, usageTotals, usageShares, usageLevels])
		expect(await store.db.select().from(table).where(eq(table.orgId, orgId))).toEqual([]);
});
