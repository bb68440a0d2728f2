import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	sendChatMessage: { records: null, because: "a message tells of itself" },
	deleteChatMessage: { records: "chat_message.delete" },
};
