import { foreignKey, id, index, instant, json, table, text, uniqueIndex } from "../dsl.ts";
import { users } from "./users.ts";

/** Signed-in devices. Global: a session belongs to a user and may switch between organizations. */
export const sessions = table(
	"sessions",
	{
		id: id().primaryKey(),
		userId: id().notNull(),
		/** The organization its access tokens are issued for, null for none. */
		orgId: id(),
		/** SHA-256 of the refresh token in force, hex; null once it can no longer be refreshed. */
		refreshHash: text(),
		/** What the client said of its device, null for nothing. */
		device: json<Readonly<Record<string, unknown>>>(),
		ip: text(),
		userAgent: text(),
		/** RFC 8176 values such as `pwd`. */
		authMethods: json<readonly string[]>().notNull(),
		createdAtMs: instant().notNull(),
		lastSeenAtMs: instant().notNull(),
		/** The end, however active it is. */
		expiresAtMs: instant().notNull(),
		/** The end if nobody refreshes it. */
		idleExpiresAtMs: instant().notNull(),
		/** Null while it lives. */
		revokedAtMs: instant(),
		/** Null while it lives. */
		revokedReason: text(),
	},
	(t) => [
		foreignKey({ name: "sessions_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
		uniqueIndex("sessions_refresh_hash_unique").on(t.refreshHash),
		index("sessions_by_user").on(t.userId),
	],
);

/** One session as stored. */
export type SessionRow = typeof sessions.$inferSelect;
