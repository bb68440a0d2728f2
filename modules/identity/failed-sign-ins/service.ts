import type { RunPortions } from "#db/portions";
import type { FailedSignInRow } from "#db/schema";
import type { Db } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { ANONYMOUS } from "#kernel/principal";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { failedSignInsRepository } from "./repository.ts";

/** A failed sign-in. */
export interface FailedSignIn {
	/** User of the account; null when no account has the address. */
	readonly userId: string | null;
	/** The credential that was wrong. */
	readonly reason: "password" | "code";
	/** Whether the failure locks the throttle key. */
	readonly locksOut: boolean;
}

export type FailedSignInsDeps = Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "jobs">;

/** Queue of lockouts to be audited. */
const QUEUE = "lockouts";
const RETENTION_MS = 30 * DAY_MS;
/** Maximum number of rows, so that an attack cannot fill the disk. */
const MAX_ROWS = 100_000;

/** Maximum number of failures in memory. */
const MAX_WAITING = 10_000;
const BATCH_SIZE = 200;

interface PendingFailure {
	readonly row: FailedSignInRow;
	readonly locksOut: boolean;
}

export type FailedSignIns = ReturnType<typeof createFailedSignIns>;

/**
 * Creates the service that records failed sign-ins. Strangers can cause any number of them, so they have a table with
 * limited retention; the audit trail only gets one entry each time an account is locked. A job, not the request, checks
 * whether there is an account, so that the response takes as long for an unknown address.
 */
export function createFailedSignIns({ store, clock, newId, unitOfWork, jobs }: FailedSignInsDeps) {
	jobs.handle(QUEUE, async (job) => {
		const row = await failedSignInsRepository.find(store.db, String(job.payload.id));
		const { requestId = "", ip = null, userAgent = null, userId = null } = row ?? {};
		await unitOfWork.run(ungatedContext(ANONYMOUS, { requestId, ip, userAgent, signal: null }), async (change) => {
			if (userId !== null) change.record(PLATFORM, facts["auth.lockout"], { id: userId });
			await job.done(change.tx);
		});
	});

	/** Failures to be written, oldest first. */
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
		if (locksOut) await jobs.enqueue(tx, { queue: QUEUE, orgId: null, payload: { id: row.id } });
	}

	return {
		/** Records a failure within a transaction. */
		record: (tx: Db, context: RequestContext, failure: FailedSignIn): Promise<void> =>
			write(tx, toFailure(context, failure)),

		/**
		 * Buffers a failure for the next {@link flush}, so that a rejected sign-in costs no further database access. When the
		 * buffer is full the oldest are dropped; what is not written when the process dies is lost.
		 */
		enqueue(context: RequestContext, failure: FailedSignIn): void {
			if (waiting.length >= MAX_WAITING) waiting.shift();
			waiting.push(toFailure(context, failure));
		},

		/** Writes the buffered failures in batches; those of a batch that cannot be written stay buffered. */
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

		/** Deletes rows older than 30 days, and all but the newest 100,000. */
		async purge(inPortions: RunPortions, nowMs: number): Promise<void> {
			await inPortions((tx, limit) => failedSignInsRepository.removeBefore(tx, nowMs - RETENTION_MS, limit));
			const last = await failedSignInsRepository.newestBeyond(store.db, MAX_ROWS);
			if (last === undefined) return;
			await inPortions((tx, limit) => failedSignInsRepository.removeUpTo(tx, last, limit));
		},
	};
}
