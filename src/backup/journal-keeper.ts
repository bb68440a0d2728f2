import type { RemovalRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import { ensureBackupKey } from "#platform/installation";
import { listRemovals, type RemovalPlace } from "#platform/removals";
import { putServiceState, readServiceState } from "#platform/service-state";
import type { Config } from "../config.ts";
import { openPlace } from "./configured.ts";
import { writeJournal } from "./journal.ts";
import type { Sealed } from "./objects.ts";
import { createBackupSeal } from "./sealing.ts";

/** How far the journal is. */
const PLACE = "backup.journal";
/** Age from which no transaction can still add a removal, in ms: it has the time of its beginning. */
const SETTLED_MS = 15_000;
/** Removals that are written at once. */
const PAGE = 2_000;

/** What {@link keepJournal} needs of the program. */
interface KeeperDeps {
	readonly store: Store;
	readonly vault: Vault;
	readonly clock: Clock;
	readonly signal: AbortSignal;
}

/**
 * Writes what was removed since the last call into the journals, so that the restore of an older backup can remove it
 * again although the database is lost.
 */
export async function keepJournal(config: Config, { store, vault, clock, signal }: KeeperDeps): Promise<void> {
	let place = ((await readServiceState(store.db, PLACE)) as RemovalPlace | undefined) ?? { atMs: 0, id: "" };
	let sealed: Sealed | null = null;
	for (;;) {
		signal.throwIfAborted();
		const [first, ...rest] = await listRemovals(store.db, place, clock.nowMs() - SETTLED_MS, PAGE);
		if (first === undefined) return;
		if (config.backup.to !== undefined)
			sealed ??= {
				place: await openPlace(config, undefined),
				seal: createBackupSeal(await ensureBackupKey(store, vault, clock.nowMs())),
			};
		await writeJournal(config.dataDir, sealed, [first, ...rest]);
		const { atMs, id }: RemovalRow = rest.at(-1) ?? first;
		place = { atMs, id };
		await store.writing("backup.journal").tx((tx) => putServiceState(tx, PLACE, place, clock.nowMs()));
		if (rest.length < PAGE - 1) return;
	}
}
