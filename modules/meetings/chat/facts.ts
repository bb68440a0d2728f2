import { defineFacts } from "#platform/unit-of-work";

/** Facts about chat. That a message was sent is said by the message. */
export const facts = defineFacts("chat_message", {
	"chat_message.delete": {
		event: null,
		because: "chat messages are not published to subscribers",
		category: "organization",
		removes: "chat_message",
	},
});
