import { defineFacts } from "#platform/unit-of-work";

/** Facts about what operators change for the whole installation. */
export const facts = defineFacts("configuration", {
	"configuration.set_configs": {
		event: null,
		because: "it is of the installation, and events are of an organization",
		category: "system",
	},
});
