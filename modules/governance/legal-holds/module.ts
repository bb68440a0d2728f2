import { eraseFormerTextsOfMeeting } from "#platform/holds";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { createFormerTextRemoval } from "./former-texts.ts";
import { holdReleased } from "./moments.ts";
import { legalHoldsRoutes } from "./routes.ts";
import { createLegalHoldsService } from "./service.ts";

/** The module for legal holds. */
export interface LegalHoldsModule extends Contribution {
	/** What is kept of texts of meetings: emptied before the meetings are. */
	readonly formerTexts: Contribution;
}

/** Creates the module for legal holds; what they prevent is asked of `platform/holds`. */
export function createLegalHoldsModule(core: Core): LegalHoldsModule {
	const formerTextRemoval = createFormerTextRemoval(core);
	return {
		facts,
		routes: legalHoldsRoutes(createLegalHoldsService(core)),
		reactions: [at(holdReleased, formerTextRemoval.onHoldReleased)],
		formerTexts: {
			eraseMeeting: eraseFormerTextsOfMeeting,
			remains: formerTextRemoval.remains,
		},
	};
}
