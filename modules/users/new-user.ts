import type { UserRow } from "#db/schema";
import { emailKey } from "#kernel/text";

/** What is known of a person at first. */
export interface NewUser {
	/** As `parseEmail` gives it. */
	readonly email: string;
	/** Whether the address was proved to be theirs. */
	readonly isVerified: boolean;
	readonly name: string;
	/** Null for one who signs in elsewhere. */
	readonly passwordHash: string | null;
	readonly locale?: string | null;
	readonly timezone?: string | null;
}

/** The row of an active account. @param id `usr_…` */
export const newUser = (id: string, { isVerified, ...person }: NewUser, nowMs: number): UserRow => ({
	locale: null,
	timezone: null,
	...person,
	id,
	emailKey: emailKey(person.email),
	emailVerifiedAtMs: isVerified ? nowMs : null,
	passwordVersion: 1,
	systemAdmin: false,
	state: "active",
	avatarUrl: null,
	version: 1,
	createdAtMs: nowMs,
	updatedAtMs: nowMs,
});
