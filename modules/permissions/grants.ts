import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { SCOPES, type Scope, withImplied } from "#kernel/scopes";
import { ownerRequired, personRequired, scopesExceeded } from "./errors.ts";
import { ROLE_SCOPES, type Role } from "./roles.ts";

/** Who gives or takes away. Inside a change it is `change.principal`: what somebody held when they asked does not count. */
export type Grantor = Pick<Principal, "kind" | "role" | "scopes" | "system">;

/** With one of these a role administers its organization. */
const ADMINISTRATIVE: readonly Scope[] = [
	"org:write",
	"org:admin",
	"billing:write",
	"member:write",
	"webhook:admin",
	"apikey:admin",
];

/** Somebody who holds a role in an organization and nothing else; null: no role. */
export function grantorOf(role: Role | null): Grantor {
	return { kind: "user", role, scopes: withImplied(role === null ? [] : ROLE_SCOPES[role]), system: false };
}

/**
 * Lets nobody give scopes, those they imply included, that are not all their own.
 * @throws `insufficient_scope` naming what is missing: implied scopes only where what implies them is there
 */
export function assertMayGrant({ scopes: own }: Grantor, scopes: Iterable<Scope>): void {
	const named = new Set(scopes);
	for (const given of [named, withImplied(named)]) {
		const missing = SCOPES.filter((scope) => given.has(scope) && !own.has(scope));
		if (missing.length > 0) throw scopesExceeded(missing);
	}
}

/**
 * The one rule for everything that gives a role, changes it, takes it away, or hands out the account of whoever has it
 * (members, invitations, password resets): its scopes are among those the grantor holds, owners answer to owners alone, and
 * a service has nothing to do with roles that administer.
 * @throws `forbidden` `insufficient_scope`
 */
export function assertMayGrantRole(grantor: Grantor, role: Role): void {
	const scopes = withImplied(ROLE_SCOPES[role]);
	if (role === "owner" && grantor.role !== "owner" && !grantor.system) throw ownerRequired();
	if (grantor.kind === "service" && ADMINISTRATIVE.some((scope) => scopes.has(scope))) throw personRequired(role);
	assertMayGrant(grantor, scopes);
}

/** Whether {@link assertMayGrant} lets it pass. */
export const mayGrant = (grantor: Grantor, scopes: Iterable<Scope>): boolean =>
	passes(() => assertMayGrant(grantor, scopes));

/** Whether {@link assertMayGrantRole} lets it pass. */
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
