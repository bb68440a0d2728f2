import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { parseTimezone } from "#kernel/locale";
import { parseRule } from "#kernel/recurrence";
import { CreateMeetingRequest, RecordedMeeting } from "#modules/meetings/meetings";
import { parseLocal, parseUntil } from "./local.ts";
import { SERIES_JOIN_CODES } from "./values.ts";

const LOCAL = "local date and time of the series' time zone, without an offset";
const OCCURRENCE = {
	description: "Start of the occurrence by the series, RFC 3339 with the offset of its time zone.",
	examples: ["2030-01-07T09:30:00-05:00"],
};

/** Start of an occurrence by its series. */
export const OccurrenceTime = Type.String(OCCURRENCE);

const Rule = checked(
	Type.String({
		maxLength: 500,
		description: "Recurrence rule (RFC 5545) without its name: DAILY, WEEKLY or MONTHLY.",
		examples: ["FREQ=WEEKLY;BYDAY=MO,WE"],
	}),
	parseRule,
);
const StartsAt = checked(
	Type.String({ maxLength: 19, description: `First start: ${LOCAL}.`, examples: ["2030-01-07T09:30:00"] }),
	parseLocal,
);
const Timezone = checked(
	Type.String({ maxLength: 64, description: "IANA time zone.", examples: ["America/New_York"] }),
	parseTimezone,
);
const Until = checked(
	Type.String({
		maxLength: 19,
		description: `Last moment at which an occurrence begins: ${LOCAL}, or a date for the whole day.`,
		examples: ["2030-06-28T23:59:59"],
	}),
	parseUntil,
);
const localDates = (maxItems: number, description: string) =>
	Type.Array(checked(Type.String({ maxLength: 19, examples: ["2030-02-18T09:30:00"] }), parseLocal), {
		maxItems,
		description,
	});
const ExDates = localDates(1_000, `Occurrences that are left out, each the ${LOCAL}.`);
const RDates = localDates(200, `Further occurrences, also on holidays, each a ${LOCAL}.`);
const JoinCodeKind = OneOf(
	SERIES_JOIN_CODES,
	"with `access: link`: one code for all meetings, which opens the one that is on or comes next, or one for each",
);
const Participants = Type.Array(
	closed({
		userId: Id("usr", "id of a member of the organization"),
		role: Type.Optional(OneOf(["host", "participant"], "role; default participant")),
	}),
	{ maxItems: 200, description: "Members who take part in its meetings. They are notified of the first one only." },
);
const participant = closed({
	userId: Id("usr", "id of a member of the organization"),
	role: OneOf(["host", "participant"], "role"),
});

const { title, kind, recordingPolicy, transcription, access, lobby, conference } = RecordedMeeting.properties;
const { whenUnattended, chatAllowed, camerasVisibleTo } = RecordedMeeting.properties;

const recordMembers = {
	id: Id("ser", "id of the series"),
	orgId: Id("org", "id of the organization"),
	workspaceId: Id("wsp", "id of its workspace"),
	title,
	description: Nullable(Type.String({ description: "Free text of its meetings." })),
	kind,
	rule: Rule,
	startsAt: StartsAt,
	timezone: Timezone,
	durationMinutes: Type.Integer({ minimum: 1, description: "Planned duration of each meeting." }),
	exDates: Type.Array(Type.String(), { description: ExDates.description ?? "" }),
	rDates: Type.Array(Type.String(), { description: RDates.description ?? "" }),
	until: Nullable(Until),
	joinCode: JoinCodeKind,
	language: RecordedMeeting.properties.language,
	recordingPolicy,
	transcription,
	access,
	lobby,
	whenUnattended,
	chatAllowed,
	camerasVisibleTo,
	conference,
	participants: Type.Array(participant, { description: "Members who take part in its meetings, besides the host." }),
	hostId: Type.String({ description: "Id of the host of its meetings: a user, or the API key that created it." }),
	previousSeriesId: Nullable(Id("ser", "id of the series that it continues since that was split")),
	version: Type.Integer({ minimum: 1 }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

/** A series as events include it. */
export const RecordedSeries = closed(recordMembers, { $id: "RecordedSeries" });
export type RecordedSeries = typeof RecordedSeries.static;

/** A series of meetings. */
export const Series = closed(
	{
		...recordMembers,
		joinUrl: Nullable(
			Type.String({
				description:
					"Address of the room of all its meetings: it leads to the one that is on or comes next. With the join code for callers who run them, but not in lists. Null: with `access: link` and `joinCode: each`, every meeting has its own.",
			}),
		),
		nextOccurrences: Type.Array(Type.String(OCCURRENCE), {
			maxItems: 5,
			description: "Its next starts, holidays left out; meetings that were changed by themselves are not considered.",
		}),
	},
	{ $id: "Series" },
);
export type Series = typeof Series.static;

/** A series as `fields` may select it. */
export const seriesFields = selectable(Series);

const { title: Title, durationMinutes, ...others } = CreateMeetingRequest.properties;
const { scheduledStart: _start, externalId: _externalId, participants: _people, ...meetingMembers } = others;

const optionalMembers = {
	...meetingMembers,
	timezone: Type.Optional(Nullable(Timezone)),
	durationMinutes,
	exDates: Type.Optional(Nullable(ExDates)),
	rDates: Type.Optional(Nullable(RDates)),
	until: Type.Optional(Nullable(Until)),
	joinCode: Type.Optional(Nullable(JoinCodeKind)),
	participants: Type.Optional(Nullable(Participants)),
};

/** A new series. */
export const CreateSeriesRequest = closed(
	{ title: Title, rule: Rule, startsAt: StartsAt, ...optionalMembers },
	{ $id: "CreateSeriesRequestBody" },
);
export type CreateSeriesRequest = typeof CreateSeriesRequest.static;

/** A merge patch of a series: null resets a member to its default. */
export const UpdateSeriesRequest = closed(
	{
		title: Type.Optional(Title),
		rule: Type.Optional(Rule),
		startsAt: Type.Optional(StartsAt),
		...optionalMembers,
	},
	{ $id: "UpdateSeriesRequestBody" },
);
export type UpdateSeriesRequest = typeof UpdateSeriesRequest.static;

/** Path of a series. */
export const SeriesParams = closed({ seriesId: Id("ser", "id of the series") });

/** Filters of the list of series. */
export const ListSeriesQuery = listQuery({
	q: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description:
				"Words or beginnings of words of the title, in any order; all must match. Case and accents are ignored.",
		}),
	),
});
export type ListSeriesQuery = typeof ListSeriesQuery.static;

/** Which part of a series a change is for. */
export const SeriesPartQuery = closed({
	from: Type.Optional(
		Type.String({
			description: "An occurrence: only this and the following ones, in a series of their own. Default: all to come.",
			examples: OCCURRENCE.examples,
		}),
	),
});

/** An occurrence of a series, and its meeting. */
export const SeriesMeeting = closed(
	{
		occurrence: OccurrenceTime,
		id: Nullable(Id("mtg", "id of its meeting; null: not created yet")),
		title,
		state: RecordedMeeting.properties.state,
		scheduledStart: Nullable(Timestamp),
		scheduledEnd: Nullable(Timestamp),
		changed: RecordedMeeting.properties.changed,
	},
	{ $id: "SeriesMeeting" },
);
export type SeriesMeeting = typeof SeriesMeeting.static;

/** An occurrence as `fields` may select it. */
export const seriesMeetingFields = selectable(SeriesMeeting);

/** Parameters for a part of a series, see `parsePeriod`. */
export const periodParameters = {
	from: Type.Optional(Type.String({ description: "RFC 3339; only occurrences at this time or later." })),
	to: Type.Optional(Type.String({ description: "RFC 3339; only earlier occurrences." })),
};

/** Filters of the occurrences of a series. */
export const ListOccurrencesQuery = listQuery(periodParameters);
export type ListOccurrencesQuery = typeof ListOccurrencesQuery.static;

/** The occurrence whose meeting is to be created. */
export const CreateOccurrenceRequest = closed(
	{ occurrence: checked(Type.String({ maxLength: 64, ...OCCURRENCE }), parseInstant) },
	{ $id: "CreateOccurrenceRequestBody" },
);
export type CreateOccurrenceRequest = typeof CreateOccurrenceRequest.static;
