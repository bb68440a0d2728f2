import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, documentedAs, each, Id, Nullable, OneOf, patchOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { NOTIFICATION_KINDS } from "./values.ts";

const TARGETS = ["transcript", "translation", "summary", "meeting", "chat_message", "action_item"] as const;

/** Something a person was notified of. */
export const Notification = closed(
	{
		id: Id("ntf", "id of the notification"),
		kind: OneOf(NOTIFICATION_KINDS, "what happened"),
		text: Type.String({
			description: "A sentence in the language of `Accept-Language`, otherwise in that of the caller's profile.",
			examples: ["The transcript of “Budget” is ready."],
		}),
		meeting: closed({ id: Id("mtg", "id of the meeting"), title: Type.String({ examples: ["Budget"] }) }),
		target: closed(
			{ type: OneOf(TARGETS, "kind of resource"), id: Type.String({ examples: ["trn_01jd0z7v9gf2nbrexx3vqjhp41"] }) },
			{ description: "What it is about." },
		),
		language: Nullable(Type.String({ description: "Language of the translation, BCP 47; null for other kinds." })),
		readAt: Nullable(Timestamp),
		createdAt: Timestamp,
	},
	{ $id: "Notification" },
);
export type Notification = typeof Notification.static;

/** A notification as `fields` may select it. */
export const notificationFields = selectable(Notification);

/** Query of the list of notifications. */
export const ListNotificationsQuery = listQuery({
	unread: Type.Optional(
		documentedAs(OneOf(["true"], ""), { type: "boolean", const: true, description: "only unread ones" }),
	),
});
export type ListNotificationsQuery = typeof ListNotificationsQuery.static;

/** How many notifications are not read. */
export const Unread = closed({
	unread: Type.Integer({
		minimum: 0,
		maximum: 100,
		description: "Number of unread notifications; 100 means 100 or more.",
	}),
});
export type Unread = typeof Unread.static;

/** Asserts that a request chooses in one way. @throws `validation_failed` */
export const assertOneChoice = exactlyOneOf("ids", "all", "before");

/** Which notifications were read: exactly one of the members. */
export const ReadNotificationsRequest = checked(
	closed(
		{
			ids: Type.Optional(Type.Array(Id("ntf", "id of a notification"), { minItems: 1, maxItems: 200 })),
			all: Type.Optional(Type.Literal(true, { description: "All current notifications." })),
			before: Type.Optional(
				checked(
					Type.String({
						maxLength: 64,
						description: "Those created at or before this time; RFC 3339.",
						examples: ["2030-01-01T09:30:00.000Z"],
					}),
					parseInstant,
				),
			),
		},
		{ $id: "ReadNotificationsRequestBody" },
	),
	assertOneChoice,
);
export type ReadNotificationsRequest = typeof ReadNotificationsRequest.static;

const channels = closed({
	inApp: Type.Boolean({ description: "In the list of notifications." }),
	mail: Type.Boolean({ description: "By mail, to a confirmed address." }),
});

/** Where a person wants to hear of what. */
export const NotificationPreferences = closed(
	{ kinds: closed(each(NOTIFICATION_KINDS, channels), { description: "Preferences by kind of notification." }) },
	{ $id: "NotificationPreferences" },
);
export type NotificationPreferences = typeof NotificationPreferences.static;

/** The preferences as `fields` may select them. */
export const preferencesFields = selectable(NotificationPreferences);

/** Merge patch of the preferences. */
export const NotificationPreferencesPatch = closed(
	{ kinds: Type.Optional(Nullable(closed(each(NOTIFICATION_KINDS, Type.Optional(Nullable(patchOf(channels, {}))))))) },
	{ $id: "UpdateNotificationPreferencesRequestBody" },
);
export type NotificationPreferencesPatch = typeof NotificationPreferencesPatch.static;

/** Path of an address that turns mails off. */
export const UnsubscribeParams = closed({
	token: Type.String({ maxLength: 1_000, description: "As mailed.", examples: ["v1.0a1b2c3d.Q8x"] }),
});

/** What a mail program sends to turn mails off (RFC 8058); not looked at. */
export const OneClick = Type.Object(
	{ "List-Unsubscribe": Type.Optional(Type.Literal("One-Click")) },
	{ $id: "UnsubscribeRequestBody" },
);
