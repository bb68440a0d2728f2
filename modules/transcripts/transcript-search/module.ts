/**
 * The index of transcripts (`db/word-index`: FTS5 or `tsvector`; decision 042). A task on each instance updates it
 * seconds later from a queue of ranges. Its tokens begin with a tenant number, and each hit is checked against current
 * access and current text.
 */
import type { Db } from "#db/store";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { createReactions } from "./reactions.ts";
import { countParts } from "./repository/parts.ts";
import { eraseDocuments, removeFromIndex } from "./repository/removal.ts";
import { noteRemoval } from "./rewrites.ts";
import { transcriptSearchRoutes } from "./routes.ts";
import { createSearchService } from "./service.ts";

/** The module, and its indexer. */
export interface TranscriptSearchModule extends Contribution {
	readonly indexer: Indexer;
}

/** Interval of the indexer, in ms: how long something that was said waits to be found. */
const EVERY_MS = 1_000;
/** Parts that wait to be indexed are counted up to this. */
const COUNTED_PARTS = 100_000;

/** Creates the module that finds what was said, in all transcripts that the caller may read. */
export function createTranscriptSearchModule(core: Core): TranscriptSearchModule {
	const { store, clock } = core;
	const indexer = createIndexer({ store, clock });

	/** Erases up to about `limit` documents of an organization, or of one of its meetings; returns their number. */
	async function erase(tx: Db, orgId: string, meetingId: string | undefined, limit: number): Promise<number> {
		const erased = await eraseDocuments(tx, { orgId, meetingId }, limit);
		if (erased > 0) await noteRemoval(tx, clock.nowMs());
		return erased;
	}

	return {
		facts,
		routes: transcriptSearchRoutes(createSearchService(core)),
		reactions: createReactions({ clock }),
		indexer,
		remains: indexer.remains,
		eraseTenant: { transcript_indexes: (tx, orgId, limit) => erase(tx, orgId, undefined, limit) },
		eraseMeeting: erase,
		// Of what is purged, no moment tells before.
		async eraseTranscript(tx, { orgId, id }) {
			await removeFromIndex(tx, { orgId, transcriptId: id });
			return 0;
		},
		periodicTasks: [
			{ everyMs: EVERY_MS, work: () => indexer.indexDue(), failureMessage: "transcripts could not be indexed" },
		],
		gauges: [
			{
				name: "transcript_search_waiting_parts",
				help: `Parts of transcripts that are not indexed yet, counted up to ${COUNTED_PARTS}.`,
				read: () => countParts(store.acrossTenants.db, COUNTED_PARTS),
			},
		],
	};
}
