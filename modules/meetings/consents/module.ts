import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { consentsOf } from "./repository.ts";
import { consentsRoutes } from "./routes.ts";
import { type ConsentsDeps, createConsentsService } from "./service.ts";

/** Creates the module for the consent of participants to being recorded, transcribed and summarized. */
export function createConsentsModule(
	core: Core,
	deps: Pick<ConsentsDeps, "onConsentWithdrawn" | "onConsentDenied">,
): Contribution {
	return {
		facts,
		routes: consentsRoutes(createConsentsService({ ...core, ...deps })),
		eraseTenant: (tx, orgId, limit) => consentsOf(tx, orgId).removePortion(limit),
		eraseMeeting: (tx, orgId, meetingId, limit) => consentsOf(tx, orgId).removeOfMeeting(meetingId, limit),
	};
}
