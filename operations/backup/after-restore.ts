import { inPortions } from "#db/portions";
import type { Store } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import type { Contribution } from "#platform/module";
import { listRemovals, type NewRemoval, noteRemovals, type RemovalReplays } from "#platform/removals";
import { putServiceState, readServiceState } from "#platform/service-state";

/** Mark in the state of an installation whose database was restored and has not forgotten yet. */
export const RESTORED = "backup.restored";

/** What was restored. */
export interface RestoredMark {
	/** Id of the backup. */
	readonly id: string;
	/** Unix ms: every write that was acknowledged earlier is in it. */
	readonly takenAtMs: number;
}

/**
 * How much earlier than a backup removals are repeated, in ms: a transaction that was running when it was made has the time
 * of its beginning.
 */
export const OVERLAP_MS = 10_000;
/** For how long removals are kept beyond the backups that they are to be repeated on, in ms. */
export const REMOVALS_MS = 90 * DAY_MS;
/** Prefix of the ids of removals that are to be repeated, in place of that of those that took effect here. */
export const REPEATED = "rmr";
/** Removals that are read at once. */
const PAGE = 200;

/**
 * Marks a database as restored, and adds what was removed since: the next start finishes what follows a restore, even if
 * this process is killed.
 */
export async function markRestored(
	store: Store,
	mark: RestoredMark,
	removed: readonly NewRemoval[],
	nowMs: number,
): Promise<void> {
	await store.writing("backup.restore").tx(async (tx) => {
		for (let at = 0; at < removed.length; at += PAGE) await noteRemovals(tx, removed.slice(at, at + PAGE), REPEATED);
		await putServiceState(tx, RESTORED, mark, nowMs);
	});
}

/** What {@link finishRestore} needs of the program. */
interface FinishDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Logger;
}

/**
 * Lets a restored database forget what must not happen twice, and removes again what was removed since the backup, before
 * anybody uses it; does nothing with any other. Interrupted, it is repeated.
 */
export async function finishRestore(deps: FinishDeps, contributions: readonly Contribution[]): Promise<void> {
	const { store, clock } = deps;
	const mark = (await readServiceState(store.db, RESTORED)) as Partial<RestoredMark> | undefined;
	if (mark?.takenAtMs === undefined) return;
	for (const { forgetAfterRestore } of contributions)
		if (forgetAfterRestore) await inPortions(store.writing("backup.restore").tx, forgetAfterRestore);
	await removeAgain(deps, mark.takenAtMs - OVERLAP_MS, contributions);
	await store.writing("backup.restore").tx((tx) => putServiceState(tx, RESTORED, {}, clock.nowMs()));
}

async function removeAgain(
	{ store, log }: FinishDeps,
	sinceMs: number,
	contributions: readonly Contribution[],
): Promise<void> {
	const replays: Partial<RemovalReplays> = Object.assign(
		{},
		...contributions.map(({ replayRemoval }) => replayRemoval),
	);
	for (let place = { atMs: sinceMs, id: "" }; ; ) {
		const page = await listRemovals(store.db, place, Number.MAX_SAFE_INTEGER, PAGE);
		for (const removal of page.filter(({ id }) => id.startsWith(REPEATED))) {
			try {
				await replays[removal.kind]?.(removal);
			} catch (error) {
				if (!(error instanceof AppError)) throw error;
				if (error.code === "not_found" || error.code === "purged") continue;
				log.error("something that was removed after the backup could not be removed again", { ...removal, error });
			}
		}
		const last = page.at(-1);
		if (last === undefined || page.length < PAGE) return;
		place = { atMs: last.atMs, id: last.id };
	}
}
