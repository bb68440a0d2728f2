import type { Change } from "#platform/unit-of-work";

/** Operations on the sessions of a user, implemented by modules/sessions. */
export interface UserSessions {
	/** Locks all sessions but `exceptId`, after requests in progress have finished. Call it before locking the user. */
	lockByUser(change: Change, userId: string, exceptId?: string): Promise<void>;
	/** Ends all sessions but `exceptId`; call it after changing the credentials. Returns the ids of the ended sessions. */
	revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<string[]>;
	/** Ends all sessions but `exceptId`, and cancels pending sign-ins. */
	signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void>;
}
