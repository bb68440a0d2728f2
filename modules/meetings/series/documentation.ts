import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleMeeting, JoinCode, Meeting } from "#modules/meetings/meetings";
import { Series, type SeriesMeeting, seriesFields, seriesMeetingFields } from "./schemas.ts";

const tag: Tag = { name: "Series", description: "Meetings that recur: one rule, a meeting for each occurrence." };

const example: Series = {
	id: "ser_01jd0z7v9gf2nbrexx3vqjhp41",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	workspaceId: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
	title: "Biology, period 3",
	description: null,
	kind: "class",
	rule: "FREQ=WEEKLY;BYDAY=MO,WE",
	startsAt: "2030-01-07T09:30:00",
	timezone: "America/New_York",
	durationMinutes: 45,
	exDates: [],
	rDates: [],
	until: "2030-06-28T23:59:59",
	joinCode: "each",
	language: "en-US",
	recordingPolicy: { mode: "manual", consent: "required" },
	transcription: { enabled: true, live: false, provider: null, translateTo: [] },
	access: "workspace",
	lobby: false,
	whenUnattended: { action: "hold", graceSeconds: 5, endAfterMinutes: null },
	chatAllowed: "everyone",
	camerasVisibleTo: "everyone",
	conference: { provider: "parley", url: null },
	participants: [],
	hostId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	previousSeriesId: null,
	version: 1,
	createdAt: "2029-12-20T08:00:00.000Z",
	updatedAt: "2029-12-20T08:00:00.000Z",
	joinUrl: "https://api.example.edu/meet/ser_01jd0z7v9gf2nbrexx3vqjhp41",
	nextOccurrences: ["2030-01-07T09:30:00-05:00", "2030-01-09T09:30:00-05:00"],
};

const exampleOccurrence: SeriesMeeting = {
	occurrence: "2030-01-07T09:30:00-05:00",
	id: exampleMeeting.id,
	title: example.title,
	state: "scheduled",
	scheduledStart: "2030-01-07T14:30:00.000Z",
	scheduledEnd: "2030-01-07T15:15:00.000Z",
	changed: false,
};

/** Codes of every change of a series. */
const CHANGE = ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"] as const;
const PART =
	"`from` names an occurrence: the series ends before it, and what follows is a series of its own, whose " +
	"`previousSeriesId` names the first. Without `from`, everything that has not begun changes.";

/** Documentation of the operations on series. */
export const documentation = {
	list: operation({
		id: "listSeries",
		summary: "List the series of a workspace",
		description: "Newest first. A series for invited people is listed to its host, to managers and administrators.",
		tag,
		responses: { 200: pageResponse("A page of series", seriesFields.schema, "Series retrieved", example) },
		errors: ["not_found", "purged"],
	}),

	create: operation({
		id: "createSeries",
		summary: "Create a series of meetings",
		description:
			"Takes the defaults of its meetings, as they are created, 60 days ahead. Times are those on the clocks of " +
			"`timezone`, across daylight saving. Occurrences on holidays of the organization are left out, except `rDates`. " +
			"A series has at most 1,000 occurrences, and ends after two years. Allowed to hosts and managers of the workspace " +
			"and to administrators; the caller becomes the host.",
		tag,
		request: {
			title: example.title,
			rule: example.rule,
			startsAt: example.startsAt,
			timezone: example.timezone,
			durationMinutes: 45,
			until: example.until,
		},
		responses: { 201: createdResponse("series", "The series", Series, "Series created", example) },
		errors: ["not_found", "purged", "forbidden", "state_conflict", "compliance_violation"],
	}),

	get: operation({
		id: "getSeries",
		summary: "Get a series",
		tag,
		responses: getResponses("The series", seriesFields.schema, "Series retrieved", example),
		errors: ["not_found", "purged"],
	}),

	update: operation({
		id: "updateSeries",
		summary: "Update a series",
		description: `Takes a JSON merge patch: null resets a property to its default. ${PART} Meetings that have begun or were changed by themselves stay as they are; others follow: at another time of day they keep their date, and those that the series no longer has are cancelled. New participants take part in meetings created later.`,
		tag,
		request: { title: "Biology, period 4", startsAt: "2030-01-07T10:30:00" },
		responses: { 200: versionedResponse("The series, or the one that follows", Series, "Series updated", example) },
		errors: [...CHANGE, "legal_hold_active", "compliance_violation"],
	}),

	remove: operation({
		id: "deleteSeries",
		summary: "Delete a series",
		description:
			"Cancels the meetings that have not begun; the others stay. With `from`, an occurrence, the series ends before it.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: CHANGE,
	}),

	listMeetings: operation({
		id: "listSeriesMeetings",
		summary: "List the occurrences of a series",
		description:
			"Earliest first: past and coming meetings, and coming occurrences whose meeting was not created yet (`id` is null).",
		tag,
		responses: {
			200: pageResponse(
				"A page of occurrences",
				seriesMeetingFields.schema,
				"Occurrences retrieved",
				exampleOccurrence,
			),
		},
		errors: ["not_found", "purged"],
	}),

	createMeeting: operation({
		id: "createSeriesMeeting",
		summary: "Create the meeting of an occurrence",
		description: "For an occurrence more than 60 days ahead. Returns the same meeting if it exists already.",
		tag,
		request: { occurrence: "2030-01-07T09:30:00-05:00" },
		responses: { 201: createdResponse("meeting", "The meeting", Meeting, "Meeting created", exampleMeeting) },
		errors: ["not_found", "purged", "forbidden", "state_conflict"],
	}),

	renewCode: operation({
		id: "renewSeriesJoinCode",
		summary: "Replace the join code of a series",
		description:
			"The previous code stops working; guests who have joined stay. Requires `access: link` and `joinCode: shared`. " +
			"The code opens the meeting that is on or comes next.",
		tag,
		responses: {
			200: versionedResponse("The join code", JoinCode, "Join code replaced", {
				code: "01jd0z7v9gf2nbrexx3vqjhp41Q8x",
				joinUrl: `${exampleMeeting.joinUrl}#01jd0z7v9gf2nbrexx3vqjhp41Q8x`,
			}),
		},
		errors: CHANGE,
	}),

	dropCode: operation({
		id: "deleteSeriesJoinCode",
		summary: "Delete the join code of a series",
		description: "The code stops working; guests who have joined stay.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: CHANGE,
	}),
};
