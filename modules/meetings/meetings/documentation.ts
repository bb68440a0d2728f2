import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleMeeting, ofLiveMeeting, ofScheduledMeeting } from "./examples.ts";
import { DeletedMeeting, JoinCode, Meeting, meetingFields, StartedMeeting } from "./schemas.ts";

/** The tag of the operations on meetings. */
export const meetingsTag: Tag = {
	name: "Meetings",
	description: "Meetings of a workspace: scheduling, starting, ending, and their results.",
};

/** Codes of every change of a meeting. */
const CHANGE = ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"] as const;
const versioned = (message: string) => ({ 200: versionedResponse("The meeting", Meeting, message, exampleMeeting) });

/** Documentation of the operations on meetings. */
export const documentation = {
	create: operation({
		id: "createMeeting",
		summary: "Create a meeting",
		description:
			"Schedules a meeting, or without `scheduledStart` starts it at once. Allowed to hosts and managers " +
			"of the workspace and to administrators. The caller becomes the host. Language and consent default " +
			"to the organization's settings; consent can only be made stricter (`disabled`, `required`, " +
			"`notify`, `optional`, strictest first).",
		tag: meetingsTag,
		request: { title: exampleMeeting.title, scheduledStart: "2030-01-01T09:30:00", durationMinutes: 45 },
		responses: {
			201: createdResponse("meeting", "The meeting", StartedMeeting, "Meeting created", {
				meeting: exampleMeeting,
				live: null,
			}),
		},
		errors: [
			"quota_exceeded",
			"not_found",
			"purged",
			"forbidden",
			"state_conflict",
			"conflict",
			"compliance_violation",
		],
	}),

	list: operation({
		id: "listMeetings",
		summary: "List meetings",
		description:
			"Lists meetings by start, latest first: those in the caller's workspaces and in workspaces open to " +
			"the organization, those they host and those they take part in. Administrators and API keys see all.",
		tag: meetingsTag,
		responses: {
			200: pageResponse("A page of meetings", meetingFields.schema, "Meetings retrieved", exampleMeeting),
		},
		errors: ["forbidden", "not_found", "purged"],
	}),

	get: operation({
		id: "getMeeting",
		summary: "Get a meeting",
		tag: meetingsTag,
		responses: getResponses("The meeting", meetingFields.schema, "Meeting retrieved", exampleMeeting),
		errors: ["not_found", "purged"],
	}),

	update: operation({
		id: "updateMeeting",
		summary: "Update a meeting",
		description:
			"Takes a JSON merge patch: null resets a property to its default. The schedule can be changed until " +
			"the meeting starts; a cancelled meeting cannot be changed at all. `access: link` gives the meeting " +
			"a join code; any other access removes it.",
		tag: meetingsTag,
		request: { title: "Biology, period 4", lobby: true },
		responses: versioned("Meeting updated"),
		errors: [...CHANGE, "conflict", "legal_hold_active", "compliance_violation"],
	}),

	start: operation({
		id: "startMeeting",
		summary: "Start a scheduled meeting",
		description:
			"Has no effect on a live meeting. A meeting that is not ended by a user ends after `MEETING_MAX_HOURS`.",
		tag: meetingsTag,
		examples: ofScheduledMeeting,
		responses: versioned("Meeting started"),
		errors: [...CHANGE, "quota_exceeded"],
	}),

	end: operation({
		id: "endMeeting",
		summary: "End a live meeting",
		description:
			"Has no effect on a meeting that is over. The meeting is `processing` until all requested results are available, then `ready`.",
		tag: meetingsTag,
		examples: ofLiveMeeting,
		responses: versioned("Meeting ended"),
		errors: CHANGE,
	}),

	cancel: operation({
		id: "cancelMeeting",
		summary: "Cancel a scheduled meeting",
		description: "Has no effect on a cancelled meeting.",
		tag: meetingsTag,
		examples: ofScheduledMeeting,
		responses: versioned("Meeting cancelled"),
		errors: CHANGE,
	}),

	remove: operation({
		id: "deleteMeeting",
		summary: "Delete a meeting",
		description:
			"Hides the meeting at once and removes its recordings, transcripts, messages and everything else " +
			"soon after. A live meeting must be ended first.",
		tag: meetingsTag,
		responses: {
			202: okResponse("The meeting is being deleted", DeletedMeeting, "Meeting is being deleted", {
				id: exampleMeeting.id,
				state: "deleting",
			}),
		},
		errors: ["not_found", "purged", "forbidden", "state_conflict", "legal_hold_active", "precondition_failed"],
	}),

	renewCode: operation({
		id: "renewJoinCode",
		summary: "Replace the join code of a meeting",
		description: "The previous code stops working; guests who have joined stay. Requires `access: link`.",
		tag: meetingsTag,
		examples: ofLiveMeeting,
		responses: {
			200: versionedResponse("The join code", JoinCode, "Join code replaced", {
				code: "01jd0z7v9gf2nbrexx3vqjhp41Q8x",
				joinUrl: `${exampleMeeting.joinUrl}#01jd0z7v9gf2nbrexx3vqjhp41Q8x`,
			}),
		},
		errors: CHANGE,
	}),

	dropCode: operation({
		id: "deleteJoinCode",
		summary: "Delete the join code of a meeting",
		description: "The code stops working; guests who have joined stay.",
		tag: meetingsTag,
		examples: ofLiveMeeting,
		responses: { 204: emptyResponse("Deleted") },
		errors: CHANGE,
	}),

	calendar: operation({
		id: "getMeetingCalendar",
		summary: "Get the calendar file of a meeting",
		description:
			"Returns iCalendar in UTC; calendar programs convert it to the viewer's time zone. The file of a " +
			"meeting that belongs to a series has the series as one event that recurs, for callers who enter all its " +
			"meetings or take part in them. Others get the meeting alone, and so does anyone of a cancelled one.",
		tag: meetingsTag,
		examples: ofScheduledMeeting,
		responses: {
			200: {
				description: "The calendar file",
				schema: Type.String(),
				mediaTypes: { "text/calendar": { schema: Type.String() } },
			},
		},
		errors: ["not_found", "purged"],
	}),
};
