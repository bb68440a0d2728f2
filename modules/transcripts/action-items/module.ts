import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { type ActionItems, createFoundItems } from "./found.ts";
import { eraseOwners, itemsOf } from "./repository.ts";
import { itemRoutes } from "./routes.ts";
import { createItemsService } from "./service.ts";

/** Creates the module for what is to be done after meetings. */
export function createActionItemsModule(core: Core): Contribution & { readonly items: ActionItems } {
	return {
		facts,
		routes: itemRoutes(createItemsService(core)),
		eraseMeeting: (tx, orgId, meetingId, limit) => itemsOf(tx, orgId).removeOfMeeting(meetingId, limit),
		purgeArtifact: {
			action_items: {
				purge: ({ tx }, { orgId, ownerId }, limit) => itemsOf(tx, orgId).removeOfMeeting(ownerId, limit),
			},
		},
		erasePerson: {
			actionItems: (inPortions, person) =>
				inPortions((tx, limit) => eraseOwners(core.store.acrossTenants.within(tx), person, limit)),
		},
		items: createFoundItems(core),
	};
}
