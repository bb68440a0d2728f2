import { defineFacts } from "#platform/unit-of-work";

const BECAUSE = "it is of the installation, and events are of an organization";

/** Facts about what operators change for the whole installation. */
export const facts = defineFacts("configuration", {
	"configuration.set_tenant_defaults": { event: null, because: BECAUSE, category: "system" },
});
