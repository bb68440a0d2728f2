import { sessionFacts } from "#modules/identity/sessions";
import { defineFacts } from "#platform/unit-of-work";

/** Facts about commands of the operator, other than the creation of administrators. */
export const facts = defineFacts("user", {
	"auth.issue_token": {
		event: "security.signed_in",
		payload: sessionFacts["auth.login"].payload,
		category: "auth",
	},
});
