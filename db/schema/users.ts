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

/** People who can sign in. Global: one person may be a member of many organizations. */
export const users = table(
	"users",
	{
		id: id().primaryKey(),
		email: text().notNull(),
		/** The e-mail address in the form that is compared. */
		emailKey: text().notNull(),
		/** When the address was proved, null before. */
		emailVerifiedAtMs: instant(),
		name: text().notNull(),
		/** Argon2id in PHC form, null for one who signs in elsewhere. */
		passwordHash: text(),
		/**
		 * Counts what the password went through (changed, reset, dropped), but not another hash of the same one: a sign-in
		 * that verified an earlier version starts no session.
		 */
		passwordVersion: int().notNull().default(1),
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
	(t) => [uniqueIndex("users_email_key_unique").on(t.emailKey), ...knownValues("users", t)],
);

/** One user as stored. */
export type UserRow = typeof users.$inferSelect;

/** Links an identity of an outside issuer to a user. */
export const userIdentities = table(
	"user_identities",
	{
		/** The `iss` of the outside token. */
		issuer: text().notNull(),
		/** The `sub` of the outside token. */
		subject: text().notNull(),
		userId: id().notNull(),
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

/** One linked identity as stored. */
export type UserIdentityRow = typeof userIdentities.$inferSelect;
