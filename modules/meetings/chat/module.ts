import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { chatOf, eraseSender } from "./repository.ts";
import { chatRoutes } from "./routes.ts";
import { type ChatService, createChatService } from "./service.ts";

/** Creates the module for the messages that are written during meetings. */
export function createChatModule(core: Core): Contribution & { readonly service: ChatService } {
	const service = createChatService(core);
	return {
		service,
		facts,
		routes: chatRoutes(service),
		erasePerson: {
			chatMessages: (inPortions, person) =>
				inPortions((tx, limit) => eraseSender(core.store.acrossTenants.within(tx), person, limit)),
		},
		replayRemoval: {
			async chat_message({ orgId, subjectId }) {
				if (orgId !== null) await service.removeAgain(orgId, subjectId);
			},
		},
		eraseMeeting: (tx, orgId, meetingId, limit) => chatOf(tx, orgId).removeOfMeeting(meetingId, limit),
		purgeArtifact: {
			chat: {
				purge: ({ tx }, { orgId, ownerId, beforeMs }, limit) =>
					chatOf(tx, orgId).removeOfMeeting(ownerId, limit, beforeMs),
				earliest: ({ tx }, { orgId, ownerId }) => chatOf(tx, orgId).earliest(ownerId),
			},
		},
	};
}
