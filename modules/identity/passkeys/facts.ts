import { defineFacts } from "#platform/unit-of-work";
import { AddedPasskey, PasskeyRef } from "./schemas.ts";

/** Facts about passkeys. */
export const facts = defineFacts("user", {
	"passkey.add": {
		event: "security.passkey_added",
		payload: AddedPasskey,
		personal: { "passkey.name": "" },
		category: "security",
	},
	"passkey.remove": { event: "security.passkey_removed", payload: PasskeyRef, category: "security" },
	"passkey.refuse_clone": {
		event: "security.passkey_cloned",
		payload: PasskeyRef,
		action: "auth.login",
		category: "security",
		outcome: "denied",
	},
});
