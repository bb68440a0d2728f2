import type { createPrincipalsModule } from "#modules/identity/principals";
import { createChatModule } from "#modules/meetings/chat";
import type { createNotificationsModule } from "#modules/outbound/notifications";
import type { CaptionsModule } from "#modules/transcripts/captions";
import { createLiveModule, type LiveModule } from "#modules/transcripts/live";
import type { Core } from "#platform/module";

/** Dependencies of {@link createLiveModules}. */
interface LiveDeps {
	readonly captions: CaptionsModule["captions"];
	readonly identities: ReturnType<typeof createPrincipalsModule>["service"];
	readonly notify: ReturnType<typeof createNotificationsModule>["hooks"];
}

/** Creates and wires the modules of what goes on in a meeting: its room, and its chat. */
export function createLiveModules(core: Core, { captions, identities, notify }: LiveDeps) {
	const chat = createChatModule(core, {
		onStored: notify.onMessageSent,
		onSent: (message) => live.tellRoom(message.meetingId, { type: "chat", message }),
	});
	const live: LiveModule = createLiveModule(core, { captions, identities, chat: chat.service });
	return { chat, live };
}
