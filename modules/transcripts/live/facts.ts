import { defineFacts } from "#platform/unit-of-work";

/** Facts about live connections. */
export const facts = defineFacts("live_session", {
	"captions.read": { event: null, because: "reading changes nothing", category: "organization" },
});
