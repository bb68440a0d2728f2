import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { chatOf } from "./repository.ts";
import { chatRoutes } from "./routes.ts";
import { createChatService } from "./service.ts";

/** Creates the module for the messages that are written during meetings. */
export const createChatModule = (core: Core): Contribution => ({
	facts,
	routes: chatRoutes(createChatService(core)),
	eraseTenant: (tx, orgId, limit) => chatOf(tx, orgId).removePortion(limit),
	eraseMeeting: (tx, orgId, meetingId, limit) => chatOf(tx, orgId).removeOfMeeting(meetingId, limit),
});
