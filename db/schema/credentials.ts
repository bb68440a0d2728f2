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

/** Proofs that are mailed: each works once, for one purpose, and only the newest of its purpose. */
export const oneTimeTokens = table(
	"one_time_tokens",
	{
		/** SHA-256 of the token, hex. */
		tokenHash: id().primaryKey(),
		purpose: oneOf("verify_email", "reset_password", "change_email").notNull(),
		userId: id().notNull(),
		/** The address it was made for. */
		email: text().notNull(),
		/** Whether it went to that address by mail, so that using it proves the address; false: it was shown to somebody else. */
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
		...knownValues("one_time_tokens", t),
	],
);

/** One mailed proof as stored. */
export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** Time-based one-time passwords (RFC 6238), one secret per person. */
export const totpSecrets = table(
	"totp_secrets",
	{
		userId: id().primaryKey(),
		/** Base32 secret, sealed by the vault. */
		secretSealed: text().notNull(),
		/** When the first code was shown to be right; null: not yet in force. */
		confirmedAtMs: instant(),
		/** The last time step whose code was accepted: no code works twice. */
		lastStep: bigint().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		foreignKey({ name: "totp_secrets_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
	],
);

/** One TOTP secret as stored. */
export type TotpSecretRow = typeof totpSecrets.$inferSelect;

/** Codes for the day the authenticator is lost; each works once. */
export const recoveryCodes = table(
	"recovery_codes",
	{
		userId: id().notNull(),
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

/** One recovery code as stored. */
export type RecoveryCodeRow = typeof recoveryCodes.$inferSelect;

/** Ceremonies under way: a second factor that is still owed, a passkey challenge, a sign-in at a provider. Short-lived, used once. */
export const challenges = table(
	"challenges",
	{
		/** SHA-256 of the challenge token or state, hex. */
		tokenHash: id().primaryKey(),
		kind: oneOf("mfa", "passkey_register", "passkey_login", "oidc").notNull(),
		/** Whose; null when nobody is known yet. */
		userId: id(),
		/** What the ceremony must remember (device, organization, WebAuthn challenge, redirect …), sealed by the vault. */
		payloadSealed: text().notNull(),
		/** Wrong answers so far. */
		attempts: int().notNull(),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
	},
	(t) => [index("challenges_by_end").on(t.expiresAtMs), ...knownValues("challenges", t)],
);

/** One ceremony as stored. */
export type ChallengeRow = typeof challenges.$inferSelect;

/** WebAuthn credentials. */
export const passkeys = table(
	"passkeys",
	{
		/** Credential id, base64url. */
		id: id().primaryKey(),
		userId: id().notNull(),
		name: text().notNull(),
		/** COSE public key, base64url. */
		publicKey: text().notNull(),
		/** Signature counter of the authenticator; a smaller one betrays a clone. */
		counter: bigint().notNull(),
		transports: json<readonly string[]>().notNull(),
		/** Whether it may be synchronized to other devices. */
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

/** One passkey as stored. */
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Devices a person has signed in from: they have a throttle key of their own when others guess the password. */
export const knownDevices = table(
	"known_devices",
	{
		userId: id().notNull(),
		/** SHA-256 of the device cookie or DeviceInfo id, hex. */
		deviceHash: id().notNull(),
		lastSeenAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.deviceHash] }),
		foreignKey({ name: "known_devices_user_fk", columns: [t.userId], foreignColumns: [users.id] }).onDelete("cascade"),
	],
);

/** One known device as stored. */
export type KnownDeviceRow = typeof knownDevices.$inferSelect;
