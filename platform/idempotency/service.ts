import type { Db, Store } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import { AppError, type AppErrorOptions, type ErrorCode } from "#kernel/errors";
import type { IdempotentRequest } from "#kernel/request-context";
import { hmacHex, type Vault } from "#kernel/secrets";
import { type IdempotencyRow, idempotencyRepository as repository } from "./repository.ts";

/** What a request came to: the service's result, or the domain's refusal. Either is answered again to a retry. */
export type Outcome = { readonly result: unknown } | { readonly refusal: AppError };

/** How an outcome is stored: sealed with the instance's key, or as it is. */
export type Remembered = "sealed" | "plain";

/** An outcome as it is stored. */
type Stored = { readonly result: unknown } | { readonly refusal: Refusal };

/** What an AppError shows of itself. */
interface Refusal extends Omit<AppErrorOptions, "cause"> {
	readonly code: ErrorCode;
	readonly message: string;
}

/** What {@link createIdempotency} is made of. */
export interface IdempotencyDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly vault: Vault;
	/** Keys the fingerprints of what was asked. */
	readonly key: Uint8Array;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Remembers what retried requests came to. Outcomes that may hold a token that is shown once are sealed.
 * The caller writes them in the transaction of the effect, so that no crash leaves an effect without its key.
 */
export function createIdempotency({ store, clock, vault, key }: IdempotencyDeps) {
	/** Keys whose request is running in this process. */
	const running = new Set<string>();

	/** As it is stored: a bare digest would let who reads the table try passwords that stood in the body. */
	const fingerprintOf = ({ fingerprint }: IdempotentRequest): string => hmacHex(key, fingerprint);

	const place = ({ scope }: IdempotentRequest) => `idempotency_keys|${scope}`;

	function row(ticket: IdempotentRequest, orgId: string | null, outcome: Outcome, remembered: Remembered) {
		const text = JSON.stringify(toStored(outcome));
		const nowMs = clock.nowMs();
		return {
			scope: ticket.scope,
			fingerprint: fingerprintOf(ticket),
			orgId,
			resultSealed: remembered === "plain" ? text : vault.seal(text, place(ticket)),
			createdAtMs: nowMs,
			expiresAtMs: nowMs + DAY_MS,
		};
	}

	/** What a row holds; a sealed text never starts with a brace. */
	const open = (ticket: IdempotentRequest, { resultSealed }: IdempotencyRow) =>
		JSON.parse(resultSealed.startsWith("{") ? resultSealed : vault.open(resultSealed, place(ticket))) as Stored;

	return {
		/** Runs `work` unless a request with the same key is running here. @throws `idempotency_in_progress` */
		async alone<T>(ticket: IdempotentRequest, work: () => Promise<T>): Promise<T> {
			if (running.has(ticket.scope))
				throw new AppError("idempotency_in_progress", "A request with this Idempotency-Key is still running.", {
					retryAfterSeconds: 1,
				});
			running.add(ticket.scope);
			try {
				return await work();
			} finally {
				running.delete(ticket.scope);
			}
		},

		/** What the key's first request came to, for {@link answer}; undefined when there was none. */
		recall: (tx: Db, ticket: IdempotentRequest) => repository.find(tx, ticket.scope, clock.nowMs()),

		/** Answers a retry with what was recalled. @throws `idempotency_key_reused`, or the remembered refusal */
		answer<T>(ticket: IdempotentRequest, known: IdempotencyRow): T {
			if (known.fingerprint !== fingerprintOf(ticket))
				throw new AppError(
					"idempotency_key_reused",
					"This Idempotency-Key was used with another payload; use a new one.",
				);
			ticket.replayed = true;
			return resultOf<T>(open(ticket, known));
		},

		/** Writes the outcome in the transaction of the effect. @throws `idempotency_in_progress` when another instance was first */
		async remember(
			tx: Db,
			ticket: IdempotentRequest,
			orgId: string | null,
			outcome: Outcome,
			remembered: Remembered = "sealed",
		): Promise<void> {
			if (await repository.insert(tx, row(ticket, orgId, outcome, remembered))) return;
			throw new AppError(
				"idempotency_in_progress",
				"A request with this Idempotency-Key was just completed elsewhere; retry.",
				{
					retryAfterSeconds: 1,
				},
			);
		},

		/** Forgets what the callers of an organization were answered, within the transaction of its purge. */
		eraseTenant: repository.removeOf,

		/** Deletes the outcomes nobody is answered any more. */
		async purgeExpired(): Promise<void> {
			const { db } = store.writing("purge");
			while (await repository.removeExpired(db, clock.nowMs()));
		},
	};
}

function toStored(outcome: Outcome): Stored {
	if ("result" in outcome) return outcome;
	const { code, message, meta, fieldErrors, retryAfterSeconds } = outcome.refusal;
	const shown = { ...(meta && { meta }), ...(fieldErrors && { fieldErrors }) };
	return { refusal: { code, message, ...shown, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
}

/** The result of a remembered success. @throws the remembered refusal */
function resultOf<T>(stored: Stored): T {
	if ("refusal" in stored) throw new AppError(stored.refusal.code, stored.refusal.message, stored.refusal);
	return stored.result as T;
}
