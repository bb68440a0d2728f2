import { defineFacts } from "#platform/unit-of-work";
import { AccountTakenOver, IdentityLink } from "./schemas.ts";

/** How identities of a provider come to sign in to accounts. */
export const facts = defineFacts("user", {
	"auth.link_identity": { event: "security.identity_linked", payload: IdentityLink, category: "security" },
	"auth.unlink_identity": { event: "security.identity_unlinked", payload: IdentityLink, category: "security" },
	"auth.take_over": { event: "security.account_taken_over", payload: AccountTakenOver, category: "security" },
});
