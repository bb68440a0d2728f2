import { createLruCache } from "./lru-cache.ts";

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

const masks = new Map(SCOPES.map((scope, bit) => [scope, 1 << bit]));
const impliedMasks = new Map(SCOPES.map((scope) => [scope, maskOf([scope, ...(IMPLIED_SCOPES[scope] ?? [])])]));
/** The sets in use: a set takes more memory than the rest of a principal, and most principals have one of a few. */
const sets = createLruCache<ReadonlySet<Scope>>(1_000);

/** Returns `scopes` and everything they imply, in the order of {@link SCOPES}; the same set for the same scopes. */
export function withImplied(scopes: Iterable<Scope>): ReadonlySet<Scope> {
	let mask = 0;
	for (const scope of scopes) mask |= impliedMasks.get(scope) ?? 0;
	const known = sets.get(String(mask));
	if (known !== undefined) return known;
	const set = new Set(SCOPES.filter((scope) => (mask & maskOf([scope])) !== 0));
	sets.set(String(mask), set);
	return set;
}

function maskOf(scopes: readonly Scope[]): number {
	let mask = 0;
	for (const scope of scopes) mask |= masks.get(scope) ?? 0;
	return mask;
}

/** Whether a string is one of {@link SCOPES}. */
export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
