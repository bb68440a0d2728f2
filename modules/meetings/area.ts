import type { Identity } from "#areas/identity";
import type { MediaForwarder } from "#modules/meetings/forwarding";
import { createParticipantAdder } from "#modules/meetings/participants";
import type { RelayOptions } from "#modules/meetings/relay";
import { createSeriesCalendars } from "#modules/meetings/series";
import { daysOff } from "#modules/organizations/holidays";
import type { Core } from "#platform/module";
import { createAttendanceModule } from "./attendance/module.ts";
import { createCalendarFeedsModule } from "./calendar-feeds/module.ts";
import { createChatModule } from "./chat/module.ts";
import { createConsentsModule } from "./consents/module.ts";
import { createIntegrationsModule } from "./integrations/module.ts";
import { createLiveAccessModule } from "./live-access/module.ts";
import { createLtiModule } from "./lti/module.ts";
import { createMeetingsModule } from "./meetings/module.ts";
import { createParticipantsModule } from "./participants/module.ts";
import { createRecordingControlModule } from "./recording-control/module.ts";
import { createRelayModule } from "./relay/module.ts";
import { createSeriesModule } from "./series/module.ts";
import { createUnattendedModule } from "./unattended/module.ts";

interface MeetingsDeps {
	/** Hours after which a meeting that nobody ended is ended. */
	readonly maxHours: number;
	readonly relay: Omit<RelayOptions, "forwarder">;
	/** Null: no media worker is configured. */
	readonly forwarder: MediaForwarder | null;
}

/** Creates the modules of meetings, and of who takes part in them. */
export function createMeetings(
	core: Core,
	{ people, tokens, principals }: Pick<Identity, "people" | "tokens" | "principals">,
	{ maxHours, relay: relayOptions, forwarder }: MeetingsDeps,
) {
	const relay = createRelayModule(core, principals, { ...relayOptions, forwarder });
	const liveAccess = createLiveAccessModule(core, principals, { ...relay, forwarder });
	const adder = createParticipantAdder(core);
	const participants = createParticipantsModule(core, {
		attempts: people.attempts,
		tokens,
		adder,
		liveAccessFor: liveAccess.accessFor,
		holderOf: principals.holderOf,
	});
	const seriesCalendars = createSeriesCalendars({ ...core, daysOff });
	const meetings = createMeetingsModule(core, {
		participants: adder,
		liveAccessFor: liveAccess.accessFor,
		seriesOfMeeting: seriesCalendars.ofMeeting,
		maxHours,
	});
	const chat = createChatModule(core);
	const attendance = createAttendanceModule(core);
	const unattended = createUnattendedModule(core, { end: meetings.end });
	return {
		removeEmptyMeeting: meetings.removeEmpty,
		chat: chat.service,
		attendance: attendance.roomLog,
		liveAccess,
		unattended: unattended.service,
		relay: { listen: relay.listen, close: relay.close },
		modules: {
			relay,
			liveAccess,
			participants,
			meetings,
			series: createSeriesModule(core, { ...meetings, participants: adder, daysOff }),
			calendarFeeds: createCalendarFeedsModule(core, { ...meetings, seriesCalendars }),
			integrations: createIntegrationsModule(core),
			lti: createLtiModule(core, participants),
			consents: createConsentsModule(core),
			recordingControl: createRecordingControlModule(core),
			chat,
			attendance,
			unattended,
		},
	};
}

export type Meetings = ReturnType<typeof createMeetings>;
