import { sessionFacts } from "#modules/sessions";
import { defineFacts } from "#platform/unit-of-work";

/** What the operator of the machine does with commands. */
export const facts = defineFacts("user", {
	"auth.issue_token": {
		event: "security.signed_in",
		payload: sessionFacts["auth.login"].payload,
		category: "auth",
	},
	"admin.create": {
		event: null,
		because: "it is the operator's own doing, and belongs to no organization",
		category: "system",
	},
	"admin.withdraw": {
		event: null,
		because: "subscribers never heard of that administrator",
		category: "system",
	},
});
