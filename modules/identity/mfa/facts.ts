import { PersonRef } from "#modules/identity/users";
import { defineFacts } from "#platform/unit-of-work";

/** Facts about second factors. */
export const facts = defineFacts("user", {
	"mfa.totp.begin": {
		event: null,
		because: "the secret has no effect until its first code is confirmed",
		category: "security",
	},
	"mfa.totp.enable": { event: "security.mfa_enabled", payload: PersonRef, category: "security" },
	"mfa.totp.disable": { event: "security.mfa_disabled", payload: PersonRef, category: "security" },
	"mfa.recovery_codes.replace": {
		event: "security.recovery_codes_replaced",
		payload: PersonRef,
		category: "security",
	},
	"mfa.recovery_code.use": { event: "security.recovery_code_used", payload: PersonRef, category: "security" },
});
