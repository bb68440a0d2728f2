import { defineFacts } from "#platform/unit-of-work";

/** Facts about locked accounts. */
export const facts = defineFacts("user", {
	"auth.lockout": {
		event: null,
		because: "strangers could fill the outbox with it",
		category: "security",
		outcome: "denied",
	},
});
