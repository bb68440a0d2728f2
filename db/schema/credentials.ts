import { sql } from "drizzle-orm";
import { person, sealed } from "../declarations.ts";
import {
	bigint,
	bool,
	foreignKey,
	id,
	index,
	instant,
	int,
	json,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
} from "../dsl.ts";
import { users } from "./users.ts";

/** One-time tokens sent by mail: each works once, for one purpose, and only the newest of its purpose is valid. */
export const oneTimeTokens = table(
	"one_time_tokens",
	{
		/** SHA-256 of the token, hex. */
		tokenHash: id().primaryKey(),
		purpose: oneOf("verify_email", "reset_password", "change_email").notNull(),
		userId: person(id().notNull(), { ofAccount: "hashes of secrets, for an hour" }),
		/** The address it was issued for. */
		email: text().notNull(),
		/**
		 * Whether it was mailed to that address, so that using it proves the address; false: it was shown to somebody else.
		 */
		mailed: bool().notNull().default(false),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
		/** Null until it is used. */
		usedAtMs: instant(),
	},
	(t) => [
		foreignKey({ name: "one_time_tokens_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete(
			"cascade",
		),
		index("one_time_tokens_by_user").on(t.userId, t.purpose),
		index("one_time_tokens_by_end").on(t.expiresAtMs),
		// Few, to be found by the members of an organization.
		index("one_time_tokens_shown").on(t.userId).where(sql`not ${t.mailed}`),
		...knownValues("one_time_tokens", t),
	],
);

/** A one-time token as stored. */
export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** Time-based one-time passwords (RFC 6238), one secret per person. */
export const totpSecrets = table(
	"totp_secrets",
	{
		userId: person(id().primaryKey(), { ofAccount: "exported with the account, without the secret" }),
		/** Base32 secret, sealed by the vault. */
		secretSealed: sealed(text().notNull(), "row"),
		/** Time the first code was confirmed; null: not active yet. */
		confirmedAtMs: instant(),
		/** The last time step whose code was accepted: no code is valid twice. */
		lastStep: bigint().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		foreignKey({ name: "totp_secrets_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
	],
);

/** A TOTP secret as stored. */
export type TotpSecretRow = typeof totpSecrets.$inferSelect;

/** Recovery codes for a lost authenticator; each works once. */
export const recoveryCodes = table(
	"recovery_codes",
	{
		userId: person(id().notNull(), { ofAccount: "hashes of secrets" }),
		/** SHA-256 of the code, hex: 80 random bits need no slow hash. */
		codeHash: id().notNull(),
		/** Null until it is used. */
		usedAtMs: instant(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.codeHash] }),
		foreignKey({ name: "recovery_codes_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
	],
);

/** A recovery code as stored. */
export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

/** Pending challenges: a second factor, a passkey ceremony, a sign-in at a provider, a launch. Short-lived, used once. */
export const challenges = table(
	"challenges",
	{
		/** SHA-256 of the challenge token or state, hex. */
		tokenHash: id().primaryKey(),
		kind: oneOf("mfa", "passkey_register", "passkey_login", "oidc", "lti").notNull(),
		/** The user it belongs to; null while unknown. */
		userId: person(id(), { ofAccount: "secrets of sign-ins in progress, for minutes" }),
		/** State kept for the next request (device, organization, WebAuthn challenge, redirect …), sealed by the vault. */
		payloadSealed: sealed(text().notNull(), "row"),
		/** Number of failed attempts. */
		attempts: int().notNull(),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
	},
	(t) => [
		index("challenges_by_end").on(t.expiresAtMs),
		index("challenges_by_user").on(t.userId).where(sql`${t.userId} is not null`),
		// To bound the number that anonymous callers can open.
		index("challenges_anonymous").on(t.kind, t.createdAtMs).where(sql`${t.userId} is null`),
		...knownValues("challenges", t),
	],
);

/** A challenge as stored. */
export type ChallengeRow = typeof challenges.$inferSelect;

/** WebAuthn credentials. */
export const passkeys = table(
	"passkeys",
	{
		/** Credential id, base64url. */
		id: id().primaryKey(),
		userId: person(id().notNull(), { ofAccount: "exported with the account" }),
		name: text().notNull(),
		/** COSE public key, base64url. */
		publicKey: text().notNull(),
		/** Signature counter of the authenticator; a smaller one indicates a clone. */
		counter: bigint().notNull(),
		transports: json<readonly string[]>().notNull(),
		/** Whether it can be synchronized to other devices. */
		multiDevice: bool().notNull(),
		backedUp: bool().notNull(),
		createdAtMs: instant().notNull(),
		lastUsedAtMs: instant(),
	},
	(t) => [
		foreignKey({ name: "passkeys_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
		index("passkeys_by_user").on(t.userId),
	],
);

/** A passkey as stored. */
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Devices a person has signed in from: they have a throttle key of their own when others guess the password. */
export const knownDevices = table(
	"known_devices",
	{
		userId: person(id().notNull(), { ofAccount: "exported with the account, without the hash" }),
		/** SHA-256 of the device cookie or DeviceInfo id, hex. */
		deviceHash: id().notNull(),
		lastSeenAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.deviceHash] }),
		foreignKey({ name: "known_devices_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
		index("known_devices_by_last_use").on(t.lastSeenAtMs),
	],
);

/** A known device as stored. */
export type KnownDeviceRow = typeof knownDevices.$inferSelect;
