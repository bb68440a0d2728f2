import { defineFacts } from "#platform/unit-of-work";

/** Facts about plans. */
export const facts = defineFacts("plan", {
	"plan.update": {
		event: null,
		because: "plans belong to the installation, which has no feed",
		category: "organization",
	},
});
