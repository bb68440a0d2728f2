import { PersonRef } from "#modules/users";
import { defineFacts } from "#platform/unit-of-work";
import { ChangedPassword } from "./schemas.ts";

/** What people do with their own accounts, and what is done so that they get back in. */
export const facts = defineFacts("user", {
	"auth.change_password": { event: "security.password_changed", payload: ChangedPassword, category: "security" },
	"auth.reset_password": { event: "security.password_changed", payload: ChangedPassword, category: "security" },
	"auth.request_password_reset": {
		event: "security.password_reset_requested",
		payload: PersonRef,
		category: "security",
	},
	"auth.register_again": { event: "security.password_reset_requested", payload: PersonRef, category: "auth" },
	"auth.change_email": { event: "security.email_changed", payload: PersonRef, category: "security" },
	"auth.update_profile": { event: "security.profile_updated", payload: PersonRef, category: "auth" },
});
