import type { ActionItemRow } from "#db/schema";
import type { SummaryEngines } from "#modules/engines/summarizers";
import type { Processing } from "#modules/recordings/processing";
import type { ActionItems } from "#modules/transcripts/action-items";
import type { TranscriptListener } from "#modules/transcripts/transcripts";
import type { Contribution, Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { createSummaryKind, type OnSummaryReady } from "./kind.ts";
import { createTranscriptListener } from "./listener.ts";
import { createMaking, dismiss } from "./making.ts";
import { summaryPurge } from "./purge.ts";
import { summariesOf } from "./repository.ts";
import { summariesRoutes } from "./routes.ts";
import { createSummariesService } from "./service.ts";

/** Dependencies of {@link createSummariesModule}. */
export interface SummariesDeps {
	readonly engines: SummaryEngines;
	readonly processing: Processing;
	readonly items: ActionItems;
	/** What others do with a summary that is ready. */
	readonly onReady: readonly OnSummaryReady[];
}

/** The module, and what it does when transcripts and action items change. */
export interface SummariesModule extends Contribution {
	readonly listener: TranscriptListener;
	/** To be called in the change in which people delete an action item. */
	readonly onItemDismissed: (change: Change, item: ActionItemRow) => Promise<void>;
}

/** Creates the module for summaries of meetings: a kind of jobs, and what people make of the results. */
export function createSummariesModule(core: Core, deps: SummariesDeps): SummariesModule {
	const { store, newId } = core;
	const { engines, processing, items, onReady } = deps;
	const queueSummary = createMaking({ newId, processing });
	processing.register(createSummaryKind({ store, items, processing, engines, onReady }));
	return {
		facts,
		routes: summariesRoutes(createSummariesService({ ...core, engines, processing, items, queueSummary })),
		eraseTenant: (tx, orgId, limit) => summariesOf(tx, orgId).removePortion(limit),
		eraseMeeting: (tx, orgId, meetingId, limit) => summariesOf(tx, orgId).removeOfMeeting(meetingId, limit),
		purgeArtifact: { summary: summaryPurge },
		listener: createTranscriptListener({ queueSummary, processing, items }),
		onItemDismissed: dismiss,
	};
}
