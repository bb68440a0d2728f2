import { PersonRef } from "#modules/users";
import { defineFacts } from "#platform/unit-of-work";

/** What happens to the address of an account; with it every session that ends. */
export const facts = defineFacts("user", {
	"auth.verify_email": { event: "security.email_verified", payload: PersonRef, category: "auth" },
	"auth.release_email": { event: "security.email_changed", payload: PersonRef, category: "security" },
});
