import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { chatOf } from "./repository.ts";
import { chatRoutes } from "./routes.ts";
import { type ChatDeps, type ChatService, createChatService } from "./service.ts";

/** Creates the module for the messages that are written during meetings. */
export function createChatModule(
	core: Core,
	deps: Pick<ChatDeps, "onStored" | "onSent">,
): Contribution & { readonly service: ChatService } {
	const service = createChatService({ ...core, ...deps });
	return {
		service,
		facts,
		routes: chatRoutes(service),
		eraseTenant: (tx, orgId, limit) => chatOf(tx, orgId).removePortion(limit),
		eraseMeeting: (tx, orgId, meetingId, limit) => chatOf(tx, orgId).removeOfMeeting(meetingId, limit),
	};
}
