import { defineFacts } from "#platform/unit-of-work";
import { Recording } from "./schemas.ts";

/** Facts about recordings. */
export const facts = defineFacts("recording", {
	"recording.create": { event: "recording.created", payload: Recording, category: "organization" },
	"recording.probe": { event: "recording.ready", payload: Recording, category: "organization" },
	"recording.fail": { event: "recording.failed", payload: Recording, category: "organization", outcome: "failure" },
	"recording.ticket": { event: null, because: "playing changes nothing", category: "organization" },
	"recording.delete": { event: "recording.deleted", payload: Recording, category: "organization" },
});
