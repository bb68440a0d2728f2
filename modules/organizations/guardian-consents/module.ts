import { type Contribution, type Core, eachPerson } from "#platform/module";
import { facts } from "./facts.ts";
import { eraseConsentsOf } from "./repository.ts";
import { guardianConsentsRoutes } from "./routes.ts";
import { createGuardianConsentsService } from "./service.ts";

/** Creates the module in which schools note that the guardians of students have consented. */
export const createGuardianConsentsModule = (core: Core): Contribution => ({
	facts,
	routes: guardianConsentsRoutes(createGuardianConsentsService(core)),
	eraseUserData: {
		guardianConsents: eachPerson((inPortions, person) =>
			inPortions((tx, limit) => eraseConsentsOf(core.store.acrossTenants.within(tx), person, limit)),
		),
	},
});
