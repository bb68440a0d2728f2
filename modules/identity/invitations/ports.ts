import type { FieldErrors } from "#kernel/field-errors";
import type { Role } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";

/** Validates and hashes passwords; modules/identity/passwords implements it. */
export interface PasswordHasher {
	/** Asserts that a password is strong enough. @throws `validation_failed` naming `path` (default `/password`) */
	assertAcceptable(password: string, path?: string, personal?: readonly string[]): void;
	/** Collects what is wrong with a password, as far as a request says who chooses it. */
	check(chosen: { readonly password?: string; readonly name?: string }, fieldErrors: FieldErrors): void;
	/** Returns the hash to store. @param ip of the client */
	hash(password: string, ip: string | null): Promise<string>;
}

/** A user who joins an organization. */
export interface NewMember {
	readonly orgId: string;
	readonly userId: string;
	readonly role: Role;
}

/**
 * Adds a user to an organization within the change; an existing member keeps their role. Returns the role they have
 * then.
 */
export type Join = (change: Change, member: NewMember) => Promise<Role>;

/**
 * Asserts that the plan of an organization has a seat for a user, or that they are a member already.
 * @throws `quota_exceeded` `not_found` `purged`
 */
export type AssertSeat = (change: Change, orgId: string, userId: string) => Promise<void>;

/**
 * Asserts that the caller can invite an address with a role; locks the organization.
 * @throws `forbidden` `insufficient_scope` `email_domain_not_allowed` `validation_failed` `not_found` `purged` `state_conflict`,
 * `conflict` for the address of a member
 */
export type AssertMayInvite = (
	change: Change,
	invitation: { readonly orgId: string; readonly emailKey: string; readonly role: Role },
) => Promise<void>;
