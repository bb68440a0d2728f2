import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, Id, Timestamp } from "#http/schemas";

const members = { id: Id("cal", "id of the feed"), createdAt: Timestamp };

/** A calendar feed. Its address is shown once. */
export const CalendarFeed = closed(members, { $id: "CalendarFeed" });
export type CalendarFeed = typeof CalendarFeed.static;

/** A calendar feed as `fields` may select it. */
export const calendarFeedFields = selectable(CalendarFeed);

/** A calendar feed that was just created. */
export const IssuedCalendarFeed = closed(
	{
		...members,
		url: Type.String({
			description: "Address for calendar programs. Shown only once; anyone who has it can read the calendar.",
		}),
	},
	{ $id: "IssuedCalendarFeed" },
);
export type IssuedCalendarFeed = typeof IssuedCalendarFeed.static;

/** Path of a calendar. */
export const CalendarParams = closed({ file: Type.String({ description: "The secret, followed by `.ics`." }) });
