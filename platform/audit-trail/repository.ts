import { and, eq } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import type { RunPortions } from "#db/portions";
import { auditEntries } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db, Store } from "#db/store";
import type { Slice } from "#kernel/list";
import type { SealedEntry } from "./entries.ts";

const insertEntry = write((tx, entry: Bound<SealedEntry>) => tx.insert(auditEntries).values(entry));

/**
 * Appends entries of one organization in the order of their chain.
 * @returns a promise for each, since none has to wait for another
 */
export const insertEntries = (tx: Db, entries: readonly SealedEntry[]): Promise<unknown>[] =>
	entries.map((entry) => insertEntry(tx, entry));

type EntryKey = { readonly orgId: string; readonly sequence: number };
const chainOrder = keyset("asc", { orgId: auditEntries.orgId, sequence: auditEntries.sequence });

const listByActor = readRows((db, { actorId, after, take }: Bound<SliceValues & { actorId: string }>) =>
	db
		.select({ orgId: auditEntries.orgId, sequence: auditEntries.sequence })
		.from(auditEntries)
		.where(and(eq(auditEntries.actorId, actorId), chainOrder.after(after)))
		.orderBy(...chainOrder.by)
		.limit(take),
);

const eraseEntry = write((tx, { orgId, sequence }: Bound<EntryKey>) =>
	tx
		.update(auditEntries)
		.set({ personal: null, salt: null })
		.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.sequence, sequence))),
);

/** Maximum number of entries erased in one transaction. */
const PORTION = 200;

/**
 * Erases the personal values of a person's entries in every organization; the entries keep the salted commitment, so
 * the chains can still be verified.
 */
export async function eraseActor(store: Store, inPortions: RunPortions, actorId: string): Promise<void> {
	for (let after: Slice["after"] = null; ; ) {
		const keys: EntryKey[] = await listByActor(store.acrossTenants, {
			actorId,
			...sliceValues({ after, take: PORTION }),
		});
		await inPortions(async (tx) => {
			await Promise.all(keys.map((key) => eraseEntry(tx, key)));
			return 0;
		});
		const last = keys.at(-1);
		if (last === undefined || keys.length < PORTION) return;
		after = [last.orgId, last.sequence];
	}
}
