import { defineFacts } from "#platform/unit-of-work";
import { CaptionAddress } from "./schemas.ts";

/** Facts about the addresses that captions are posted to. */
export const facts = defineFacts("caption_address", {
	"caption_address.create": {
		event: "security.caption_address_created",
		payload: CaptionAddress,
		category: "security",
	},
	"caption_address.delete": {
		event: "security.caption_address_deleted",
		payload: CaptionAddress,
		category: "security",
		mayComeBack: "it ends with its meeting",
	},
});
