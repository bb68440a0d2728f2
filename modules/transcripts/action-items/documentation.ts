import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { type ActionItem, ActionItem as ActionItemSchema, itemFields } from "./schemas.ts";

const tag: Tag = {
	name: "Action items",
	description: "Action items of meetings, with owner and due date: found in the transcript or added by users.",
};

const example: ActionItem = {
	id: "act_01jd0z7v9gf2nbrexx3vqjhp41",
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	ownerId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	dueDay: "2030-01-04",
	status: "open",
	edited: false,
	version: 1,
	createdAt: "2030-01-01T10:20:00.000Z",
	updatedAt: "2030-01-01T10:20:00.000Z",
	text: "I will send the updated report to the customer by Friday.",
	ownerName: "Ada Lovelace",
	dueText: "Friday",
	segmentIds: ["seg_01jd0z7v9gf2nbrexx3vqjhp41"],
	startMs: 12_000,
};

const GUARDED = ["not_found", "forbidden", "purged"] as const;
const EDIT = [...GUARDED, "state_conflict", "precondition_failed"] as const;

/** Documentation of the operations on action items. */
export const documentation = {
	list: operation({
		id: "listActionItems",
		summary: "List the action items of a meeting",
		description:
			"Lists action items in the order in which they came up, followed by those added by users. Allowed to " +
			"everyone who may enter the meeting.",
		tag,
		responses: { 200: pageResponse("A page of action items", itemFields.schema, "Action items retrieved", example) },
		errors: GUARDED,
	}),

	create: operation({
		id: "createActionItem",
		summary: "Add an action item",
		description: "The item is kept when the summary is made again. Requires the right to run the meeting.",
		tag,
		request: { text: "Book the room.", dueDay: "2030-01-04" },
		responses: {
			201: createdResponse("action item", "The action item", ActionItemSchema, "Action item added", {
				...example,
				text: "Book the room.",
				ownerId: null,
				ownerName: null,
				dueText: null,
				segmentIds: [],
				startMs: null,
				edited: true,
			}),
		},
		errors: [...GUARDED, "state_conflict", "not_retained", "validation_failed"],
	}),

	get: operation({
		id: "getActionItem",
		summary: "Get an action item",
		tag,
		responses: getResponses("The action item", itemFields.schema, "Action item retrieved", example),
		errors: GUARDED,
	}),

	update: operation({
		id: "updateActionItem",
		summary: "Update an action item",
		description:
			"The change is kept when the summary is made again. Requires the right to run the meeting; the " +
			"participant who owns the item may change its status.",
		tag,
		request: { status: "done" },
		responses: {
			200: versionedResponse("The action item", ActionItemSchema, "Action item updated", {
				...example,
				status: "done",
				edited: true,
				version: 2,
			}),
		},
		errors: [...EDIT, "validation_failed"],
	}),

	remove: operation({
		id: "deleteActionItem",
		summary: "Delete an action item",
		description: "The item is not added again when the summary is made again. Requires the right to run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: [...EDIT, "legal_hold_active"],
	}),
};
