import { defineFacts } from "#platform/unit-of-work";

/** Facts about files that were transcribed for their senders. */
export const facts = defineFacts("audio", {
	"audio.transcribe": {
		event: null,
		because: "nothing is stored that anyone else could read",
		category: "organization",
	},
});
