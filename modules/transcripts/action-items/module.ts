import type { ActionItemRow } from "#db/schema";
import type { Contribution, Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { type ActionItems, createFoundItems } from "./found.ts";
import { eraseOwners, itemsOf } from "./repository.ts";
import { itemRoutes } from "./routes.ts";
import { createItemsService, type OnActionItemAssigned } from "./service.ts";

/** Dependencies of {@link createActionItemsModule}. */
export interface ActionItemsDeps {
	/** Called in the change in which people delete an item: it is not to be found again. */
	readonly onDismissed: (change: Change, item: ActionItemRow) => Promise<void>;
	/** Called in the change in which an item gets another owner. */
	readonly onAssigned: OnActionItemAssigned;
}

/** Creates the module for what is to be done after meetings. */
export function createActionItemsModule(
	core: Core,
	deps: ActionItemsDeps,
): Contribution & { readonly items: ActionItems } {
	return {
		facts,
		routes: itemRoutes(createItemsService({ ...core, ...deps })),
		eraseTenant: (tx, orgId, limit) => itemsOf(tx, orgId).removePortion(limit),
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
		items: createFoundItems({ ...core, ...deps }),
	};
}
