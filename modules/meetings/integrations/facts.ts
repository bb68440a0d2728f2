import { defineFacts } from "#platform/unit-of-work";
import { Integration } from "./schemas.ts";

const about = { payload: Integration, category: "organization" } as const;

/** Facts about integrations. */
export const facts = defineFacts("integration", {
	"integration.create": { event: "org.integration.created", ...about },
	"integration.update": { event: "org.integration.updated", ...about },
	"integration.adopt": { event: "org.integration.adopted", ...about },
	"integration.orphan": { event: "org.integration.orphaned", ...about },
	"integration.delete": {
		event: "org.integration.deleted",
		...about,
		mayComeBack: "it is one more way for guests into meetings that have a link; it is deleted again",
	},
	"integration.test": { event: null, because: "a test changes nothing", category: "organization" },
});
