import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Logger } from "#kernel/logger";
import { putServiceState, readServiceState } from "#platform/service-state";
import type { SearchSource } from "./ports.ts";
import { indexAnew } from "./repository.ts";

export interface SearchBuilderDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Logger;
	/** Returns the sources of every module. */
	readonly sources: () => readonly SearchSource[];
}

/** Version of the entries: with a higher one every index is built again. */
const VERSION = 6;
/** Number of rows of one transaction: a few milliseconds. */
const PORTION = 200;

/** How far the index of a collection is built. */
interface Progress {
	readonly version: number;
	/** Key of the last row that was indexed; null: none. */
	readonly after: readonly string[] | null;
	readonly isComplete: boolean;
}

const START: Progress = { version: VERSION, after: null, isComplete: false };

/** Returns the key under which it is stored how far an index is built. */
export const progressKey = (collection: string): string => `search.${collection}`;

/** The state of an index whose entries were made with its rows. */
export const COMPLETE: Progress = { ...START, isComplete: true };

const progressOf = (value: unknown): Progress => {
	const progress = value as Progress | undefined; // Only `build` writes it.
	return progress?.version === VERSION ? progress : START;
};

/**
 * Creates the function that indexes rows older than the index, before the first request: SQL cannot fold words, so no
 * migration does it. It continues where an earlier start was interrupted, and returns at once when everything is indexed.
 */
export const createSearchBuilder = ({ store, clock, log, sources }: SearchBuilderDeps) => {
	async function build({ collection, read }: SearchSource): Promise<void> {
		const key = progressKey(collection);
		let progress = progressOf(await readServiceState(store.db, key));
		if (progress.isComplete) return;
		const startedAtMs = clock.nowMs();
		let count = 0;
		const indexPortion = (after: Progress["after"]) =>
			store.writing("search.build").tx(async (tx) => {
				const rows = await read(store.acrossTenants.within(tx), after, PORTION);
				for (const { entry, words } of rows) await indexAnew(tx, entry, words);
				const isComplete = rows.length < PORTION;
				const reached: Progress = { version: VERSION, after: rows.at(-1)?.key ?? after, isComplete };
				await putServiceState(tx, key, reached, clock.nowMs());
				return { reached, indexed: rows.length };
			});
		while (!progress.isComplete) {
			const { reached, indexed } = await indexPortion(progress.after);
			progress = reached;
			count += indexed;
		}
		if (count > 0)
			log.info("the search index has been built", { name: collection, count, durationMs: clock.nowMs() - startedAtMs });
	}

	return async (): Promise<void> => {
		for (const source of sources()) await build(source);
	};
};
