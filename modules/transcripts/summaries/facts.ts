import { defineFacts } from "#platform/unit-of-work";
import { SummaryInfo } from "./schemas.ts";

/** Facts about summaries. What they say is in none of them. */
export const facts = defineFacts("summary", {
	"summary.queue": { event: "summary.queued", payload: SummaryInfo, category: "organization" },
	"summary.publish": { event: "summary.ready", payload: SummaryInfo, category: "organization" },
	"summary.update": { event: "summary.updated", payload: SummaryInfo, category: "organization" },
	"summary.cancel": { event: "summary.cancelled", payload: SummaryInfo, category: "organization" },
	"summary.fail": { event: "summary.failed", payload: SummaryInfo, category: "organization", outcome: "failure" },
	"summary.read": { event: null, because: "reading changes nothing", category: "organization" },
	"summary.delete": {
		event: "summary.deleted",
		payload: SummaryInfo,
		category: "organization",
		mayComeBack: "its content is a removal of the ledger of artifacts",
	},
});
