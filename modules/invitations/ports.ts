import type { Db, ReadDb } from "#db/store";
import type { Role } from "#modules/permissions";
import type { Change } from "#platform/unit-of-work";

/** What turns a password into what is stored; modules/passwords owns the policy. */
export interface PasswordHasher {
	/** @throws `validation_failed` naming `path` (default `/password`) when the password is too weak */
	assertAcceptable(password: string, path?: string, personal?: readonly string[]): void;
	/** The text to store. */
	hash(password: string): Promise<string>;
}

/** A person who joins an organization. */
export interface NewMember {
	readonly orgId: string;
	readonly userId: string;
	readonly role: Role;
}

/** Makes the person a member within the change; one who is a member already keeps their role. Answers the role in force. */
export type Join = (change: Change, joining: NewMember) => Promise<Role>;

/** Holds only for an organization that is there; modules/organizations owns them. @throws `not_found` `purged` */
export type AssertOrganizationExists = (db: ReadDb, orgId: string) => Promise<unknown>;

/**
 * Locks the organization until the transaction ends.
 * @throws `not_found` `purged`, `state_conflict` while its deletion is pending
 */
export type LockWritableOrganization = (tx: Db, orgId: string) => Promise<unknown>;

/**
 * Whether the caller may offer a role to an address; locks the organization.
 * @throws `forbidden` `insufficient_scope` `validation_failed` `not_found` `purged` `state_conflict`, `conflict` for the address of a member
 */
export type AssertMayInvite = (
	change: Change,
	offer: { readonly orgId: string; readonly emailKey: string; readonly role: Role },
) => Promise<void>;
