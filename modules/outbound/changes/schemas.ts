import { Type } from "@sinclair/typebox";
import { closed, Id, Nullable, OneOf, WholeNumber } from "#http/schemas";
import { RESOURCES } from "./values.ts";

/** Maximum number of digits of a position. */
const POSITION_DIGITS = 15;

/** Something that has changed: which resource, without its content. */
export const Change = closed(
	{
		resource: OneOf(
			RESOURCES,
			"kind of resource; `everything`: more than is listed, or it is not known what: read again what you show",
		),
		id: Nullable(
			Type.String({
				description: "Id of the resource; null: any of its kind.",
				examples: ["trn_01jd0z7v9gf2nbrexx3vqjhp41"],
			}),
		),
		meetingId: Nullable(Id("mtg", "id of its meeting; null: it belongs to none, or to any")),
		progress: Nullable(
			Type.Number({
				minimum: 0,
				maximum: 1,
				description: "Progress of a job that transcribes, 0…1; null otherwise.",
			}),
		),
	},
	{ $id: "Change" },
);
export type Change = typeof Change.static;

/** What has changed up to a position. */
export const Changes = closed(
	{
		position: Type.Integer({
			minimum: 0,
			description: "Position in the log of the organization: `after` of the next request.",
			examples: [42],
		}),
		changes: Type.Array(Change, { description: "Each resource once, the latest change last." }),
	},
	{ $id: "Changes" },
);
export type Changes = typeof Changes.static;

/** Query of the changes. */
export const ChangesQuery = closed({
	after: Type.Optional(
		WholeNumber(POSITION_DIGITS, "Only changes after this `position`. Default: none, only the current position.", 0),
	),
});
export type ChangesQuery = typeof ChangesQuery.static;
