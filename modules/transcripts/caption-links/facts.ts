import { defineFacts } from "#platform/unit-of-work";
import { CaptionLink } from "./schemas.ts";

/** Facts about the links at which live captions are read. */
export const facts = defineFacts("caption_link", {
	"caption_link.create": { event: "security.caption_link_created", payload: CaptionLink, category: "security" },
	"caption_link.delete": {
		event: "security.caption_link_deleted",
		payload: CaptionLink,
		category: "security",
		mayComeBack: "it ends with its meeting, and at its expiry",
	},
});
