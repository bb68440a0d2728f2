import { ROLES, type Role } from "#db/schema";
import { SCOPES, type Scope, withImplied } from "#kernel/scopes";

export { ROLES, type Role } from "#db/schema";

/**
 * Role of a principal: that of a member, or `system_admin`, which is not a membership (see {@link Principal.system}).
 */
export type PrincipalRole = Role | "system_admin";

/** Roles that exist only with `educationMode`. */
export const EDUCATION_ROLES: readonly Role[] = ["teacher", "student"];

const manager: readonly Scope[] = ["org:read", "workspace:write", "meeting:write", "transcript:write", "member:read"];

/**
 * The permission matrix (schema `Permissions`): the scopes a role grants within its organization, before implication.
 */
export const ROLE_SCOPES: Readonly<Record<PrincipalRole, readonly Scope[]>> = {
	system_admin: SCOPES,
	owner: SCOPES,
	admin: SCOPES,
	manager,
	teacher: manager,
	member: ["org:read"],
	student: ["org:read"],
	guest: [],
	billing: ["org:read", "billing:read", "billing:write"],
	auditor: ["org:read", "audit:read", "billing:read"],
};

/** Whether a string is one of {@link ROLES}. */
export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);

/** Scopes of which any one makes a role administrative. */
const ADMINISTRATIVE: readonly Scope[] = [
	"org:write",
	"org:admin",
	"billing:write",
	"member:write",
	"webhook:admin",
	"apikey:admin",
];

/** Whether a role administers anything of its organization. */
export function isAdministrative(role: Role): boolean {
	const scopes = withImplied(ROLE_SCOPES[role]);
	return ADMINISTRATIVE.some((scope) => scopes.has(scope));
}

/** Roles that people can get without anybody who decides about each: none that is administrative, or reads what was audited. */
export const JOINABLE_ROLES = ["manager", "teacher", "member", "student", "guest"] as const satisfies readonly Role[];
/** One of {@link JOINABLE_ROLES}. */
export type JoinableRole = (typeof JOINABLE_ROLES)[number];
