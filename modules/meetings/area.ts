import type { Identity } from "#areas/identity";
import { createCalendarFeedsModule } from "#modules/meetings/calendar-feeds";
import { createChatModule } from "#modules/meetings/chat";
import { createConsentsModule } from "#modules/meetings/consents";
import { createIntegrationsModule } from "#modules/meetings/integrations";
import { createLiveAccessModule } from "#modules/meetings/live-access";
import { createLtiModule } from "#modules/meetings/lti";
import { createMeetingsModule } from "#modules/meetings/meetings";
import { createParticipantAdder, createParticipantsModule } from "#modules/meetings/participants";
import type { Core } from "#platform/module";

interface MeetingsDeps {
	/** Hours after which a meeting that nobody ended is ended. */
	readonly maxHours: number;
}

/** Creates the modules of meetings, and of who takes part in them. */
export function createMeetings(
	core: Core,
	{ people, tokens, principals }: Pick<Identity, "people" | "tokens" | "principals">,
	{ maxHours }: MeetingsDeps,
) {
	const liveAccess = createLiveAccessModule(core, principals);
	const adder = createParticipantAdder(core);
	const participants = createParticipantsModule(core, {
		attempts: people.attempts,
		tokens,
		adder,
		liveAccessFor: liveAccess.accessFor,
		holderOf: principals.holderOf,
	});
	const meetings = createMeetingsModule(core, {
		participants: adder,
		liveAccessFor: liveAccess.accessFor,
		maxHours,
	});
	const chat = createChatModule(core);
	return {
		removeEmptyMeeting: meetings.removeEmpty,
		chat: chat.service,
		liveAccess,
		modules: {
			liveAccess,
			participants,
			meetings,
			calendarFeeds: createCalendarFeedsModule(core, meetings),
			integrations: createIntegrationsModule(core),
			lti: createLtiModule(core, participants),
			consents: createConsentsModule(core),
			chat,
		},
	};
}

export type Meetings = ReturnType<typeof createMeetings>;
