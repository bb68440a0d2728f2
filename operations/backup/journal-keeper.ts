import type { Store } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import { ensureBackupKey, readInstallation } from "#platform/installation";
import { listRemovals, type RemovalPosition } from "#platform/removals";
import { putServiceState, readServiceState } from "#platform/service-state";
import { OVERLAP_MS, REMOVALS_MS, REPEATED } from "./after-restore.ts";
import { writeJournal } from "./journal.ts";
import { beginOfJournalFile, shortenJournalFile } from "./journal-file.ts";
import { listBackupIds } from "./manifest.ts";
import type { Sealed } from "./objects.ts";
import type { BackupPlace } from "./place.ts";
import { madeAtMs } from "./prune.ts";
import { createBackupSeal } from "./seal.ts";

/** How far the journal is. */
const PLACE = "backup.journal";
/** Age from which no transaction can still add a removal, in ms: it has the time of its beginning. */
const SETTLED_MS = 15_000;
/** What a journal may have that nobody needs, in ms: it is written anew once a week at most. */
const SLACK_MS = 7 * DAY_MS;
/** Removals that are written at once. */
const PAGE = 2_000;

/** What {@link keepJournal} needs of the program. */
interface KeeperDeps {
	readonly dataDir: string;
	/** For how long backups are kept, in ms. */
	readonly keepMs: number;
	/** Opens the place of the backups; null: there is none. */
	readonly openPlace: (() => Promise<BackupPlace>) | null;
	readonly store: Store;
	readonly vault: Vault;
	readonly clock: Clock;
	/** By which nothing is forgotten before the time was confirmed. */
	readonly settledClock: Clock;
	readonly signal: AbortSignal;
}

/**
 * Writes what was removed since the last call into the journals, so that the restore of an older backup can remove it
 * again although the database is lost.
 */
export async function keepJournal(deps: KeeperDeps): Promise<void> {
	const { dataDir, openPlace, store, vault, clock, settledClock, signal } = deps;
	let place = ((await readServiceState(store.db, PLACE)) as RemovalPosition | undefined) ?? { atMs: 0, id: "" };
	const installationId = (await readInstallation(store.db))?.id;
	if (installationId === undefined) return;
	let sealed: Sealed | null = null;
	for (;;) {
		signal.throwIfAborted();
		const removed = await listRemovals(store.db, place, clock.nowMs() - SETTLED_MS, PAGE);
		const last = removed.at(-1);
		if (last === undefined) return;
		if (openPlace !== null)
			sealed ??= {
				place: await openPlace(),
				seal: createBackupSeal(await ensureBackupKey(store, vault, clock.nowMs())),
			};
		const mayBeKnown = removed.some(({ id }) => id.startsWith(REPEATED));
		await writeJournal({ dataDir, installationId, sealed }, removed, { mayBeKnown });
		if (sealed !== null) await shorten(deps, installationId, sealed, settledClock.nowMs());
		place = { atMs: last.atMs, id: last.id };
		await store.writing("backup.journal").tx((tx) => putServiceState(tx, PLACE, place, clock.nowMs()));
		if (removed.length < PAGE) return;
	}
}

/**
 * Removes from the journal in the data directory what no backup in the configured place needs any more, once it has a week of
 * that: nothing is older than the backups that are kept, and 90 days, unless the first one there is older still. Without
 * such a place nobody knows how old a backup may be, so everything stays.
 */
async function shorten(
	{ dataDir, keepMs }: Pick<KeeperDeps, "dataDir" | "keepMs">,
	installationId: string,
	{ place }: Sealed,
	nowMs: number,
): Promise<void> {
	const [beganMs, keptMs] = [await beginOfJournalFile(dataDir), nowMs - keepMs - REMOVALS_MS];
	if (beganMs === null || beganMs >= keptMs - SLACK_MS) return;
	const [oldest] = await listBackupIds(place);
	const neededMs = oldest === undefined ? keptMs : Math.min(keptMs, madeAtMs(oldest) - OVERLAP_MS);
	if (beganMs < neededMs - SLACK_MS) await shortenJournalFile(dataDir, installationId, neededMs);
}
