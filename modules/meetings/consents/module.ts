import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { consentsOf } from "./repository.ts";
import { consentsRoutes } from "./routes.ts";
import { createConsentsService } from "./service.ts";

/** Creates the module for the consent of participants to being recorded, transcribed and summarized. */
export const createConsentsModule = (core: Core): Contribution => ({
	facts,
	routes: consentsRoutes(createConsentsService(core)),
	eraseMeeting: (tx, orgId, meetingId, limit) => consentsOf(tx, orgId).removeOfMeeting(meetingId, limit),
});
