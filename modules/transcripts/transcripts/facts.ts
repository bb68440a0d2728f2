import { defineFacts } from "#platform/unit-of-work";
import { Transcript } from "./schemas.ts";

/** Facts about transcripts. What was said is in none of them. */
export const facts = defineFacts("transcript", {
	"transcript.create": { event: "transcript.started", payload: Transcript, category: "organization" },
	"transcript.publish": { event: "transcript.ready", payload: Transcript, category: "organization" },
	"transcript.update": { event: "transcript.updated", payload: Transcript, category: "organization" },
	"transcript.fail": {
		event: "transcript.failed",
		payload: Transcript,
		category: "organization",
		outcome: "failure",
	},
	"transcript.read": { event: null, because: "reading changes nothing", category: "organization" },
	"transcript.delete": {
		event: "transcript.deleted",
		payload: Transcript,
		category: "organization",
		mayComeBack: "its content is a removal of the ledger of artifacts",
	},
});
