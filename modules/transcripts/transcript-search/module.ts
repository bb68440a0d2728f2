import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { createReactions } from "./reactions.ts";
import { countParts } from "./repository/parts.ts";
import { eraseDocuments, removeFromIndex, removeParts } from "./repository/removal.ts";
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
	return {
		facts,
		routes: transcriptSearchRoutes(createSearchService(core)),
		reactions: createReactions({ clock }),
		indexer,
		remains: indexer.remains,
		async eraseTenant(tx, orgId, limit) {
			const erased = await eraseDocuments(tx, { orgId, meetingId: undefined }, limit);
			if (erased > 0) await noteRemoval(tx, clock.nowMs());
			return erased >= limit ? erased : erased + (await removeParts(tx, orgId, limit - erased));
		},
		async eraseMeeting(tx, orgId, meetingId, limit) {
			const erased = await eraseDocuments(tx, { orgId, meetingId }, limit);
			if (erased > 0) await noteRemoval(tx, clock.nowMs());
			return erased;
		},
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
