import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { Holidays, holidaysFields, SetHolidaysRequest } from "./schemas.ts";

const tag: Tag = {
	name: "Holidays",
	description: "Days on which an organization is closed: recurring meetings leave them out.",
};

const christmas = { from: "2030-12-24", to: "2031-01-06", name: "Christmas holidays" };
const example: Holidays = { holidays: [christmas], updatedAt: "2030-01-01T09:30:00.000Z" };

const FILE = [
	"BEGIN:VCALENDAR",
	"VERSION:2.0",
	"PRODID:-//Example//Holidays//EN",
	"BEGIN:VEVENT",
	"UID:christmas@example.edu",
	"DTSTAMP:20300101T093000Z",
	"DTSTART;VALUE=DATE:20301224",
	"DTEND;VALUE=DATE:20310107",
	"SUMMARY:Christmas holidays",
	"END:VEVENT",
	"END:VCALENDAR",
	"",
].join("\r\n");
const file = { schema: Type.String({ description: "iCalendar (RFC 5545)." }), example: FILE };

/** What the operation on holidays takes. */
export const HOLIDAYS: TakenContent = {
	maxBytes: 1 << 20,
	mediaTypes: {
		"application/json": { schema: SetHolidaysRequest, example: { holidays: [christmas] } },
		"text/calendar": file,
	},
};

const found = getResponses("The holidays", holidaysFields.schema, "Holidays retrieved", example);

/** Documentation of the operations on holidays. */
export const documentation = {
	get: operation({
		id: "getHolidays",
		summary: "Get the holidays of an organization",
		description: "With `Accept: text/calendar`, responds with an iCalendar file, which can be imported again.",
		tag,
		responses: { ...found, 200: { ...found[200], alternatives: { "text/calendar": file } } },
	}),

	set: operation({
		id: "setHolidays",
		summary: "Set the holidays of an organization",
		description:
			"Replaces the whole list. Dates are those of each meeting's own time zone. An iCalendar file of at most 1 MiB is " +
			"imported with its all-day events from the current year to five years ahead; earlier and later ones are left out. " +
			"Events that recur yearly (`FREQ=YEARLY`) become one holiday for each year. A file that cannot be read is rejected as a " +
			"whole: errors name the event, counted from 0, and its property, such as `/events/2/DTSTART`.",
		tag,
		responses: { 200: versionedResponse("The holidays", Holidays, "Holidays set", example) },
		errors: ["precondition_failed", "validation_failed"],
	}),
};
