import type { OrganizationState } from "#modules/organizations";
import type { Role } from "#modules/permissions";

/** Live state behind a token: what the database says now of its session, person, membership and organization. */
export interface LiveState {
	/** Why the token no longer counts; null while it does. */
	readonly refusal: "session_revoked" | "token_revoked" | null;
	/** Unix ms from which the session is over. */
	readonly endsAtMs: number;
	/** The local user, null for an external subject without one. */
	readonly userId: string | null;
	/** False for an external subject: its provider says so in each token. */
	readonly systemAdmin: boolean;
	/** Role in the token's organization, null without membership and for an external subject. */
	readonly role: Role | null;
	readonly orgState: OrganizationState | null;
	readonly authMethods: readonly string[];
}

/** Most states in memory. */
export const MAX_STATES = 50_000;
