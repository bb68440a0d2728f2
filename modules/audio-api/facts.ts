import { defineFacts } from "#platform/unit-of-work";

/** Facts about files that were transcribed for whoever sent them. */
export const facts = defineFacts("audio", {
	"audio.transcribe": {
		event: null,
		because: "nothing is kept that somebody else could read",
		category: "organization",
	},
});
