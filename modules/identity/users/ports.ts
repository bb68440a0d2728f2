import type { Change } from "#platform/unit-of-work";

/** The sessions that ended at once. */
export interface EndedSessions {
	/** The newest of them, at most 100. */
	readonly ids: readonly string[];
	/** Whether more than these ended. */
	readonly hasMore: boolean;
}

/** Operations on the sessions of a user, implemented by modules/identity/sessions. */
export interface UserSessions {
	/** Ends all sessions but `exceptId`; call it after changing the credentials. */
	revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<EndedSessions>;
	/** Ends all sessions but `exceptId`, and cancels pending sign-ins. */
	signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void>;
}
