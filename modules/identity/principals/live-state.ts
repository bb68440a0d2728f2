import type { MeetingState, ParticipantState } from "#db/schema";
import type { GuestOf } from "#kernel/principal";
import type { TokenContents } from "#modules/identity/tokens";
import type { OrganizationState } from "#modules/tenancy/organization-records";
import type { Role } from "#modules/tenancy/permissions";
import type { AuthorityRow, ExternalAuthorityRow, GuestAuthorityRow } from "./repository.ts";

/** Why a token is no longer valid. */
export type Refusal = "session_revoked" | "token_revoked";

/** Current state, in the database, of a token's session, user, membership and organization. */
export interface LiveState {
	/** Reason the token is no longer valid; null while it is. */
	readonly refusal: Refusal | null;
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
	readonly configurationId: string | null;
	readonly authMethods: readonly string[];
	/** The language a person chose; null without an account. */
	readonly locale: string | null;
	/** The meeting of a guest; null for everybody else. */
	readonly guestOf: GuestOf | null;
	/** Whether the session was opened with a password to be changed. */
	readonly isProvisional: boolean;
}

/** State of a token that no row vouches for. */
export const EMPTY_STATE: LiveState = {
	refusal: null,
	endsAtMs: Number.POSITIVE_INFINITY,
	userId: null,
	systemAdmin: false,
	role: null,
	orgState: null,
	orgVersion: null,
	configurationId: null,
	authMethods: [],
	locale: null,
	guestOf: null,
	isProvisional: false,
};

/** Returns the state of a token of ours. @param row undefined: there is no such session */
export function sessionState(token: TokenContents, row: AuthorityRow | undefined): LiveState {
	if (!row || row.revokedAtMs !== null) return { ...EMPTY_STATE, refusal: "session_revoked" };
	const isMember = token.orgId === null || row.role !== null || row.systemAdmin;
	const isGone =
		row.userState !== "active" || !isMember || row.orgState === "deleted" || (token.system && !row.systemAdmin);
	return {
		...EMPTY_STATE,
		refusal: isGone ? "token_revoked" : null,
		endsAtMs: Math.min(row.expiresAtMs, row.idleExpiresAtMs),
		userId: row.userId,
		systemAdmin: row.systemAdmin,
		role: row.role,
		orgState: row.orgState,
		orgVersion: row.orgVersion,
		configurationId: row.configurationId,
		authMethods: row.authMethods,
		locale: row.locale,
		// Not whoever signed in at the provider, nor a token of `parley token`.
		isProvisional: row.passwordInitial && row.authMethods.includes("pwd"),
	};
}

/** Returns the state of an external token: the provider is the authority; only organization and linked user are ours. */
export function externalState(row: ExternalAuthorityRow): LiveState {
	const isGone = (row.userState !== null && row.userState !== "active") || row.orgState === "deleted";
	return {
		...EMPTY_STATE,
		refusal: isGone ? "token_revoked" : null,
		userId: row.userId,
		locale: row.locale,
		orgState: row.orgState,
		orgVersion: row.orgVersion,
		configurationId: row.configurationId,
	};
}

const STATES_OF_GUESTS: readonly ParticipantState[] = ["waiting", "admitted", "left"];
const STATES_BEFORE_THE_END: readonly MeetingState[] = ["scheduled", "live"];

/** Returns the state of a guest's token. @param row undefined: there is no such guest, or the meeting was deleted */
export function guestState(row: GuestAuthorityRow | undefined): LiveState {
	if (!row || row.orgState === "deleted" || !STATES_OF_GUESTS.includes(row.state))
		return { ...EMPTY_STATE, refusal: "token_revoked" };
	return {
		...EMPTY_STATE,
		orgState: row.orgState,
		orgVersion: row.orgVersion,
		configurationId: row.configurationId,
		guestOf: { id: row.meetingId, isOver: !STATES_BEFORE_THE_END.includes(row.meetingState) },
	};
}
