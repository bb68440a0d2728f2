import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Timestamp, WholeNumber } from "#http/schemas";

/** Maximum number of digits of a sequence. */
const SEQUENCE_DIGITS = 15;

const Change = closed({
	path: Type.String({ description: "JSON Pointer (RFC 6901) to the member.", examples: ["/title"] }),
	from: Type.Unknown({ description: "previous value, null if there was none" }),
	to: Type.Unknown({ description: "new value, null if there is none" }),
});

/** Something that happened in an organization, as the feed and webhooks tell it. */
export const Event = closed(
	{
		id: Id("evt", "id of the event: the same in every delivery and feed"),
		type: Type.String({
			description: "type of the event, see `GET /webhooks/event-types`",
			examples: ["meeting.started"],
		}),
		apiVersion: Type.String({
			description: "version of the payload; new members may be added without a new one",
			examples: ["2026-11-01"],
		}),
		timestamp: Timestamp,
		orgId: Id("org", "id of the organization"),
		sequence: Type.Integer({
			minimum: 1,
			description: "position in the log of the organization, from 1 without gaps",
			examples: [42],
		}),
		requestId: Type.String({ description: "`X-Request-ID` of the request that caused it" }),
		actor: closed({
			type: Type.String({
				description: "Kind of actor: `user service external guest system anonymous`",
				examples: ["user"],
			}),
			id: Type.String({ description: "id of the actor", examples: ["usr_01jd0z7v9gf2nbrexx3vqjhp41"] }),
		}),
		data: closed({
			object: Type.Record(Type.String(), Type.Unknown(), {
				description:
					"the resource after the change, or only ids once its content has expired under the retention policy",
			}),
			changes: Type.Optional(Type.Array(Change, { description: "changed properties, if the event is about a change" })),
		}),
	},
	{ $id: "Event" },
);
export type Event = typeof Event.static;

/** An event as `fields` may select it. */
export const eventFields = selectable(Event);

/** Query of the feed. */
export const ListEventsQuery = listQuery({
	afterSequence: Type.Optional(
		WholeNumber(
			SEQUENCE_DIGITS,
			"Only events after this position: the `sequence` of the last event received. Default: from the oldest event kept.",
			0,
		),
	),
	types: Type.Optional(
		Type.String({
			description:
				"Only these types, separated by commas: exact, or all with a prefix, such as `meeting.*`. Default: all.",
			examples: ["meeting.*,org.member.added"],
		}),
	),
});
export type ListEventsQuery = typeof ListEventsQuery.static;
