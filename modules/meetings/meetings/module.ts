import { HOUR_MS } from "#kernel/clock";
import { organizationSuspended } from "#modules/organizations/organization-lifecycle";
import { memberRightsLost } from "#modules/tenancy/permissions";
import { contentLocked, contentPurged } from "#platform/artifacts";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createMeetingEnds, type MeetingEnds } from "./background.ts";
import { createMeetingCalendars, type MeetingCalendars } from "./calendar.ts";
import { createCodeHolders } from "./code-holders.ts";
import { facts } from "./facts.ts";
import { aadOf, createJoinCodes, type JoinCodes } from "./join-code.ts";
import { createMoves, type Moves } from "./moves.ts";
import type { LiveAccessFor, ParticipantAdder, SeriesOfMeeting } from "./ports.ts";
import { notePurge } from "./purge.ts";
import { END_OVERDUE, END_SUSPENDED, ERASE } from "./queues.ts";
import { createMeetingReader } from "./reader.ts";
import { meetingList } from "./repository/list.ts";
import { lockMeetingRow, sealedJoinCodes, tenantOfMeeting } from "./repository.ts";
import { meetingsRoutes } from "./routes.ts";
import { createMeetingsService } from "./service.ts";

/** Options of {@link createMeetingsModule}. */
interface MeetingsOptions<Prepared> {
	readonly participants: ParticipantAdder<Prepared>;
	readonly liveAccessFor: LiveAccessFor;
	readonly seriesOfMeeting: SeriesOfMeeting;
	/** Hours after which a meeting that nobody ended is ended. */
	readonly maxHours: number;
}

/** The module, and what others use of it. */
interface MeetingsModule extends Contribution {
	readonly calendars: MeetingCalendars;
	readonly codes: JoinCodes;
	readonly moves: Moves;
	readonly removeEmpty: MeetingEnds["removeEmpty"];
	readonly end: Moves["end"];
}

/** Creates the module that schedules, starts, changes, ends and deletes meetings. */
export function createMeetingsModule<Prepared>(
	core: Core,
	{ maxHours, ...options }: MeetingsOptions<Prepared>,
): MeetingsModule {
	const { jobs } = core;
	const codes = createJoinCodes(core);
	const calendars = createMeetingCalendars({ ...core, codes });
	const moves = createMoves({ jobs, maxDurationMs: maxHours * HOUR_MS });
	const reader = createMeetingReader({ ...core, codes });
	const meetings = createMeetingsService({ ...core, ...options, codes, reader, moves, calendars });
	const ends = createMeetingEnds({ ...core, moves });
	jobs.handle(END_OVERDUE, ends.endOverdue, { settled: true });
	jobs.handle(END_SUSPENDED, ends.endSuspended);
	jobs.handle(ERASE, ends.erase, { concurrency: 1 });
	return {
		calendars,
		codes,
		moves,
		removeEmpty: ends.removeEmpty,
		end: moves.end,
		facts,
		sealed: [
			{
				name: "join codes of meetings",
				loss: "existing codes still work, but hosts can no longer see them",
				column: sealedJoinCodes,
				aadOf: ({ orgId = "", id = "" }) => aadOf({ orgId, id }),
			},
		],
		tenantsOf: { meetingId: tenantOfMeeting },
		routes: meetingsRoutes({ meetings, ends }),
		replayRemoval: {
			async meeting({ orgId, subjectId }) {
				if (orgId !== null) await ends.removeAgain(orgId, subjectId);
			},
		},
		reactions: [
			at(memberRightsLost, createCodeHolders(core).onRightsLost),
			at(organizationSuspended, ends.onSuspended),
			at(contentLocked, ({ tx }, { orgId, meetingId }) => lockMeetingRow(tx, { orgId, id: meetingId })),
			at(contentPurged, notePurge),
		],
		searchSource: meetingList.source,
	};
}
