import type { OrganizationState } from "#modules/organizations";
import type { Role } from "#modules/permissions";

/** Current state, in the database, of a token's session, user, membership and organization. */
export interface LiveState {
	/** Reason the token is no longer valid; null while it is. */
	readonly refusal: "session_revoked" | "token_revoked" | null;
	/** End of the session, Unix ms. */
	readonly endsAtMs: number;
	/** The local user; null for an external subject without one. */
	readonly userId: string | null;
	/** False for an external subject, whose provider states it in each token. */
	readonly systemAdmin: boolean;
	/** Role in the token's organization, null without membership and for an external subject. */
	readonly role: Role | null;
	readonly orgState: OrganizationState | null;
	readonly orgVersion: number | null;
	readonly authMethods: readonly string[];
}

/** Maximum number of cached states. */
export const MAX_STATES = 50_000;
