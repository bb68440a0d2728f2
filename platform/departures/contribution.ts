import type { Store } from "#db/store";
import { type Contribution, eachPerson } from "#platform/module";
import { eraseDepartures } from "./repository.ts";

/** What the platform owes people who have left. The first contribution: what is called last finds what an interruption has left. */
export const departuresContribution = (store: Store): Contribution => ({
	eraseUserData: {
		departures: eachPerson((inPortions, person) =>
			inPortions((tx, limit) => eraseDepartures(store.acrossTenants.within(tx), person, limit)),
		),
	},
});
