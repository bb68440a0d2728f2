import type { Challenges } from "#platform/challenges";
import type { Change } from "#platform/unit-of-work";
import { sessionsRepository } from "./repository.ts";

/** What ends the sessions of a user together with another change: a new password, another address, an account that is disabled. */
export function createSessionRevocation(challenges: Pick<Challenges, "deleteByUser">) {
	/**
	 * Ends every session of a user within a change; `exceptId` lives on. What the person signs in with was changed before.
	 * Answers the ids it ended. Audit is the caller's.
	 */
	async function revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<string[]> {
		const ended = await sessionsRepository.revokeByUser(change.tx, userId, change.nowMs, reason, exceptId);
		change.invalidate(...ended);
		return ended;
	}

	return {
		revokeByUser,

		/**
		 * Comes before a change of the user that ends with one of the others: what their sessions have under way is let finish. A
		 * request holds its session before it touches its person; in another order the two would wait for each other.
		 */
		lockByUser: ({ tx }: Change, userId: string, exceptId?: string): Promise<void> =>
			sessionsRepository.lockByUser(tx, userId, exceptId),

		/** The same as {@link revokeByUser}, with every sign-in that is half done. */
		async signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void> {
			await challenges.deleteByUser(change.tx, userId);
			await revokeByUser(change, userId, reason, exceptId);
		},
	};
}
