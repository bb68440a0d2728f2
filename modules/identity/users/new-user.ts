import type { UserRow } from "#db/schema";
import { emailKey } from "#kernel/text";

/** Initial values of a user. */
export interface NewUser {
	/** Address as returned by `parseEmail`. */
	readonly email: string;
	/** Whether ownership of the address was verified. */
	readonly isVerified: boolean;
	readonly name: string;
	/** Null without a password, e.g. for sign-in at an identity provider. */
	readonly passwordHash: string | null;
	/** Whether its owner must change the password at the first sign-in; default: no. */
	readonly passwordInitial?: boolean;
	readonly locale?: string | null;
	readonly timezone?: string | null;
}

/** Returns the row of an active account. @param id `usr_…` */
export const newUser = (id: string, { isVerified, ...person }: NewUser, nowMs: number): UserRow => ({
	locale: null,
	timezone: null,
	passwordInitial: false,
	...person,
	id,
	emailKey: emailKey(person.email),
	emailVerifiedAtMs: isVerified ? nowMs : null,
	passwordVersion: 1,
	sessionEpoch: 1,
	systemAdmin: false,
	state: "active",
	avatarUrl: null,
	version: 1,
	createdAtMs: nowMs,
	updatedAtMs: nowMs,
});
