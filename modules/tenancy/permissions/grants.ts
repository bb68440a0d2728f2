import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { SCOPES, type Scope, withImplied } from "#kernel/scopes";
import { text } from "#kernel/texts";
import { isAdministrative, ROLE_SCOPES, ROLES, type Role } from "./roles.ts";

/** Returns the error for scopes that the caller does not have. @param missing those scopes */
export const scopesExceeded = (missing: readonly Scope[]) =>
	new AppError(
		"insufficient_scope",
		text("You cannot grant, change or revoke rights that you do not have yourself: {missing}.", {
			missing: missing.join(", "),
		}),
		{ meta: { required: missing.join(" ") } },
	);

/** Returns the error for a caller who grants or revokes the role of an owner without having it. */
export const ownerRequired = () => new AppError("forbidden", "Only an owner may grant or revoke the owner role.");

/** Returns the error for an API key that grants an administrative role, which would outlive the key's revocation. */
export const personRequired = (role: Role) =>
	new AppError("forbidden", text("The role {role} is administrative: API keys cannot grant or revoke it.", { role }), {
		meta: { role },
	});

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

/** Returns the roles a caller may grant in their organization; none without `member:write`. */
export const grantableRoles = (caller: Grantor): Role[] =>
	caller.scopes.has("member:write") ? ROLES.filter((role) => mayGrantRole(caller, role)) : [];

function passes(assertion: () => void): boolean {
	try {
		assertion();
		return true;
	} catch (error) {
		if (error instanceof AppError) return false;
		throw error;
	}
}
