import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleMeeting } from "./examples.ts";
import { DeletedMeeting, JoinCode, Meeting, meetingFields, StartedMeeting } from "./schemas.ts";

/** The tag of the operations on meetings. */
export const meetingsTag: Tag = {
	name: "Meetings",
	description: "Meetings of a workspace: schedule, start, end, and what is made of them.",
};

/** Codes of every change of a meeting. */
const CHANGE = ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"] as const;
const versioned = (message: string) => ({ 200: versionedResponse("The meeting", Meeting, message, exampleMeeting) });

/** Documentation of the operations on meetings. */
export const documentation = {
	create: operation({
		id: "createMeeting",
		summary: "Start or schedule a meeting",
		description:
			"For hosts and managers of the workspace, and administrators. Without `scheduledStart` it is live at once. The caller is " +
			"its host. What is left out has its default: language and consent are those of the organization's settings, and the " +
			"consent asked for can only be stricter (`disabled`, `required`, `notify`, `optional`).",
		tag: meetingsTag,
		request: { title: exampleMeeting.title, scheduledStart: "2030-01-01T09:30:00", durationMinutes: 45 },
		responses: {
			201: createdResponse("meeting", "The meeting", StartedMeeting, "Meeting created", {
				meeting: exampleMeeting,
				live: null,
			}),
		},
		errors: ["not_found", "purged", "forbidden", "state_conflict", "conflict"],
	}),

	list: operation({
		id: "listMeetings",
		summary: "List meetings",
		description:
			"The latest first, by their start. Those of the caller's workspaces and of workspaces that are open to the organization, " +
			"those they host and those they take part in; administrators and API keys see all.",
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
		summary: "Change a meeting",
		description:
			"A merge patch: null removes a member, which has its default then. The schedule can be changed until the meeting starts, " +
			"and nothing once it was cancelled. With `access: link` it gets a join code, and with any other access it loses it.",
		tag: meetingsTag,
		request: { title: "Biology, period 4", lobby: true },
		responses: versioned("Meeting updated"),
		errors: [...CHANGE, "conflict"],
	}),

	start: operation({
		id: "startMeeting",
		summary: "Start a scheduled meeting",
		description: "A live meeting stays as it is. One that nobody ends is ended after `MEETING_MAX_HOURS`.",
		tag: meetingsTag,
		responses: versioned("Meeting started"),
		errors: CHANGE,
	}),

	end: operation({
		id: "endMeeting",
		summary: "End a live meeting",
		description:
			"One that is over stays as it is. Once everything that was asked for is made of it, it is `ready`; `processing` until then.",
		tag: meetingsTag,
		responses: versioned("Meeting ended"),
		errors: CHANGE,
	}),

	cancel: operation({
		id: "cancelMeeting",
		summary: "Cancel a scheduled meeting",
		description: "One that was cancelled stays as it is.",
		tag: meetingsTag,
		responses: versioned("Meeting cancelled"),
		errors: CHANGE,
	}),

	remove: operation({
		id: "deleteMeeting",
		summary: "Delete a meeting",
		description:
			"It is hidden at once; its recordings, transcripts, messages and everything else of it are removed soon after. A live " +
			"meeting must be ended first.",
		tag: meetingsTag,
		responses: {
			202: okResponse("It is being deleted", DeletedMeeting, "Meeting is being deleted", {
				id: exampleMeeting.id,
				state: "deleting",
			}),
		},
		errors: ["not_found", "purged", "forbidden", "state_conflict", "precondition_failed"],
	}),

	renewCode: operation({
		id: "renewJoinCode",
		summary: "Give a meeting a new join code",
		description: "The one it had joins nobody any more; guests who joined stay. Only with `access: link`.",
		tag: meetingsTag,
		responses: {
			200: versionedResponse("The join code", JoinCode, "Join code renewed", {
				code: "01jd0z7v9gf2nbrexx3vqjhp41Q8x",
				joinUrl: `${exampleMeeting.joinUrl}#01jd0z7v9gf2nbrexx3vqjhp41Q8x`,
			}),
		},
		errors: CHANGE,
	}),

	dropCode: operation({
		id: "deleteJoinCode",
		summary: "Switch the join code of a meeting off",
		description: "Nobody joins by it any more; guests who joined stay.",
		tag: meetingsTag,
		responses: { 204: emptyResponse("Switched off") },
		errors: CHANGE,
	}),

	calendar: operation({
		id: "getMeetingCalendar",
		summary: "Get a meeting as a calendar file",
		description: "As iCalendar, in UTC: calendar programs show it on the clocks of whoever looks.",
		tag: meetingsTag,
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
