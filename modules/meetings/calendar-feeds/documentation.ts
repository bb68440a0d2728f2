import { Type } from "@sinclair/typebox";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses } from "#http/resource";
import { meetingsTag } from "#modules/meetings/meetings";
import { type CalendarFeed, calendarFeedFields, IssuedCalendarFeed } from "./schemas.ts";

const example: CalendarFeed = { id: "cal_01jd0z7v9gf2nbrexx3vqjhp41", createdAt: "2030-01-01T09:30:00.000Z" };

/** Documentation of the operations on calendar feeds. */
export const documentation = {
	create: operation({
		id: "createCalendarFeed",
		summary: "Create your calendar feed",
		description:
			"Creates a secret address at which calendar programs subscribe to your meetings in the organization " +
			"of the token: those in your workspaces, those you host and those you take part in. Replaces the " +
			"previous address. It works as long as you are a member and the organization is active.",
		tag: meetingsTag,
		responses: {
			201: createdResponse("calendar feed", "The feed, with its address", IssuedCalendarFeed, "Calendar feed created", {
				...example,
				url: "https://api.example.edu/calendar/01jd0z7v9gf2nbrexx3vqjhp41Q8x.ics",
			}),
		},
		errors: ["entitlement_required", "state_conflict", "purged", "not_found"],
	}),

	get: operation({
		id: "getCalendarFeed",
		summary: "Get your calendar feed",
		description: "Returns the feed without its address, which is shown only when it is created.",
		tag: meetingsTag,
		responses: getResponses("The feed", calendarFeedFields.schema, "Calendar feed retrieved", example),
		errors: ["not_found"],
	}),

	remove: operation({
		id: "deleteCalendarFeed",
		summary: "Delete your calendar feed",
		tag: meetingsTag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found"],
	}),

	read: operation({
		id: "readCalendarFeed",
		summary: "Read a calendar feed",
		description:
			"For calendar programs, which send no token. Returns the meetings of the last three months and all " +
			"upcoming ones as iCalendar. A series is one event that recurs, in its own time zone, if its owner enters " +
			"all its meetings or takes part in them; meetings that differ, and those with addresses of their own, are " +
			"exceptions of it. All other meetings are single events, in UTC. Addresses contain no join codes.",
		tag: meetingsTag,
		responses: {
			200: {
				description: "The calendar",
				schema: Type.String(),
				mediaTypes: { "text/calendar": { schema: Type.String() } },
			},
		},
		errors: ["not_found"],
	}),
};
