import type { CaptionsModule } from "#modules/captions";
import { createChatModule } from "#modules/chat";
import { createLiveModule, type LiveModule } from "#modules/live";
import type { createNotificationsModule } from "#modules/notifications";
import type { createPrincipalsModule } from "#modules/principals";
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
