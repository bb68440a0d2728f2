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
		"What people hear of: transcripts, translations and summaries that are ready, invitations, mentions, action items.",
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
	"By default everything is in the list, and `transcript.ready`, `summary.ready`, `meeting.invited` and `action_item.assigned` are mailed. " +
	"Mails go to confirmed addresses, at most three an hour of each kind from each organization; without a mail transport there are none.";

const page = pageResponse("A page of notifications", notificationFields.schema, "Notifications retrieved", example);

/** Documentation of the operations on notifications. */
export const documentation = {
	list: operation({
		id: "listNotifications",
		summary: "List one's notifications",
		description:
			"Those of the caller in the organization of the token, newest first, about meetings that they may enter now; they are kept for 90 days. " +
			"Who hears of something: the host and the participants with an account who may enter the meeting then, without whoever caused it. " +
			"`@` and the beginning of a name mentions somebody in the chat; of several whom it fits equally, each.",
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
			"Exactly one of `ids`, `all` and `before`; up to 2,000 at once. Ids that are not the caller's change nothing.",
		tag,
		request: { all: true },
		responses: { 200: okResponse("What is left", Unread, "Notifications marked as read", { unread: 0 }) },
		errors: ["forbidden", "validation_failed"],
	}),

	getPreferences: operation({
		id: "getNotificationPreferences",
		summary: "Get where one is notified of what",
		description: DEFAULTS_SAID,
		tag,
		responses: getResponses("The preferences", preferencesFields.schema, "Preferences retrieved", { kinds: DEFAULTS }),
		errors: ["forbidden"],
	}),

	patchPreferences: operation({
		id: "updateNotificationPreferences",
		summary: "Change where one is notified of what",
		description: `A JSON merge patch (RFC 7396): null restores a default. ${DEFAULTS_SAID}`,
		tag,
		request: { kinds: { "transcript.ready": { mail: false }, "meeting.mentioned": { mail: true } } },
		responses: {
			200: versionedResponse("What holds now", NotificationPreferences, "Preferences updated", {
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
		summary: "Turn mails of a kind off",
		description:
			"The address in `List-Unsubscribe` of the mails (RFC 8058): for one person, organization and kind. It never expires, and says nothing of whom it is for.",
		tag,
		responses: {
			200: {
				...okResponse("Done, also for somebody who left", closed({}), "Mails of this kind are turned off", {}),
				alternatives: { "text/html": { schema: Type.String({ description: "The same, for a person." }) } },
			},
		},
		errors: ["not_found"],
	}),
};
