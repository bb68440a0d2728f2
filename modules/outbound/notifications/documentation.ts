import { Type } from "@sinclair/typebox";
import { ListEnvelope } from "#http/envelope";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { getResponses, okResponse, versionedResponse } from "#http/resource";
import { closed } from "#http/schemas";
import {
	type Notification,
	NotificationPreferences,
	notificationFields,
	preferencesFields,
	Unread,
} from "./schemas.ts";
import { DEFAULTS } from "./values.ts";

const tag: Tag = {
	name: "Notifications",
	description:
		"Notifications about transcripts, translations and summaries that are ready, invitations, mentions and " +
		"action items.",
};

const example: Notification = {
	id: "ntf_01jd0z7v9gf2nbrexx3vqjhp41",
	kind: "transcript.ready",
	text: "The transcript of “Budget” is ready.",
	meeting: { id: "mtg_01jd0z7v9gf2nbrexx3vqjhp41", title: "Budget" },
	target: { type: "transcript", id: "trn_01jd0z7v9gf2nbrexx3vqjhp41" },
	language: null,
	readAt: null,
	createdAt: "2030-01-01T09:30:00.000Z",
};

const DEFAULTS_SAID =
	"By default, every notification is listed, and `transcript.ready`, `summary.ready`, `meeting.invited` and " +
	"`action_item.assigned` are also mailed. Mail is sent only to confirmed addresses and only if mail is " +
	"configured, at most three an hour of each kind from each organization.";

const page = pageResponse("A page of notifications", notificationFields.schema, "Notifications retrieved", example);

/** Documentation of the operations on notifications. */
export const documentation = {
	list: operation({
		id: "listNotifications",
		summary: "List your notifications",
		description:
			"Lists your notifications in the organization of the token, newest first, about meetings you may " +
			"currently enter. Notifications are kept for 90 days. They go to the host and to participants with " +
			"an account who may enter the meeting, except the user who caused them. In the chat, `@` followed by " +
			"the beginning of a name mentions a participant; if several match equally well, all of them.",
		tag,
		responses: {
			200: {
				...page,
				schema: closed({ ...ListEnvelope(notificationFields.schema).properties, meta: Unread }),
				example: { ...page.example, meta: { unread: 1 } },
			},
		},
		errors: ["forbidden"],
	}),

	read: operation({
		id: "readNotifications",
		summary: "Mark notifications as read",
		description:
			"Send exactly one of `ids`, `all` and `before`. Up to 2,000 notifications are marked at once. Ids of " +
			"other users' notifications are ignored.",
		tag,
		request: { all: true },
		responses: {
			200: okResponse("The notifications that remain unread", Unread, "Notifications marked as read", { unread: 0 }),
		},
		errors: ["forbidden", "validation_failed"],
	}),

	getPreferences: operation({
		id: "getNotificationPreferences",
		summary: "Get your notification preferences",
		description: DEFAULTS_SAID,
		tag,
		responses: getResponses("The preferences", preferencesFields.schema, "Preferences retrieved", { kinds: DEFAULTS }),
		errors: ["forbidden"],
	}),

	patchPreferences: operation({
		id: "updateNotificationPreferences",
		summary: "Update your notification preferences",
		description: `Takes a JSON merge patch (RFC 7396): null restores a default. ${DEFAULTS_SAID}`,
		tag,
		request: { kinds: { "transcript.ready": { mail: false }, "meeting.mentioned": { mail: true } } },
		responses: {
			200: versionedResponse("The preferences now in effect", NotificationPreferences, "Preferences updated", {
				kinds: {
					...DEFAULTS,
					"transcript.ready": { inApp: true, mail: false },
					"meeting.mentioned": { inApp: true, mail: true },
				},
			}),
		},
		errors: ["forbidden", "precondition_failed", "purged", "state_conflict", "not_found"],
	}),

	unsubscribe: operation({
		id: "unsubscribeFromNotifications",
		summary: "Unsubscribe from a kind of mail",
		description:
			"The address in the `List-Unsubscribe` header of a mail (RFC 8058), for one user, organization and " +
			"kind of notification. It never expires and does not reveal the recipient.",
		tag,
		responses: {
			200: {
				...okResponse(
					"Unsubscribed; also returned for users who have left",
					closed({}),
					"Mails of this kind are turned off",
					{},
				),
				alternatives: { "text/html": { schema: Type.String({ description: "The page for browsers." }) } },
			},
		},
		errors: ["not_found"],
	}),
};
