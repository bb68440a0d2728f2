import { Type } from "@sinclair/typebox";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses } from "#http/resource";
import { meetingsTag } from "#modules/meetings";
import { type CalendarFeed, calendarFeedFields, IssuedCalendarFeed } from "./schemas.ts";

const example: CalendarFeed = { id: "cal_01jd0z7v9gf2nbrexx3vqjhp41", createdAt: "2030-01-01T09:30:00.000Z" };

/** Documentation of the operations on calendar feeds. */
export const documentation = {
	create: operation({
		id: "createCalendarFeed",
		summary: "Create one's calendar feed",
		description:
			"A secret address at which calendar programs subscribe to the caller's meetings in the organization of the token: those " +
			"of their workspaces, those they host and those they take part in. Replaces the address there was. It works as long as " +
			"they are a member of an active organization.",
		tag: meetingsTag,
		responses: {
			201: createdResponse("calendar feed", "The feed, with its address", IssuedCalendarFeed, "Calendar feed created", {
				...example,
				url: "https://api.example.edu/calendar/01jd0z7v9gf2nbrexx3vqjhp41Q8x.ics",
			}),
		},
		errors: ["state_conflict", "purged", "not_found"],
	}),

	get: operation({
		id: "getCalendarFeed",
		summary: "Get one's calendar feed",
		description: "Without its address, which is shown once.",
		tag: meetingsTag,
		responses: getResponses("The feed", calendarFeedFields.schema, "Calendar feed retrieved", example),
		errors: ["not_found"],
	}),

	remove: operation({
		id: "deleteCalendarFeed",
		summary: "Delete one's calendar feed",
		tag: meetingsTag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found"],
	}),

	read: operation({
		id: "readCalendarFeed",
		summary: "Read a calendar feed",
		description:
			"For calendar programs, which have no token: the meetings of the last three months and those to come, as iCalendar, in UTC.",
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
