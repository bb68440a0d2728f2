import { defineFacts } from "#platform/unit-of-work";

/** Facts about audit logs. */
export const facts = defineFacts("organization", {
	"audit_log.export": { event: null, because: "nothing has changed", category: "security" },
});

/** Facts about requests that change nothing. */
export const attemptFacts = defineFacts("operation", {
	"access.deny": {
		event: null,
		because: "any caller with a token could fill the outbox with it",
		category: "security",
		outcome: "denied",
	},
	"operator.read": { event: null, because: "nothing has changed", category: "system" },
});
