import type { SummaryEngines } from "#modules/engines/summarizers";
import { showPurged } from "#modules/meetings/meetings";
import type { Processing } from "#modules/recordings/processing";
import type { ActionItems } from "#modules/transcripts/action-items";
import type { ArtifactPurge } from "#platform/artifacts";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createSummaryKind } from "./kind.ts";
import { createSummaryQueue } from "./lifecycle.ts";
import { createReactions } from "./reactions.ts";
import { summariesOf } from "./repository.ts";
import { summariesRoutes } from "./routes.ts";
import { createSummariesService } from "./service.ts";

/** Deletes summaries whose retention period is over. */
const summaryPurge: ArtifactPurge = {
	async purge(change, { orgId, ownerId, meetingId }) {
		await summariesOf(change.tx, orgId).remove(ownerId);
		await showPurged(change, orgId, meetingId, ({ summary }) =>
			summary === undefined ? {} : { summary: { state: "deleted", level: null } },
		);
		return 0;
	},
};

export interface SummariesDeps {
	readonly engines: SummaryEngines;
	readonly processing: Processing;
	readonly items: ActionItems;
}

/** Creates the module for summaries of meetings: a kind of jobs, and what people make of the results. */
export function createSummariesModule(core: Core, deps: SummariesDeps): Contribution {
	const { store, newId } = core;
	const { engines, processing, items } = deps;
	const queueSummary = createSummaryQueue({ newId, processing });
	processing.register(createSummaryKind({ store, items, processing, engines }));
	return {
		facts,
		routes: summariesRoutes(createSummariesService({ ...core, engines, processing, items, queueSummary })),
		eraseMeeting: (tx, orgId, meetingId, limit) => summariesOf(tx, orgId).removeOfMeeting(meetingId, limit),
		purgeArtifact: { summary: summaryPurge },
		reactions: createReactions({ queueSummary, processing, items }),
	};
}
