import { sql } from "drizzle-orm";

import { person, tenant, within } from "../declarations.ts";
import { foreignKey, id, index, instant, json, knownValues, oneOf, primaryKey, table, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";
import { organizations } from "./organizations.ts";

/** What people are notified of. */
export const NOTIFICATION_KINDS = [
	"transcript.ready",
	"translation.ready",
	"summary.ready",
	"meeting.invited",
	"meeting.mentioned",
	"action_item.assigned",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Notifications of people, in the organization in which they happened. */
export const notifications = table(
	"notifications",
	{
		...ofTenant({ export: "notifications" }),
		userId: person(id().notNull()),
		kind: oneOf(...NOTIFICATION_KINDS).notNull(),
		/** The meeting it is about. */
		meetingId: within({ noArtifact: "who was notified of what: ids alone, no text of a meeting" }).notNull(),
		/** What it is about, besides: its language, or what a transcript was made of; no text of a meeting. */
		data: json<Readonly<Record<string, string>>>().notNull(),
		/** Id of what was notified of, so that nobody hears of it twice. */
		subject: id().notNull(),
		readAtMs: instant(),
		/** When it was stored only for a mail, so that nobody gets it twice; null: it is shown to its recipient. */
		hiddenAtMs: instant(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("notifications", t),
		uniqueIndex("notifications_subject_unique").on(t.orgId, t.userId, t.kind, t.subject),
		index("notifications_of_meeting").on(t.orgId, t.meetingId, t.id),
		// Not led by orgId: which rows are this person's, when their account is erased?
		index("notifications_of_user").on(t.userId, t.orgId, t.id),
		// Not led by orgId: the cleanup deletes old ones of all tenants.
		index("notifications_in_time").on(t.createdAtMs, t.orgId, t.id),
		index("notifications_by_age").on(t.orgId, t.userId, t.createdAtMs, t.id).where(sql`${t.hiddenAtMs} is null`),
		index("notifications_unread")
			.on(t.orgId, t.userId, t.createdAtMs, t.id)
			.where(sql`${t.readAtMs} is null and ${t.hiddenAtMs} is null`),
		...knownValues("notifications", t),
	],
);

/** A notification as stored. */
export type NotificationRow = typeof notifications.$inferSelect;

/** Where people want to be notified of what, in an organization. */
export const notificationPreferences = table(
	"notification_preferences",
	{
		orgId: tenant({ export: "notification-preferences" }).notNull(),
		userId: person(id().notNull()),
		/** By kind, what differs from the default. */
		preferences:
			json<Partial<Record<NotificationKind, { readonly inApp?: boolean; readonly mail?: boolean }>>>().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.userId] }),
		foreignKey({
			name: "notification_preferences_org_fk",
			columns: [t.orgId],
			foreignColumns: [organizations.id],
		}).onDelete("cascade"),
		// Not led by orgId: which rows are this person's, when their account is erased?
		index("notification_preferences_of_user").on(t.userId, t.orgId),
	],
);

/** Preferences as stored. */
export type NotificationPreferencesRow = typeof notificationPreferences.$inferSelect;
