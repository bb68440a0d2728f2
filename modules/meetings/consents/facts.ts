import { defineFacts } from "#platform/unit-of-work";
import { ConsentChange } from "./schemas.ts";

/** Facts about consent. */
export const facts = defineFacts("participant", {
	"consent.change": {
		event: "meeting.participant.consent_changed",
		payload: ConsentChange,
		category: "organization",
	},
});
