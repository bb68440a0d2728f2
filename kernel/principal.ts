import { AppError } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/**
 * The authenticated caller: who, for which tenant, with which rights. Checked against live state on every request,
 * never mutated.
 */
export interface Principal {
	/**
	 * `user`: a session of this service; `service`: an API key; `external`: a token of the OIDC issuer; `guest`: somebody
	 * without an account who takes part in one thing; `system`: a job or the CLI; `anonymous`: no token.
	 */
	readonly kind: "user" | "service" | "external" | "guest" | "system" | "anonymous";
	/**
	 * `usr_…`, `key_…`, for `external` the linked user's id or `iss|sub`, for `guest` `par_…`, for `system` the job or
	 * command name, `""` for anonymous.
	 */
	readonly id: string;
	/** The organization the token was issued for; null for a system administrator without one. */
	readonly orgId: string | null;
	/** State of that organization, read live and defined by the module that owns it; null without an organization. */
	readonly orgState: string | null;
	/** Version of that organization, read together with its state; null without an organization. */
	readonly orgVersion: number | null;
	/** Identifies the configuration of the installation, read together with its state; null without an organization. */
	readonly configurationId: string | null;
	/** Role in that organization, defined by the module that assigns roles; null without one. */
	readonly role: string | null;
	/** Scopes granted by the token and still covered by the current role, including implied ones. */
	readonly scopes: ReadonlySet<Scope>;
	/** Whether the caller is a system administrator, who may act on any organization. */
	readonly system: boolean;
	/** `ses_…` for a session of this service, otherwise null. */
	readonly sessionId: string | null;
	/** Authentication methods, RFC 8176 values such as `pwd`. */
	readonly authMethods: readonly string[];
	/** Name that the provider states of a caller without an account here; null for everybody else. */
	readonly statedName: string | null;
	/** The language a person chose, BCP 47; null where there is no account. */
	readonly locale: string | null;
	/** What a guest takes part in; null for everybody else. */
	readonly guestOf: GuestOf | null;
	/** Whether they signed in with something that somebody else has seen, and must replace it before anything else. */
	readonly isProvisional: boolean;
}

/** The only thing that a guest may do anything with. */
export interface GuestOf {
	readonly id: string;
	/** Whether it is over, and with it what its guests may do. */
	readonly isOver: boolean;
}

/** Returns an id if it is that of an account here; null for somebody for whom the provider alone vouches. */
export const accountIdOf = (id: string | null): string | null => (id?.startsWith("usr_") ? id : null);

/** Whether the caller acts for a person who did not sign in: a token of `parley token`. */
export const lacksSignIn = ({ kind, authMethods }: Principal): boolean => kind === "user" && authMethods.length === 0;

/**
 * Whether the caller is the owner of an account, signed in here: no API key, no token of another issuer, none of
 * `parley token`.
 */
export const isSignedInAs = (principal: Principal, userId: string): boolean =>
	principal.kind === "user" && principal.id === userId && !lacksSignIn(principal);

/**
 * Returns the session in which the owner of an account is signed in; null for any other caller, and for a token of
 * `parley token`.
 */
export const ownSession = (principal: Principal, userId: string): string | null =>
	isSignedInAs(principal, userId) ? principal.sessionId : null;

/**
 * Asserts that somebody signed in for the token. Any other token does what its scopes allow and reads what the person
 * may read, but must not change their account, sessions and credentials, which no scope covers.
 * @throws `forbidden` (`no_sign_in`)
 */
export function assertSignedIn(principal: Principal): void {
	if (lacksSignIn(principal))
		throw new AppError(
			"forbidden",
			"This requires a user who signed in: a token from `parley token` only grants its scopes.",
			{
				meta: { reason: "no_sign_in" },
			},
		);
}

/** The principal of a request without a token: no scope, no tenant. */
export const ANONYMOUS: Principal = {
	kind: "anonymous",
	id: "",
	orgId: null,
	orgState: null,
	orgVersion: null,
	configurationId: null,
	role: null,
	scopes: new Set(),
	system: false,
	sessionId: null,
	authMethods: [],
	statedName: null,
	locale: null,
	guestOf: null,
	isProvisional: false,
};
