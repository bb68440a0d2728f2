import type { Contribution, Core } from "#platform/module";
import { createSectionService, type SectionOwner, sectionRoutes } from "#platform/sections";
import { description, tag } from "./documentation.ts";
import { facts } from "./facts.ts";
import { parseRetention } from "./parse.ts";
import { PLAN, schedulePlan } from "./plan.ts";
import { noteRetentionChange } from "./policy-changes.ts";
import { createPreviews } from "./preview.ts";
import { deleteEnded } from "./repository.ts";
import { retentionPolicy } from "./retention-policy.ts";
import { retentionRoutes } from "./routes.ts";
import { createRunsService } from "./runs-service.ts";
import type { FullRetention, RetentionChangeQuery, RetentionPatch, RetentionPolicy } from "./schemas.ts";
import { createShownReader, retentionFields } from "./shown.ts";
import { createSlots, purgeAgain } from "./slots.ts";

/** Creates the module that keeps the retention policies of organizations, and purges what they no longer allow. */
export function createRetentionModule(core: Core, owner: SectionOwner): Contribution {
	const { store } = core;
	const previews = createPreviews({ ...core, owner });
	const runs = createRunsService({ ...core, owner });
	createSlots(core);
	schedulePlan(core);
	const policies = createSectionService<RetentionPolicy, RetentionPatch, FullRetention, RetentionChangeQuery>(owner, {
		section: retentionPolicy,
		fields: retentionFields,
		parse: parseRetention,
		fact: null,
		onModified: noteRetentionChange,
		read: createShownReader({ ...core, nextRunAtMs: async () => (await core.jobs.nextRoundAtMs(PLAN)) ?? null }),
	});
	return {
		facts,
		routes: sectionRoutes(tag, description, policies).use(retentionRoutes({ previews, runs })),
		replayRemoval: {
			async artifact({ orgId, subjectId, atMs }) {
				if (orgId !== null) await purgeAgain(core, orgId, subjectId, atMs);
			},
		},
		cleanups: {
			hourly: [
				(inPortions, nowMs) => inPortions((tx, limit) => deleteEnded(store.acrossTenants.within(tx), nowMs, limit)),
			],
		},
	};
}
