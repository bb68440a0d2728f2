import type { RunPortions } from "#db/portions";
import { conflictOf, type Db } from "#db/store";
import { type Clock, DAY_MS } from "#kernel/clock";
import { AppError, type AppErrorOptions, type ErrorCode } from "#kernel/errors";
import type { KeyRing } from "#kernel/key-ring";
import type { IdempotentRequest } from "#kernel/request-context";
import { hmacHex, type Vault } from "#kernel/secrets";
import type { Message } from "#kernel/texts";
import { type IdempotencyRow, idempotencyRepository as repository } from "./repository.ts";

/** The outcome of a request: the service's result, or an error of the domain. Either is returned again to a retry. */
export type Outcome = { readonly result: unknown } | { readonly refusal: AppError };

/** The form an outcome is stored in: sealed with the instance's key, or as plain JSON. */
export type OutcomeStorage = "sealed" | "plain";

/** An outcome in its stored form. */
type SerializedOutcome = { readonly result: unknown } | { readonly refusal: SerializedError };

/** The public part of an AppError. */
interface SerializedError extends Omit<AppErrorOptions, "cause"> {
	readonly code: ErrorCode;
	/** To be rendered in the language of who retries; a string of an earlier version is rendered as it is. */
	readonly message: Message;
}

export interface IdempotencyDeps {
	readonly clock: Clock;
	/** By which outcomes expire: without one, a retry would do a second time what is done. */
	readonly settledClock: Clock;
	readonly vault: Vault;
	/** Keys of the HMAC of request fingerprints; those of the older ones may still be stored. */
	readonly keys: KeyRing;
}

/** A request whose content was read. */
export interface ReadRequest {
	readonly request: IdempotentRequest;
	readonly fingerprint: string;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Returns the associated data that binds a sealed outcome to its key. */
export const outcomeAad = (scope: string): string => `idempotency_keys|${scope}`;

/**
 * Creates the service that stores outcomes of idempotent requests. Outcomes that may contain a one-time token are
 * sealed. The caller stores them in the transaction of the effect, so that no crash leaves an effect without its key.
 */
export function createIdempotency({ clock, settledClock, vault, keys: [key, ...olderKeys] }: IdempotencyDeps) {
	/** The requests running in this process, by scope. */
	const running = new Map<string, IdempotentRequest>();

	/**
	 * Returns the stored form of a fingerprint: with a plain digest, a reader of the table could test guesses of a
	 * password in the body.
	 */
	const fingerprintOf = ({ fingerprint }: ReadRequest, by = key): string => hmacHex(by, fingerprint);

	function toRow(read: ReadRequest, orgId: string | null, outcome: Outcome, storage: OutcomeStorage) {
		const text = JSON.stringify(serialize(outcome));
		const nowMs = clock.nowMs();
		const { scope } = read.request;
		return {
			scope,
			fingerprint: fingerprintOf(read),
			orgId,
			resultSealed: storage === "plain" ? text : vault.seal(text, outcomeAad(scope)),
			createdAtMs: nowMs,
			expiresAtMs: nowMs + DAY_MS,
		};
	}

	/** Reads the outcome of a row; a sealed text never starts with a brace. */
	const open = (request: IdempotentRequest, { resultSealed }: IdempotencyRow) =>
		JSON.parse(
			resultSealed.startsWith("{") ? resultSealed : vault.open(resultSealed, outcomeAad(request.scope)),
		) as SerializedOutcome;

	return {
		/**
		 * Runs `work` unless another request with the same key is running here; what a request runs may run more of it.
		 * @throws `idempotency_in_progress`
		 */
		async runExclusively<T>(request: IdempotentRequest, work: () => Promise<T>): Promise<T> {
			const other = running.get(request.scope);
			if (other === request) return work();
			if (other !== undefined)
				throw new AppError("idempotency_in_progress", "A request with this Idempotency-Key is still running.", {
					retryAfterSeconds: 1,
				});
			running.set(request.scope, request);
			try {
				return await work();
			} finally {
				running.delete(request.scope);
			}
		},

		/** Returns the stored outcome of the key's first request, for {@link replay}; undefined when there is none. */
		find: (tx: Db, request: IdempotentRequest) => repository.find(tx, request.scope, settledClock.nowMs()),

		/** Returns the stored outcome to a retry. @throws `idempotency_key_reused`, or the stored error */
		replay<T>(read: ReadRequest, known: IdempotencyRow): T {
			const { request } = read;
			if (![key, ...olderKeys].some((each) => known.fingerprint === fingerprintOf(read, each)))
				throw new AppError(
					"idempotency_key_reused",
					"This Idempotency-Key was already used with a different body; use a new one.",
				);
			request.replayed = true;
			return resultOf<T>(open(request, known));
		},

		/**
		 * Stores the outcome of a key that {@link find} did not, in the transaction of the effect. @throws `idempotency_in_progress` when another instance was
		 * first
		 */
		async store(
			tx: Db,
			read: ReadRequest,
			orgId: string | null,
			outcome: Outcome,
			storage: OutcomeStorage = "sealed",
		): Promise<void> {
			try {
				await repository.insert(tx, toRow(read, orgId, outcome, storage));
			} catch (error) {
				if (conflictOf(error) !== "unique") throw error;
				throw completedElsewhere();
			}
		},

		/** Deletes expired outcomes. */
		deleteExpired: (inPortions: RunPortions, nowMs: number): Promise<void> =>
			inPortions((tx, limit) => repository.deleteExpired(tx, nowMs, limit)),
	};
}

/** Without the duplicate as its cause, which would be taken for one of the change itself. */
const completedElsewhere = () =>
	new AppError(
		"idempotency_in_progress",
		"A request with this Idempotency-Key has just been completed by another instance; retry.",
		{
			retryAfterSeconds: 1,
		},
	);

function serialize(outcome: Outcome): SerializedOutcome {
	if ("result" in outcome) return outcome;
	const { code, text: message, meta, fieldErrors, retryAfterSeconds } = outcome.refusal;
	const shown = { ...(meta && { meta }), ...(fieldErrors && { fieldErrors }) };
	return { refusal: { code, message, ...shown, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
}

/** Returns the result of a stored success. @throws the stored error */
function resultOf<T>(stored: SerializedOutcome): T {
	if ("refusal" in stored) throw new AppError(stored.refusal.code, stored.refusal.message, stored.refusal);
	return stored.result as T;
}
