import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { SCOPES, type Scope, withImplied } from "#kernel/scopes";
import { ownerRequired, personRequired, scopesExceeded } from "./errors.ts";
import { isAdministrative, ROLE_SCOPES, type Role } from "./roles.ts";

/** A caller who grants or revokes. Inside a change it is `change.principal`: only the current authority counts. */
export type Grantor = Pick<Principal, "kind" | "role" | "scopes" | "system">;

/** Returns the grantor with a role in an organization and nothing else; null: no role. */
export function grantorOf(role: Role | null): Grantor {
	return { kind: "user", role, scopes: withImplied(role === null ? [] : ROLE_SCOPES[role]), system: false };
}

/**
 * Asserts that a grantor has all of these scopes and of those they imply.
 * @throws `insufficient_scope` naming the missing ones; implied scopes only when those implying them are present
 */
export function assertMayGrant({ scopes: own }: Grantor, scopes: Iterable<Scope>): void {
	const explicit = new Set(scopes);
	for (const granted of [explicit, withImplied(explicit)]) {
		const missing = SCOPES.filter((scope) => granted.has(scope) && !own.has(scope));
		if (missing.length > 0) throw scopesExceeded(missing);
	}
}

/**
 * Asserts that a grantor can grant, change or revoke a role, or give access to the account of somebody with it (members,
 * invitations, password resets): the grantor must have all of its scopes, only owners manage owners, and a service cannot
 * manage administrative roles.
 * @throws `forbidden` `insufficient_scope`
 */
export function assertMayGrantRole(grantor: Grantor, role: Role): void {
	const scopes = withImplied(ROLE_SCOPES[role]);
	if (role === "owner" && grantor.role !== "owner" && !grantor.system) throw ownerRequired();
	if (grantor.kind === "service" && isAdministrative(role)) throw personRequired(role);
	assertMayGrant(grantor, scopes);
}

/** Whether {@link assertMayGrant} passes. */
export const mayGrant = (grantor: Grantor, scopes: Iterable<Scope>): boolean =>
	passes(() => assertMayGrant(grantor, scopes));

/** Whether {@link assertMayGrantRole} passes. */
export const mayGrantRole = (grantor: Grantor, role: Role): boolean => passes(() => assertMayGrantRole(grantor, role));

function passes(assertion: () => void): boolean {
	try {
		assertion();
		return true;
	} catch (error) {
		if (error instanceof AppError) return false;
		throw error;
	}
}
