import { AppError } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/** Who is calling, for which tenant, allowed to do what. Checked against live state on every request, never mutated. */
export interface Principal {
	/** `user`: a session of ours; `service`: an API key; `external`: a token of the OIDC issuer; `system`: a job or the CLI; `anonymous`: nobody. */
	readonly kind: "user" | "service" | "external" | "system" | "anonymous";
	/** `usr_…`, `key_…`, for `external` the linked user's id or `iss|sub`, for `system` the job or command name, `""` for nobody. */
	readonly id: string;
	/** The organization the token was issued for; null for a system administrator without one. */
	readonly orgId: string | null;
	/** State of that organization, read live and named by the module that keeps it; null without one. */
	readonly orgState: string | null;
	/** Role in that organization, named by the module that gives roles; null without one. */
	readonly role: string | null;
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
