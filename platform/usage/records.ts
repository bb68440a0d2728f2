import type { Meter, UsageGrain, UsageGroup } from "#db/schema/index";
import type { Db } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { QUARTER_MS, startOf, startsOf } from "./grains.ts";
import { isLevel, personOf, type Usage } from "./ports.ts";
import { insertRecords, moveRecord, quantityOf, setQuantity } from "./repository/records.ts";
import { addShares, addTotals, changeLevel, raiseTotals } from "./repository/totals.ts";

/** Records use, in the transaction of what it measures; a subject that was recorded already is not counted again. */
export const recordUsage = (tx: Db, orgId: string, usage: Usage): Promise<number> => recordUsages(tx, orgId, [usage]);

/**
 * Records many uses of an organization in one transaction; subjects that were recorded already are not counted again.
 * @returns how many were not
 */
export async function recordUsages(tx: Db, orgId: string, usages: readonly Usage[]): Promise<number> {
	const byMeter = [...Map.groupBy(usages, ({ meter }) => meter)].sort(([one], [other]) => (one < other ? -1 : 1));
	const inserted = await Promise.all(byMeter.map(([meter, some]) => insertRecords(tx, orgId, meter, some)));
	const used = inserted.flat().filter(({ meter }) => !isLevel(meter));
	if (used.length > 0) await addUp(tx, orgId, used);
	for (const [index, [meter, some]] of byMeter.entries()) {
		const fresh = new Set(isLevel(meter) ? inserted[index] : []);
		// One after the other, as they happened.
		for (const usage of some) if (fresh.has(usage)) await followLevel(tx, orgId, usage);
	}
	return inserted.reduce((sum, fresh) => sum + fresh.length, 0);
}

/**
 * Records how much a subject has used by now; what was recorded of it before is part of that. Repeated, or after a commit
 * nobody knows of, it counts nothing twice. Nobody else may record the subject at the same time.
 */
export async function recordSoFar(tx: Db, orgId: string, usage: Usage): Promise<void> {
	const { meter, subject, quantity } = usage;
	const key = { orgId, meter, subject };
	const before = await quantityOf(tx, key);
	if (before === undefined) await recordUsage(tx, orgId, usage);
	if (before === undefined || before >= quantity) return;
	await setQuantity(tx, { ...key, quantity });
	await addUp(tx, orgId, [{ ...usage, quantity: quantity - before }]);
}

/** Records that `change` members have joined an organization, or have left it if it is negative. */
export const recordSeats = (tx: Db, orgId: string, change: number, occurredAtMs: number): Promise<number> =>
	// Whoever joins again takes a seat again: the change of their row is what happens once.
	recordUsage(tx, orgId, { meter: "seats", quantity: change, subject: `members:${newId("usg")}`, occurredAtMs });

/** Adds to the totals of the times at which something was used, and to the shares of whose it is. */
async function addUp(tx: Db, orgId: string, usages: readonly Usage[]): Promise<void> {
	const [quarters, days, shares] = [new Sums(), new Sums(), new Sums()];
	for (const usage of usages) {
		const { meter, quantity, occurredAtMs, workspaceId } = usage;
		quarters.add(quantity, meter, "quarter", startOf(occurredAtMs, QUARTER_MS));
		const dayMs = startOf(occurredAtMs, DAY_MS);
		const userId = personOf(usage);
		if (workspaceId) shares.add(quantity, meter, "workspace", dayMs, workspaceId);
		if (userId !== null) shares.add(quantity, meter, "user", dayMs, userId);
	}
	for (const { quantity, meter, startMs } of quarters.inOrder())
		days.add(quantity, meter, "day", startOf(startMs, DAY_MS));
	const totals = [...quarters.inOrder(), ...days.inOrder()];
	await addTotals(tx, {
		orgId,
		rows: JSON.stringify(totals.map(({ meter, kind, startMs, quantity }) => [meter, kind, startMs, quantity])),
	});
	const rows = shares
		.inOrder()
		.map(({ meter, kind, startMs, groupId, quantity }) => [meter, kind, startMs, groupId, quantity]);
	if (rows.length > 0) await addShares(tx, { orgId, rows: JSON.stringify(rows) });
}

/**
 * Changes a level. It is there as of now: a clock that is behind does not change what was there before the last change,
 * so the record is moved behind that.
 */
async function followLevel(tx: Db, orgId: string, { meter, subject, quantity, occurredAtMs }: Usage): Promise<void> {
	const { level, changedAtMs } = await changeLevel(tx, { orgId, meter }, quantity, occurredAtMs);
	if (changedAtMs !== occurredAtMs) await moveRecord(tx, { orgId, meter, subject, occurredAtMs: changedAtMs });
	const most = Math.max(level, level - quantity);
	const rows = startsOf(changedAtMs).map(([grain, startMs]) => [meter, grain, startMs, most, level]);
	await raiseTotals(tx, { orgId, rows: JSON.stringify(rows) });
}

/** What was used of a meter in a time, by everybody or by one of a group. */
interface Sum {
	readonly meter: Meter;
	readonly kind: UsageGrain | UsageGroup;
	readonly startMs: number;
	readonly groupId: string;
	quantity: number;
}

/** Sums of use. */
class Sums {
	readonly #sums = new Map<string, Sum>();

	add(quantity: number, meter: Meter, kind: Sum["kind"], startMs: number, groupId = ""): void {
		const name = `${meter} ${kind} ${startMs} ${groupId}`;
		const known = this.#sums.get(name);
		if (known) known.quantity += quantity;
		else this.#sums.set(name, { meter, kind, startMs, groupId, quantity });
	}

	/** Returns the sums in one order for everybody, so that nobody waits in a circle. */
	inOrder(): Sum[] {
		return [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
	}
}
