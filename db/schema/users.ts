import { sql } from "drizzle-orm";
import { person } from "../declarations.ts";
import {
	bool,
	foreignKey,
	id,
	index,
	instant,
	int,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";

/** People who can sign in. A global table: one person may be a member of many organizations. */
export const users = table(
	"users",
	{
		id: person(id().primaryKey(), { ofAccount: "exported with the account" }),
		email: text().notNull(),
		/** The e-mail address in the form used for comparison. */
		emailKey: person(text().notNull()),
		/** Time the address was verified, null before. */
		emailVerifiedAtMs: instant(),
		name: text().notNull(),
		/** Argon2id in PHC form, null for a user who signs in elsewhere. */
		passwordHash: text(),
		/**
		 * Number of changes of the password (changed, reset, removed), not counting rehashes of the same one: a sign-in
		 * that verified an earlier version starts no session.
		 */
		passwordVersion: int().notNull().default(1),
		/**
		 * Whether the password was made up for its owner and shown to somebody: whoever signs in with it changes it before
		 * anything else.
		 */
		passwordInitial: bool().notNull().default(false),
		/**
		 * Number of times all of the person's sessions were ended at once, from 1: a session of an earlier epoch is no longer
		 * valid, whatever its row says.
		 */
		sessionEpoch: int().notNull().default(1),
		systemAdmin: bool().notNull(),
		state: oneOf("active", "disabled", "closed").notNull(),
		locale: text(),
		timezone: text(),
		avatarUrl: text(),
		/** Counts changes from 1; the entity tag. */
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		uniqueIndex("users_email_key_unique").on(t.emailKey),
		index("users_system_admins").on(t.id).where(sql`${t.systemAdmin}`),
		...knownValues("users", t),
	],
);

/** A user as stored. */
export type UserRow = typeof users.$inferSelect;

/** Links between identities of external issuers and users. */
export const userIdentities = table(
	"user_identities",
	{
		/** The `iss` of the external token. */
		issuer: text().notNull(),
		/** The `sub` of the external token. */
		subject: text().notNull(),
		userId: person(id().notNull(), { ofAccount: "exported with the account" }),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.issuer, t.subject] }),
		foreignKey({ name: "user_identities_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete(
			"cascade",
		),
		index("user_identities_by_user").on(t.userId),
	],
);

/** A linked identity as stored. */
export type UserIdentityRow = typeof userIdentities.$inferSelect;
