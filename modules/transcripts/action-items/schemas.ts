import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { FieldsQuery, selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseProse } from "#kernel/prose";
import { STATUSES } from "./values.ts";

const status = OneOf(STATUSES, "status of the item; `dropped`: it will not be done");
const Day = Type.String({
	pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
	description: "A day, YYYY-MM-DD.",
	examples: ["2030-01-04"],
});

const infoMembers = {
	id: Id("act", "id of the action item"),
	meetingId: Id("mtg", "id of its meeting"),
	ownerId: Nullable(Id("par", "the participant who owns it; null: unassigned")),
	dueDay: Nullable(Day),
	status,
	edited: Type.Boolean({
		description: "Whether a user made or changed it; it is then kept when the summary is made again.",
	}),
	version: Type.Integer({ minimum: 1, description: "Version, for `If-Match`." }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

/** What others learn about an action item: not what it says. */
export const ActionItemInfo = closed(infoMembers, { $id: "ActionItemInfo" });
export type ActionItemInfo = typeof ActionItemInfo.static;

/** Maximum length of an action item. */
export const MAX_TEXT = 2_000;

const text = checked(
	Type.String({ description: "1…2,000 characters after trimming.", examples: ["Send the report."] }),
	(raw, path) => parseProse(raw, path, MAX_TEXT),
);

/** Something to do that came up in a meeting. */
export const ActionItem = closed(
	{
		...infoMembers,
		text,
		ownerName: Nullable(Type.String({ description: "Owner in the words of the meeting; null if no one was named." })),
		dueText: Nullable(
			Type.String({ description: "When it is due, in the words of the meeting.", examples: ["by Friday"] }),
		),
		segmentIds: Type.Array(Type.String(), { description: "Segments it is based on; none for one added by a user." }),
		startMs: Nullable(Type.Integer({ minimum: 0, description: "Start of the first of them, in ms." })),
	},
	{ $id: "ActionItem" },
);
export type ActionItem = typeof ActionItem.static;

/** Selector of `fields` for action items. */
export const itemFields = selectable(ActionItem);

const ownerId = Nullable(Id("par", "a participant of the meeting; null: unassigned"));

/** A new action item. */
export const CreateActionItemRequest = closed(
	{
		text,
		ownerId: Type.Optional(ownerId),
		dueDay: Type.Optional(Nullable(Day)),
		segmentIds: Type.Optional(Type.Array(Id("seg", "id of a segment of the transcript"), { maxItems: 50 })),
	},
	{ $id: "CreateActionItemRequestBody" },
);
export type CreateActionItemRequest = typeof CreateActionItemRequest.static;

/** Changes of an action item. */
export const UpdateActionItemRequest = closed(
	{
		text: Type.Optional(text),
		ownerId: Type.Optional(ownerId),
		dueDay: Type.Optional(Nullable(Day)),
		status: Type.Optional(status),
	},
	{ $id: "UpdateActionItemRequestBody" },
);
export type UpdateActionItemRequest = typeof UpdateActionItemRequest.static;

/** Path of the action items of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Options of reading one resource. */
export { FieldsQuery as OneQuery };

/** Path of an action item. */
export const ItemParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	itemId: Id("act", "id of the action item"),
});

/** Options of the list. */
export const ListItemsQuery = listQuery({
	status: Type.Optional(status),
	ownerId: Type.Optional(Id("par", "only those of this participant")),
});
export type ListItemsQuery = typeof ListItemsQuery.static;
