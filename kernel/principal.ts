import { AppError } from "./errors.ts";

/** The scopes of the specification. Exact: none implies another of the six. */
export const SPECIFIED_SCOPES = [
	"org:read",
	"org:write",
	"org:admin",
	"billing:read",
	"billing:write",
	"audit:read",
] as const;

/** Scopes for what the specification gives no scope; a specified scope may imply them ({@link IMPLIED_SCOPES}). */
export const FINER_SCOPES = [
	"workspace:read",
	"workspace:write",
	"meeting:read",
	"meeting:write",
	"transcript:read",
	"transcript:write",
	"member:read",
	"member:write",
	"webhook:admin",
	"apikey:admin",
] as const;

/** Every scope the API knows. A route that asks for another is a type error. */
export const SCOPES = [...SPECIFIED_SCOPES, ...FINER_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** What each specified scope carries with it, so that a token with the six alone is never locked out. */
export const IMPLIED_SCOPES: Readonly<Partial<Record<Scope, readonly Scope[]>>> = {
	"org:read": ["workspace:read", "meeting:read", "transcript:read"],
	"org:write": ["workspace:write", "meeting:write", "transcript:write", "member:read", "member:write"],
	"org:admin": ["webhook:admin", "apikey:admin"],
};

/** Roles a member of an organization can have, strongest first. `system_admin` is no membership: see {@link Principal.system}. */
export const ROLES = [
	"owner",
	"admin",
	"manager",
	"teacher",
	"member",
	"student",
	"guest",
	"billing",
	"auditor",
] as const;
export type Role = (typeof ROLES)[number];

/** Roles that exist only where `educationMode` is on. */
export const EDUCATION_ROLES: readonly Role[] = ["teacher", "student"];

const manager: readonly Scope[] = ["org:read", "workspace:write", "meeting:write", "transcript:write", "member:read"];

/** The permission matrix (schema `Permissions`): the scopes a role grants within its organization, before implication. */
export const ROLE_SCOPES: Readonly<Record<Role | "system_admin", readonly Scope[]>> = {
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

/** `scopes` and everything they imply. */
export function withImplied(scopes: Iterable<Scope>): ReadonlySet<Scope> {
	const all = new Set<Scope>();
	for (const scope of scopes) {
		all.add(scope);
		for (const implied of IMPLIED_SCOPES[scope] ?? []) all.add(implied);
	}
	return all;
}

/** True for a string that names one of {@link SCOPES}. */
export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);

/** True for a string that names one of {@link ROLES}. */
export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);

/** States of an organization. `deleted` is a tombstone. */
export const ORGANIZATION_STATES = ["active", "suspended", "pending_deletion", "deleted"] as const;
export type OrganizationState = (typeof ORGANIZATION_STATES)[number];

/** Who is calling, for which tenant, allowed to do what. Checked against live state on every request, never mutated. */
export interface Principal {
	/** `user`: a session of ours; `service`: an API key; `external`: a token of the OIDC issuer; `system`: a job or the CLI; `anonymous`: nobody. */
	readonly kind: "user" | "service" | "external" | "system" | "anonymous";
	/** `usr_…`, `key_…`, for `external` the linked user's id or `iss|sub`, for `system` the job or command name, `""` for nobody. */
	readonly id: string;
	/** The organization the token was issued for; null for a system administrator without one. */
	readonly orgId: string | null;
	/** State of that organization, read live; null without one. */
	readonly orgState: OrganizationState | null;
	readonly role: Role | "system_admin" | null;
	/** Granted by the token, still granted by the live role, implications included. */
	readonly scopes: ReadonlySet<Scope>;
	/** A system administrator: may act on any organization. */
	readonly system: boolean;
	/** `ses_…` for a session of ours, else null. */
	readonly sessionId: string | null;
	/** How the caller authenticated, RFC 8176 values such as `pwd`. */
	readonly authMethods: readonly string[];
}

/** Whether the caller acts as a person who did not sign in for it: a token of `parley token`. */
export const isUnsigned = ({ kind, authMethods }: Principal): boolean => kind === "user" && authMethods.length === 0;

/** Whether the caller is the person of an account, signed in here: no key, no other issuer's token, none of `parley token`. */
export const isSignedInAs = (principal: Principal, userId: string): boolean =>
	principal.kind === "user" && principal.id === userId && !isUnsigned(principal);

/**
 * A token nobody signed in for does what its scopes say and reads what the person may read, but their account, sessions
 * and credentials, which no scope names, are not its to change.
 * @throws `forbidden` (`no_sign_in`)
 */
export function assertSignedIn(principal: Principal): void {
	if (isUnsigned(principal))
		throw new AppError("forbidden", "This needs a person who signed in: a token of `parley token` is for its scopes.", {
			meta: { reason: "no_sign_in" },
		});
}

/** What a service knows of the request it serves. A job or a CLI command makes its own. */
export interface RequestContext {
	readonly principal: Principal;
	/** The UUID in `X-Request-ID`, on logs, audit entries and events. */
	readonly requestId: string;
	/** Client address, null where there is none (a job). */
	readonly ip: string | null;
	readonly userAgent: string | null;
	/** Present when the request carried an `Idempotency-Key`. */
	readonly idempotency: IdempotencyTicket | null;
	/** The version named by `If-Match`, null without the header, `"*"` for any. */
	readonly ifMatch: string | null;
	/** The organization of the path, which a change of this call is about; null where the path names none. */
	readonly tenant: string | null;
	/**
	 * Decides once more what the gate decided on arrival, on what the caller holds by now: the unit of work asks it inside
	 * the transaction. Null where no token let the caller in: a job, a command, or a person who proves themselves in the
	 * change itself (a password, a refresh token, a mailed token).
	 * @throws what the gate throws
	 */
	readonly admit: ((now: Principal) => void) | null;
}

/** A call that no token let in, see {@link RequestContext.admit}. */
export const ungatedContext = (
	principal: Principal,
	{ requestId, ip, userAgent }: Pick<RequestContext, "requestId" | "ip" | "userAgent">,
): RequestContext => ({
	principal,
	requestId,
	ip,
	userAgent,
	idempotency: null,
	ifMatch: null,
	tenant: null,
	admit: null,
});

/** Names one retried request: the scope of its key and what was asked. */
export interface IdempotencyTicket {
	/** SHA-256 of (principal, method, route template, key), hex. */
	readonly scope: string;
	/** SHA-256 of the canonical JSON of body and path parameters, hex. Never stored as it is: a password may be in there. */
	readonly fingerprint: string;
	/** Set when a stored result was answered: the response says `Idempotency-Replayed: true`. */
	replayed: boolean;
}

/** The principal of a request without a token: no scope, no tenant. */
export const ANONYMOUS: Principal = {
	kind: "anonymous",
	id: "",
	orgId: null,
	orgState: null,
	role: null,
	scopes: new Set(),
	system: false,
	sessionId: null,
	authMethods: [],
};

/** The principal of work that no request asked for: a job (`job:purge`) or a CLI command (`cli:admin`). */
export const systemPrincipal = (id: string): Principal => ({
	...ANONYMOUS,
	kind: "system",
	id,
	role: "system_admin",
	scopes: new Set(SCOPES),
	system: true,
});
