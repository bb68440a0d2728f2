import { defineFacts } from "#platform/unit-of-work";
import { CompromisedSession, SignedIn, SignedOut, SwitchedOrganization } from "./schemas.ts";

const userFacts = defineFacts("user", {
	"auth.login": { event: "security.signed_in", payload: SignedIn, category: "auth" },
	"auth.login.denied": {
		event: null,
		because: "a refused sign-in changes nothing",
		action: "auth.login",
		category: "auth",
		outcome: "denied",
	},
	"auth.refresh_token_reused": {
		event: "security.session_compromised",
		payload: CompromisedSession,
		category: "security",
		outcome: "denied",
	},
});

const sessionFacts = defineFacts("session", {
	"auth.logout": { event: "security.signed_out", payload: SignedOut, category: "auth" },
	"auth.switch_organization": {
		event: "security.organization_switched",
		payload: SwitchedOrganization,
		category: "auth",
	},
});

/** Facts about sessions: sign-in, switch of organization, end. */
export const facts = { ...userFacts, ...sessionFacts };
