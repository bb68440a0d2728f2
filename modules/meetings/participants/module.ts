import type { Principal } from "#kernel/principal";
import type { AttemptLimits } from "#modules/identity/passwords";
import type { TokensService } from "#modules/identity/tokens";
import { type LiveAccessFor, meetingEnded } from "#modules/meetings/meetings";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import type { ParticipantAdder } from "./add.ts";
import { createMeetingEnd, LEAVE_ENDED } from "./end.ts";
import { facts } from "./facts.ts";
import { createJoinByCode } from "./join.ts";
import { createJoinByLaunch, type JoinByLaunch } from "./launch.ts";
import { guestMails } from "./mails.ts";
import { participantErased } from "./moments.ts";
import { createPreviewByCode } from "./preview.ts";
import { eraseParticipants, participantsOf } from "./repository.ts";
import { participantsRoutes } from "./routes.ts";
import { createParticipantsService } from "./service.ts";

interface ParticipantsModuleDeps {
	readonly attempts: AttemptLimits;
	readonly tokens: TokensService;
	readonly adder: ParticipantAdder;
	readonly liveAccessFor: LiveAccessFor;
	readonly holderOf: (token: string) => Promise<Principal>;
}

/** Creates the module for the participants of meetings: members and guests, the lobby, joining and leaving. */
export function createParticipantsModule(
	core: Core,
	deps: ParticipantsModuleDeps,
): Contribution & { readonly joinByLaunch: JoinByLaunch } {
	const service = createParticipantsService({ ...core, ...deps });
	const joinByCode = createJoinByCode({ ...core, ...deps });
	const previewByCode = createPreviewByCode(core);
	const { onMeetingEnded, leave } = createMeetingEnd(core);
	core.jobs.handle(LEAVE_ENDED, leave);
	return {
		reactions: [at(meetingEnded, onMeetingEnded)],
		joinByLaunch: createJoinByLaunch({ ...core, ...deps }),
		facts,
		mails: guestMails,
		routes: participantsRoutes(service, { joinByCode, previewByCode }),
		eraseMeeting: (tx, orgId, meetingId, limit) => participantsOf(tx, orgId).removeOfMeeting(meetingId, limit),
		erasePerson: {
			participants: (inPortions, person) =>
				inPortions(async (tx, limit) => {
					const erased = await eraseParticipants(core.store.acrossTenants.within(tx), person, limit);
					for (const participant of erased) await core.moments.reach({ tx }, participantErased, participant);
					return erased.length;
				}),
		},
	};
}
