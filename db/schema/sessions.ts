import { sql } from "drizzle-orm";
import { person, tenant } from "../declarations.ts";
import { foreignKey, id, index, instant, int, json, table, text, uniqueIndex } from "../dsl.ts";
import { users } from "./users.ts";

/** Sessions of signed-in devices. A global table: a session belongs to a user and can switch between organizations. */
export const sessions = table(
	"sessions",
	{
		id: id().primaryKey(),
		userId: person(id().notNull(), { ofAccount: "exported with the account" }),
		/** The `sessionEpoch` of its user: it is valid only while the two are equal. */
		epoch: int().notNull().default(1),
		/** The organization its access tokens are issued for, null for none. */
		orgId: tenant({
			notExported: "sessions are of accounts, which belong to their people",
			erased: "they are of accounts, and go on without an organization",
		}),
		/** SHA-256 of the current refresh token, hex; null once it can no longer be refreshed. */
		refreshHash: text(),
		/** Device information sent by the client, null for none. */
		device: json<Readonly<Record<string, unknown>>>(),
		ip: text(),
		userAgent: text(),
		/** RFC 8176 values such as `pwd`. */
		authMethods: json<readonly string[]>().notNull(),
		createdAtMs: instant().notNull(),
		lastSeenAtMs: instant().notNull(),
		/** Absolute expiry, regardless of activity. */
		expiresAtMs: instant().notNull(),
		/** Expiry unless it is refreshed. */
		idleExpiresAtMs: instant().notNull(),
		/** Null while it lives; when its epoch ended, until its row is marked. */
		revokedAtMs: instant(),
		/** Null while it lives. */
		revokedReason: text(),
	},
	(t) => [
		foreignKey({ name: "sessions_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
		uniqueIndex("sessions_refresh_hash_unique").on(t.refreshHash),
		// To clear a purged organization, and when each of its members was last seen.
		index("sessions_by_organization").on(t.orgId, t.userId, t.lastSeenAtMs).where(sql`${t.orgId} is not null`),
		// A person's list, newest first, however many have been signed out.
		index("sessions_by_user").on(t.userId, t.revokedAtMs, t.epoch, t.createdAtMs, t.id),
		index("sessions_by_end").on(t.expiresAtMs, t.id),
		index("sessions_by_revocation").on(t.revokedAtMs, t.id).where(sql`${t.revokedAtMs} is not null`),
	],
);

/** A session as stored. */
export type SessionRow = typeof sessions.$inferSelect;
