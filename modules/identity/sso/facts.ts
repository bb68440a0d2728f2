import { defineFacts } from "#platform/unit-of-work";
import { IdentityLink } from "./schemas.ts";

/** Facts about links between identities of the provider and accounts. */
export const facts = defineFacts("user", {
	"auth.link_identity": { event: "security.identity_linked", payload: IdentityLink, category: "security" },
	"auth.unlink_identity": { event: "security.identity_unlinked", payload: IdentityLink, category: "security" },
});
