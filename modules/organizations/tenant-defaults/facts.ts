import { defineFacts } from "#platform/unit-of-work";

/** Facts about the defaults of organizations. */
export const facts = defineFacts("configuration", {
	"configuration.set_tenant_defaults": {
		event: null,
		because: "it is of the installation, and events are of an organization",
		category: "system",
	},
});
