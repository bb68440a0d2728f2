import { defineFacts } from "#platform/unit-of-work";

/** Facts about locked accounts. */
export const facts = defineFacts("user", {
	"auth.lockout": {
		event: null,
		because: "strangers bring it about at will, and would fill the outbox",
		category: "security",
		outcome: "denied",
	},
});
