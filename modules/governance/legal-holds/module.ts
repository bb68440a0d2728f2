import { eraseFormerTexts, eraseFormerTextsOfMeeting } from "#platform/holds";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createForgetting, type ForgettingDeps } from "./forgetting.ts";
import { holdsOf } from "./repository.ts";
import { legalHoldsRoutes } from "./routes.ts";
import { createLegalHoldsService, type LegalHoldsDeps } from "./service.ts";

/** Dependencies of {@link createLegalHoldsModule}. */
type Deps = Pick<LegalHoldsDeps, "onHoldReleased"> & Pick<ForgettingDeps, "reclaiming">;

/** The module for legal holds. */
export interface LegalHoldsModule extends Contribution {
	/** What is kept of texts of meetings: emptied before the meetings are. */
	readonly formerTexts: Contribution;
}

/** Creates the module for legal holds; what they prevent is asked of `platform/holds`. */
export function createLegalHoldsModule(core: Core, deps: Deps): LegalHoldsModule {
	const forgetting = createForgetting({ ...core, ...deps });
	const service = createLegalHoldsService({
		...core,
		async onHoldReleased(change, orgId) {
			await Promise.all([forgetting.onHoldReleased(change, orgId), deps.onHoldReleased(change, orgId)]);
		},
	});
	return {
		facts,
		routes: legalHoldsRoutes(service),
		eraseTenant: (tx, orgId, limit) => holdsOf(tx, orgId).removePortion(limit),
		formerTexts: {
			eraseTenant: eraseFormerTexts,
			eraseMeeting: eraseFormerTextsOfMeeting,
			remains: forgetting.remains,
		},
	};
}
