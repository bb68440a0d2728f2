import { Type } from "@sinclair/typebox";
import { createPartCheck } from "#http/field-errors";
import { selectable } from "#http/fields";
import { closed, Nullable, Timestamp } from "#http/schemas";

/** Most holidays of an organization. */
export const MOST_HOLIDAYS = 500;
/** Most years from the first holiday to the last. */
export const MOST_YEARS = 10;
/** Most days of a holiday. */
export const MOST_DAYS = 366;

const day = (description: string, example: string) => Type.String({ description, examples: [example] });
const from = day("First day, ISO 8601.", "2030-12-24");
const name = Type.String({ description: "1…128 characters after trimming.", examples: ["Christmas holidays"] });

/** Days on which an organization is closed. */
export const Holiday = closed({ from, to: day("Last day, ISO 8601.", "2031-01-06"), name }, { $id: "Holiday" });

/** The holidays of an organization. */
export const Holidays = closed(
	{
		holidays: Type.Array(Holiday, { description: "In the order of their first days." }),
		updatedAt: Nullable(Timestamp),
	},
	{ $id: "Holidays" },
);
export type Holidays = typeof Holidays.static;

/** Holidays as `fields` may select them. */
export const holidaysFields = selectable(Holidays);

/** All holidays of an organization, as they are set. */
export const SetHolidaysRequest = closed(
	{
		holidays: Type.Array(
			closed({
				from,
				to: Type.Optional(
					day(`Last day, ISO 8601; default: the first. At most ${MOST_DAYS} days in all.`, "2031-01-06"),
				),
				name,
			}),
			{
				maxItems: MOST_HOLIDAYS,
				description: `All holidays, in any order: at most ${MOST_HOLIDAYS}, within ${MOST_YEARS} years.`,
			},
		),
	},
	{ $id: "SetHolidaysRequestBody" },
);
export type SetHolidaysRequest = typeof SetHolidaysRequest.static;

/** Holds a body against its schema. */
export const checkHolidays = createPartCheck(SetHolidaysRequest);

/** A change of holidays, in events. */
export const HolidaysChange = closed(
	{ holidayCount: Type.Integer({ minimum: 0, description: "Number of holidays after the change.", examples: [12] }) },
	{ $id: "HolidaysChange" },
);
