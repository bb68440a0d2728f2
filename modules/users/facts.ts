import { defineFacts } from "#platform/unit-of-work";
import { RegisteredPerson } from "./schemas.ts";

/** What happens to people as such, whichever module does it. */
export const facts = defineFacts("user", {
	"auth.register": { event: "security.registered", payload: RegisteredPerson, category: "auth" },
});
