import type { Challenges } from "#platform/challenges";
import type { Change } from "#platform/unit-of-work";
import { sessionsRepository } from "./repository.ts";

/**
 * Creates the operations that end a user's sessions together with another change: a new password, another address, a
 * disabled account.
 */
export function createSessionRevocation(challenges: Pick<Challenges, "deleteByUser">) {
	/**
	 * Ends all sessions of a user but `exceptId`, within a change; call it after changing the credentials. Returns the ids
	 * of the ended sessions. The caller records the fact.
	 */
	async function revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<string[]> {
		const ended = await sessionsRepository.revokeByUser(change.tx, userId, change.nowMs, reason, exceptId);
		change.invalidate(...ended);
		return ended;
	}

	return {
		revokeByUser,

		/**
		 * Locks all sessions of a user but `exceptId`, after requests in progress have finished. Call it before a change of the
		 * user: every request locks its session before its user, and the reverse order could deadlock.
		 */
		lockByUser: ({ tx }: Change, userId: string, exceptId?: string): Promise<void> =>
			sessionsRepository.lockByUser(tx, userId, exceptId),

		/** Ends all sessions of a user but `exceptId`, and cancels pending sign-ins. */
		async signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void> {
			await challenges.deleteByUser(change.tx, userId);
			await revokeByUser(change, userId, reason, exceptId);
		},
	};
}
