import { defineFacts } from "#platform/unit-of-work";

/** Facts about searches of what was said. */
export const facts = defineFacts("transcript", {
	"transcript.search": { event: null, because: "searching changes nothing", category: "organization" },
});
