import type { Change } from "#platform/unit-of-work";

/** Ends the sessions of a person; modules/sessions owns them. */
export interface UserSessions {
	/** Lets what their sessions have under way finish, but for `exceptId`; comes before the person is locked or changed. */
	lockByUser(change: Change, userId: string, exceptId?: string): Promise<void>;
	/** Ends their sessions but for `exceptId`, after what they sign in with was changed. Answers the ids it ended. */
	revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<string[]>;
	/** The same, with every sign-in that is half done. */
	signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void>;
}
