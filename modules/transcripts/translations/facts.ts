import { defineFacts } from "#platform/unit-of-work";
import { Translation } from "./schemas.ts";

/** Facts about translations. What was said is in none of them. */
export const facts = defineFacts("translation", {
	"translation.request": { event: "translation.requested", payload: Translation, category: "organization" },
	"translation.wait": { event: "translation.waiting", payload: Translation, category: "organization" },
	"translation.publish": { event: "translation.ready", payload: Translation, category: "organization" },
	"translation.cancel": { event: "translation.cancelled", payload: Translation, category: "organization" },
	"translation.fail": {
		event: "translation.failed",
		payload: Translation,
		category: "organization",
		outcome: "failure",
	},
	"translation.delete": {
		event: "translation.deleted",
		payload: Translation,
		category: "organization",
		mayComeBack: "its content is a removal of the ledger of artifacts",
	},
});
