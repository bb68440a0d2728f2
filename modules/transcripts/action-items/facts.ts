import { defineFacts } from "#platform/unit-of-work";
import { ActionItemInfo } from "./schemas.ts";

/** Facts about action items. What is to be done is in none of them. */
export const facts = defineFacts("action_item", {
	"action_item.create": {
		event: "action_item.created",
		payload: ActionItemInfo,
		contentClass: "transcripts",
		category: "organization",
	},
	"action_item.update": {
		event: "action_item.updated",
		payload: ActionItemInfo,
		contentClass: "transcripts",
		category: "organization",
	},
	"action_item.delete": {
		event: "action_item.deleted",
		payload: ActionItemInfo,
		contentClass: "transcripts",
		category: "organization",
		mayComeBack: "it is content of a meeting that is kept",
	},
});
