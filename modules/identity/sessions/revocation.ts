import { inPortions } from "#db/portions";
import type { Db } from "#db/store";
import { startSessionEpoch } from "#modules/identity/users";
import type { Challenges } from "#platform/challenges";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { type EndOfEpoch, sessionsRepository } from "./repository.ts";

/** Queue that marks the sessions that ended with an epoch, as far as the change itself has not. */
const QUEUE = "sessions.mark_ended";

/** Maximum number of sessions that the change marks itself, and that its facts name. */
const NAMED_SESSIONS = 100;

export interface SessionRevocationDeps extends Pick<Core, "store"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly challenges: Pick<Challenges, "deleteByUser">;
}

/** The sessions that ended at once. */
export interface EndedSessions {
	/** The newest of them, at most 100. */
	readonly ids: readonly string[];
	/** Whether more than these ended. */
	readonly hasMore: boolean;
}

/**
 * Creates the operations that end a user's sessions together with another change: a new password, another address, a
 * disabled account. They end with their epoch, in one statement however many there are; that their rows say so as well
 * matters to nobody but the cleanup, and follows in portions.
 */
export function createSessionRevocation({ store, jobs, challenges }: SessionRevocationDeps) {
	jobs.handle(QUEUE, ({ payload }: Job, { signal }: JobContext) => {
		const end = payload as EndOfEpoch & Job["payload"]; // Only `enqueueMarking` writes it.
		const mark = async (tx: Db, limit: number) => (await sessionsRepository.markEnded(tx, end, limit)).length;
		return inPortions(store.writing("session.mark_ended").tx, mark, { signal });
	});

	async function enqueueMarking(change: Change, end: EndOfEpoch): Promise<void> {
		await jobs.enqueue(change.tx, { queue: QUEUE, orgId: null, payload: { ...end }, maxAttempts: UNLIMITED_ATTEMPTS });
		change.afterCommit(() => jobs.wake(QUEUE));
	}

	/**
	 * Ends all sessions of a user but `exceptId`, within a change; call it after changing the credentials. Waits for their
	 * requests in progress, see `lockUserAndSessions`. The caller records the fact.
	 */
	async function revokeByUser(
		change: Change,
		userId: string,
		reason: string,
		exceptId?: string,
	): Promise<EndedSessions> {
		const { tx, nowMs: atMs } = change;
		const beforeEpoch = await startSessionEpoch(tx, userId);
		change.invalidate(userId);
		if (exceptId !== undefined) await sessionsRepository.moveToEpoch(tx, exceptId, userId, beforeEpoch);
		const end: EndOfEpoch = { userId, beforeEpoch, atMs, reason };
		const ids = await sessionsRepository.markEnded(tx, end, NAMED_SESSIONS);
		const hasMore = ids.length === NAMED_SESSIONS && (await sessionsRepository.hasEndedUnmarked(tx, end));
		if (hasMore) await enqueueMarking(change, end);
		return { ids, hasMore };
	}

	return {
		revokeByUser,

		/** Ends all sessions of a user but `exceptId`, and cancels pending sign-ins. */
		async signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void> {
			await challenges.deleteByUser(change.tx, userId);
			await revokeByUser(change, userId, reason, exceptId);
		},
	};
}
