import type { FailedSignInRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import { ANONYMOUS } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { Jobs } from "#platform/jobs";
import { PLATFORM, type UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { failedSignInsRepository } from "./repository.ts";

/** A sign-in that failed. */
export interface FailedSignIn {
	/** Whose account it was about; null when nobody has the address. */
	readonly userId: string | null;
	/** What was wrong. */
	readonly reason: "password" | "code";
	/** Whether whoever guesses has to wait from now on. */
	readonly locksOut: boolean;
}

/** Dependencies of {@link createFailedSignIns}. */
export interface FailedSignInsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Jobs;
}

/** Lock-outs that wait to be audited. */
const QUEUE = "lockouts";
const RETENTION_MS = 30 * DAY_MS;
/** The newest so many: an attack must not fill the disk. */
const MAX_ROWS = 100_000;

/** Failures that may wait to be written, and those of one transaction. */
const MAX_WAITING = 10_000;
const BATCH_SIZE = 200;

interface PendingFailure {
	readonly row: FailedSignInRow;
	readonly locksOut: boolean;
}

/** See {@link createFailedSignIns}. */
export type FailedSignIns = ReturnType<typeof createFailedSignIns>;

/**
 * Sign-ins that failed. Strangers make them at will, so they have a table that forgets; the hash chain of the audit trail gets one
 * entry for each time an account is locked. Whether there is an account is looked at by a job and not by the request, so that an
 * answer takes as long for an address nobody has.
 */
export function createFailedSignIns({ store, clock, newId, unitOfWork, jobs }: FailedSignInsDeps) {
	jobs.handle(QUEUE, async (job) => {
		const row = await failedSignInsRepository.find(store.db, String(job.payload.id));
		const { requestId = "", ip = null, userAgent = null, userId = null } = row ?? {};
		await unitOfWork.run(ungatedContext(ANONYMOUS, { requestId, ip, userAgent }), async (change) => {
			if (userId !== null) change.record(PLATFORM, facts["auth.lockout"], { id: userId });
			await job.done(change.tx);
		});
	});

	/** Failures that wait to be written, oldest first. */
	let waiting: PendingFailure[] = [];

	function toFailure(
		{ requestId, ip, userAgent }: RequestContext,
		{ userId, reason, locksOut }: FailedSignIn,
	): PendingFailure {
		const row = { id: newId("fsi"), userId, ip, userAgent, requestId, reason, occurredAtMs: clock.nowMs() };
		return { row, locksOut };
	}

	async function write(tx: Db, { row, locksOut }: PendingFailure): Promise<void> {
		await failedSignInsRepository.insert(tx, row);
		if (locksOut) await jobs.enqueue(tx, { queue: QUEUE, payload: { id: row.id } });
	}

	return {
		/** Notes one in a transaction. */
		record: (tx: Db, context: RequestContext, failure: FailedSignIn): Promise<void> =>
			write(tx, toFailure(context, failure)),

		/**
		 * Notes one to be written by the next {@link flush}: a refused sign-in asks nothing of the database beyond what decided it. Under a
		 * flood the oldest give way; what was not written when the process dies is lost.
		 */
		enqueue(context: RequestContext, failure: FailedSignIn): void {
			if (waiting.length >= MAX_WAITING) waiting.shift();
			waiting.push(toFailure(context, failure));
		},

		/** Writes what was noted, in portions; after a failure it is still there for the next time. */
		async flush(): Promise<void> {
			while (waiting.length > 0) {
				const batch = waiting.slice(0, BATCH_SIZE);
				await store.writing("failed_sign_in.note").tx(async (tx) => {
					for (const failure of batch) await write(tx, failure);
				});
				const written = new Set(batch);
				waiting = waiting.filter((failure) => !written.has(failure));
			}
		},

		/** Forgets those of more than 30 days ago, and all but the newest 100,000. */
		async purge(): Promise<void> {
			const { db } = store.writing("purge");
			while (await failedSignInsRepository.removeBefore(db, clock.nowMs() - RETENTION_MS));
			const last = await failedSignInsRepository.newestBeyond(store.db, MAX_ROWS);
			if (last === undefined) return;
			while (await failedSignInsRepository.removeUpTo(db, last));
		},
	};
}
