import { USAGE_GROUPS } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { startOf, startsOf } from "./grains.ts";
import { isLevel, type Usage } from "./ports.ts";
import { deleteRecords, insertRecords, moveRecord, quantityOf, setQuantity } from "./repository/records.ts";
import { addShares, addTotals, changeLevel, deleteTotals, raiseTotals } from "./repository/totals.ts";

/** Records use, in the transaction of what it measures; a subject that was recorded already is not counted again. */
export const recordUsage = (tx: Db, orgId: string, usage: Usage): Promise<number> => recordUsages(tx, orgId, [usage]);

/**
 * Records many uses of an organization in one transaction; subjects that were recorded already are not counted again.
 * @returns how many were not
 */
export async function recordUsages(tx: Db, orgId: string, usages: readonly Usage[]): Promise<number> {
	const fresh = await insertRecords(tx, orgId, usages.map(ofPerson));
	const used = fresh.filter(({ meter }) => !isLevel(meter));
	if (used.length > 0) await addUp(tx, orgId, used);
	for (const usage of fresh) if (isLevel(usage.meter)) await followLevel(tx, orgId, usage);
	return fresh.length;
}

const ofPerson = (usage: Usage): Usage => (usage.userId?.startsWith("usr_") ? usage : { ...usage, userId: null });

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
	const totals = new Sums();
	const shares = new Sums();
	for (const { meter, quantity, occurredAtMs, workspaceId, userId } of usages) {
		for (const [grain, startMs] of startsOf(occurredAtMs)) totals.add([meter, grain, startMs], quantity);
		const groups = { workspace: workspaceId, user: userId };
		for (const kind of USAGE_GROUPS) {
			const groupId = groups[kind];
			if (groupId) shares.add([meter, kind, startOf(occurredAtMs, DAY_MS), groupId], quantity);
		}
	}
	await addTotals(tx, { orgId, rows: totals.toRows() });
	if (shares.size > 0) await addShares(tx, { orgId, rows: shares.toRows() });
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

/** Sums by key, in the order of the keys. */
class Sums {
	readonly #sums = new Map<string, { readonly key: readonly (string | number)[]; quantity: number }>();

	get size(): number {
		return this.#sums.size;
	}

	add(key: readonly (string | number)[], quantity: number): void {
		const name = key.join(" ");
		const known = this.#sums.get(name);
		if (known) known.quantity += quantity;
		else this.#sums.set(name, { key, quantity });
	}

	/** Returns the keys, each with its sum, as JSON. */
	toRows(): string {
		const sorted = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
		return JSON.stringify(sorted.map(([, { key, quantity }]) => [...key, quantity]));
	}
}

/** Deletes up to `limit` rows of the use of an organization and returns their number. */
export async function eraseTenant(tx: Db, orgId: string, limit: number): Promise<number> {
	const records = await deleteRecords(tx, orgId, limit);
	return records < limit ? records + (await deleteTotals(tx, orgId, limit - records)) : records;
}
