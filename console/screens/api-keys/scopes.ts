import type { components } from "#client";

export type Scope = components["schemas"]["ApiKey"]["scopes"][number];

/** What a key can be allowed, by what it is about. */
export const SCOPES = {
	org: ["org:read", "org:write", "org:admin"],
	meeting: ["meeting:read", "meeting:write"],
	transcript: ["transcript:read", "transcript:write"],
	workspace: ["workspace:read", "workspace:write"],
	member: ["member:read", "member:write"],
	webhook: ["webhook:admin"],
	apikey: ["apikey:admin"],
	audit: ["audit:read"],
	billing: ["billing:read", "billing:write"],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Resource = keyof typeof SCOPES;
type Access = "read" | "write" | "admin";

export const RESOURCES = Object.keys(SCOPES) as Resource[];

/** What a scope allows: `read` of `org:read`. */
export const accessOf = (scope: Scope): Access => scope.slice(scope.indexOf(":") + 1) as Access;

/** The scopes of a resource, as far as they are among these. */
export const scopesOf = (resource: Resource, among: (scope: Scope) => boolean): Scope[] =>
	SCOPES[resource].filter(among);
