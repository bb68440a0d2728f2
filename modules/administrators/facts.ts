import { sessionFacts } from "#modules/sessions";
import { defineFacts } from "#platform/unit-of-work";

/** What the operator of the machine does with commands, beside making administrators. */
export const facts = defineFacts("user", {
	"auth.issue_token": {
		event: "security.signed_in",
		payload: sessionFacts["auth.login"].payload,
		category: "auth",
	},
});
