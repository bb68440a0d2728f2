import { IMPLIED_SCOPES, SCOPES, type Scope, withImplied } from "#kernel/scopes";
import { EDUCATION_ROLES, ROLE_SCOPES } from "./roles.ts";
import type { Permissions } from "./schemas.ts";

const inOrder = (scopes: Iterable<Scope>): Scope[] => {
	const chosen = new Set(scopes);
	return SCOPES.filter((scope) => chosen.has(scope));
};

const mapScopes = (
	table: Readonly<Partial<Record<string, readonly Scope[]>>>,
	scopesOf: (own: readonly Scope[]) => Iterable<Scope>,
) => Object.fromEntries(Object.entries(table).map(([name, own = []]) => [name, inOrder(scopesOf(own))]));

/** The permission matrix as it is enforced. */
export const permissions: Permissions = {
	scopes: [...SCOPES],
	implied: mapScopes(IMPLIED_SCOPES, (own) => own) as Permissions["implied"],
	roles: mapScopes(ROLE_SCOPES, withImplied) as Permissions["roles"],
	educationRoles: [...EDUCATION_ROLES],
};
