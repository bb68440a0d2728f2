import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { holdsOf } from "./repository.ts";
import { legalHoldsRoutes } from "./routes.ts";
import { createLegalHoldsService, type LegalHoldsDeps } from "./service.ts";

/** Creates the module for legal holds; what they prevent is asked of `platform/holds`. */
export const createLegalHoldsModule = (core: Core, deps: Pick<LegalHoldsDeps, "onHoldReleased">): Contribution => ({
	facts,
	routes: legalHoldsRoutes(createLegalHoldsService({ ...core, ...deps })),
	eraseTenant: (tx, orgId, limit) => holdsOf(tx, orgId).removePortion(limit),
});
