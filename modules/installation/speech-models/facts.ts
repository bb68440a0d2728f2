import { defineFacts } from "#platform/unit-of-work";

const OF_INSTALLATION = "it is of the installation, and events are of an organization";

/** Facts about models of speech recognition. */
export const facts = defineFacts("speech_model", {
	"speech_model.download": { event: null, because: OF_INSTALLATION, category: "system" },
	"speech_model.cancel_download": { event: null, because: OF_INSTALLATION, category: "system" },
});
