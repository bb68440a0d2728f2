import type { RunPortions } from "#db/portions";
import { type ChallengeRow, challenges } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { sha256Hex, type Vault } from "#kernel/secrets";
import { challengesRepository } from "./repository.ts";

/** The kind of a challenge. */
export type ChallengeKind = ChallengeRow["kind"];

/** Maximum number of anonymous challenges of each kind; the newest are kept. A flood must not fill the disk. */
const MAX_ANONYMOUS = 20_000;

/** A challenge to be created. */
export interface NewChallenge {
	readonly kind: ChallengeKind;
	/** Unguessable; only its SHA-256 is stored. Anyone who presents it can continue. */
	readonly token: string;
	/** The user it belongs to; null while unknown. */
	readonly userId: string | null;
	/** State to be kept until then: any JSON value, stored sealed. */
	readonly payload: unknown;
	/** Time until it expires, in ms. */
	readonly lifetimeMs: number;
}

export interface ChallengesDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly vault: Vault;
}

export type Challenges = ReturnType<typeof createChallenges>;

/** Returns the associated data that binds a sealed state to its row. */
export const challengeAad = ({ kind, tokenHash }: { readonly kind: string; readonly tokenHash: string }): string =>
	`challenges|${kind}|${tokenHash}`;

/**
 * Creates the service for challenges. A challenge spans two requests (a sign-in at a provider, a second factor, a
 * passkey): it keeps the state of the first for the second, for a short time and for one use.
 */
export function createChallenges({ store, clock, vault }: ChallengesDeps) {
	async function consume<Payload>(db: Db, kind: ChallengeKind, token: string): Promise<Payload | null> {
		const row = await challengesRepository.consume(db, kind, sha256Hex(token), clock.nowMs());
		return row ? (JSON.parse(vault.open(row.payloadSealed, challengeAad(row))) as Payload) : null;
	}

	return {
		async create({ kind, token, userId, payload, lifetimeMs }: NewChallenge): Promise<void> {
			const tokenHash = sha256Hex(token);
			const createdAtMs = clock.nowMs();
			await challengesRepository.insert(store.writing("challenge.create").db, {
				tokenHash,
				kind,
				userId,
				payloadSealed: vault.seal(JSON.stringify(payload), challengeAad({ kind, tokenHash })),
				attempts: 0,
				createdAtMs,
				expiresAtMs: createdAtMs + lifetimeMs,
			});
		},

		/** Returns the creation time of a token's challenge, Unix ms; null when it is unknown, used or expired. */
		async createdAtMs(kind: ChallengeKind, token: string): Promise<number | null> {
			const row = await challengesRepository.find(store.db, kind, sha256Hex(token), clock.nowMs());
			return row?.createdAtMs ?? null;
		},

		/**
		 * Deletes the challenge of a token within a change and returns its state, once; null when it is unknown, used or
		 * expired. The caller states the type it stored under that kind; the seal guarantees that it was stored by us.
		 */
		consume,

		/** Consumes a challenge immediately, outside of any change, so that a response is never checked twice. */
		consumeNow: <Payload>(kind: ChallengeKind, token: string): Promise<Payload | null> =>
			consume<Payload>(store.writing("challenge.consume").db, kind, token),

		/** Returns the user of a token's challenge; null when it is unknown, used or expired, or when it is anonymous. */
		async userOf(kind: ChallengeKind, token: string): Promise<string | null> {
			const row = await challengesRepository.find(store.db, kind, sha256Hex(token), clock.nowMs());
			return row?.userId ?? null;
		},

		/**
		 * Counts an attempt before it is checked, so that concurrent attempts are all counted. The challenge stays valid
		 * until it is consumed. Null when it is unknown, used, expired, or `maxAttempts` were made already.
		 */
		async countAttempt(
			db: Db,
			kind: ChallengeKind,
			token: string,
			maxAttempts: number,
		): Promise<{ readonly userId: string | null; readonly attemptsLeft: number } | null> {
			const row = await challengesRepository.countAttempt(db, kind, sha256Hex(token), clock.nowMs(), maxAttempts);
			return row ? { userId: row.userId, attemptsLeft: maxAttempts - row.attempts } : null;
		},

		/** Deletes every challenge of a user whose account changes hands or is erased. */
		deleteByUser: (tx: Db, userId: string): Promise<void> => challengesRepository.deleteByUser(tx, userId),

		/** Deletes expired challenges, and anonymous ones beyond the newest 20,000 of each kind. */
		async deleteExpired(inPortions: RunPortions, nowMs: number): Promise<void> {
			await inPortions((tx, limit) => challengesRepository.deleteExpired(tx, nowMs, limit));
			for (const kind of challenges.kind.enumValues) {
				const last = await challengesRepository.newestBeyond(store.db, kind, MAX_ANONYMOUS);
				if (last === undefined) continue;
				await inPortions((tx, limit) => challengesRepository.deleteAnonymous(tx, kind, last, limit));
			}
		},
	};
}
