import { defineFacts } from "#platform/unit-of-work";
import { Recording } from "./schemas.ts";

/** Facts about recordings. */
export const facts = defineFacts("recording", {
	"recording.create": {
		event: "recording.created",
		payload: Recording,
		contentClass: "recordings",
		category: "organization",
	},
	"recording.probe": {
		event: "recording.ready",
		payload: Recording,
		contentClass: "recordings",
		category: "organization",
	},
	"recording.fail": {
		event: "recording.failed",
		payload: Recording,
		contentClass: "recordings",
		category: "organization",
		outcome: "failure",
	},
	"recording.ticket": { event: null, because: "playing changes nothing", category: "organization" },
	"recording.read": { event: null, because: "reading changes nothing", category: "organization" },
	"recording.delete": {
		event: "recording.deleted",
		payload: Recording,
		contentClass: "recordings",
		category: "organization",
		mayComeBack: "its content is a removal of the ledger of artifacts",
	},
});
