import { PersonRef } from "#modules/identity/users";
import { defineFacts } from "#platform/unit-of-work";

/** Facts about account recovery. */
export const facts = defineFacts("user", {
	"auth.request_password_reset": {
		event: "security.password_reset_requested",
		payload: PersonRef,
		category: "security",
	},
});
