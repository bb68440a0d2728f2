/*
 * Scopes name parts of the product, and yet they are here: every route declares one, the gate checks it, and a list that
 * only modules knew could not make a misspelt scope a type error.
 */

/** The scopes of the specification. Exact: none implies another of the six. */
export const SPECIFIED_SCOPES = [
	"org:read",
	"org:write",
	"org:admin",
	"billing:read",
	"billing:write",
	"audit:read",
] as const;

/**
 * Scopes for operations the specification assigns no scope; a specified scope may imply them ({@link IMPLIED_SCOPES}).
 */
export const FINE_GRAINED_SCOPES = [
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

/** All scopes. A route that requires any other is a type error. */
export const SCOPES = [...SPECIFIED_SCOPES, ...FINE_GRAINED_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes each specified scope implies, so that a token with only the six is never locked out. */
export const IMPLIED_SCOPES: Readonly<Partial<Record<Scope, readonly Scope[]>>> = {
	"org:read": ["workspace:read", "meeting:read", "transcript:read"],
	"org:write": ["workspace:write", "meeting:write", "transcript:write", "member:read", "member:write"],
	"org:admin": ["webhook:admin", "apikey:admin"],
};

/** Returns `scopes` and everything they imply. */
export function withImplied(scopes: Iterable<Scope>): ReadonlySet<Scope> {
	const all = new Set<Scope>();
	for (const scope of scopes) {
		all.add(scope);
		for (const implied of IMPLIED_SCOPES[scope] ?? []) all.add(implied);
	}
	return all;
}

/** Whether a string is one of {@link SCOPES}. */
export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
