import { defineFacts } from "#platform/unit-of-work";
import { GuardianConsentChange } from "./schemas.ts";

/** Facts about the consent of guardians. What is noted is in none of them. */
export const facts = defineFacts("member", {
	"guardian_consent.note": {
		event: "org.guardian_consent.noted",
		payload: GuardianConsentChange,
		category: "member",
	},
	"guardian_consent.remove": {
		event: "org.guardian_consent.removed",
		payload: GuardianConsentChange,
		category: "member",
	},
});
