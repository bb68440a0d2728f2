import { type ChallengeRow, challenges } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { sha256Hex, type Vault } from "#kernel/secrets";
import { challengesRepository } from "./repository.ts";

/** What a ceremony is about. */
export type ChallengeKind = ChallengeRow["kind"];

/** The newest so many of each kind: a flood must not fill the disk. */
const KEPT_OF_STRANGERS = 20_000;

/** A ceremony that begins. */
export interface NewChallenge {
	readonly kind: ChallengeKind;
	/** Unguessable; only its SHA-256 is stored. Whoever presents it goes on. */
	readonly token: string;
	/** Whose; null when nobody is known yet. */
	readonly userId: string | null;
	/** What must be remembered until then: any JSON value, stored sealed. */
	readonly payload: unknown;
	/** How long it can be gone on with, in ms. */
	readonly lifetimeMs: number;
}

/** What {@link createChallenges} is made of. */
export interface ChallengesDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly vault: Vault;
}

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Ceremonies that take two requests (a sign-in at a provider, a second factor, a passkey): what the first one must
 * remember for the second, for a short time and for one use.
 */
export function createChallenges({ store, clock, vault }: ChallengesDeps) {
	const aadOf = ({ kind, tokenHash }: Pick<ChallengeRow, "kind" | "tokenHash">) => `challenges|${kind}|${tokenHash}`;

	async function take<Payload>(db: Db, kind: ChallengeKind, token: string): Promise<Payload | null> {
		const row = await challengesRepository.take(db, kind, sha256Hex(token), clock.nowMs());
		return row ? (JSON.parse(vault.open(row.payloadSealed, aadOf(row))) as Payload) : null;
	}

	return {
		/** Begins a ceremony. */
		async open({ kind, token, userId, payload, lifetimeMs }: NewChallenge): Promise<void> {
			const tokenHash = sha256Hex(token);
			const createdAtMs = clock.nowMs();
			await challengesRepository.insert(store.writing("challenge.open").db, {
				tokenHash,
				kind,
				userId,
				payloadSealed: vault.seal(JSON.stringify(payload), aadOf({ kind, tokenHash })),
				attempts: 0,
				createdAtMs,
				expiresAtMs: createdAtMs + lifetimeMs,
			});
		},

		/** When the ceremony of a token began, Unix ms; null for one that is unknown, over or expired. */
		async startedAtMs(kind: ChallengeKind, token: string): Promise<number | null> {
			const row = await challengesRepository.find(store.db, kind, sha256Hex(token), clock.nowMs());
			return row?.createdAtMs ?? null;
		},

		/**
		 * Ends the ceremony of a token within a change and answers what it remembered, once; null for one that is unknown, over
		 * or expired. The caller names the type it stored under that kind: the seal vouches for it.
		 */
		take,

		/** The same at once, whatever becomes of what it was for: no answer is ever weighed twice. */
		spend: <Payload>(kind: ChallengeKind, token: string): Promise<Payload | null> =>
			take<Payload>(store.writing("challenge.spend").db, kind, token),

		/** Whose ceremony a token belongs to; null for one that is unknown, over or expired, or where nobody is known yet. */
		async userOf(kind: ChallengeKind, token: string): Promise<string | null> {
			const row = await challengesRepository.find(store.db, kind, sha256Hex(token), clock.nowMs());
			return row?.userId ?? null;
		},

		/**
		 * Counts an answer before anybody looks whether it is right, so that answers sent at once are all counted. The ceremony goes on
		 * until it is taken. Null for one that is unknown, over, expired, or was answered `maxAttempts` times.
		 */
		async attempt(
			db: Db,
			kind: ChallengeKind,
			token: string,
			maxAttempts: number,
		): Promise<{ readonly userId: string | null; readonly attemptsLeft: number } | null> {
			const row = await challengesRepository.countAttempt(db, kind, sha256Hex(token), clock.nowMs(), maxAttempts);
			return row ? { userId: row.userId, attemptsLeft: maxAttempts - row.attempts } : null;
		},

		/** Ends every ceremony that belongs to a person: an account that changes hands, or that is erased. */
		endOf: (tx: Db, userId: string): Promise<void> => challengesRepository.removeOf(tx, userId),

		/** Forgets what expired, and what strangers began beyond the newest 20,000 of each kind. */
		async purge(): Promise<void> {
			const { db } = store.writing("purge");
			while (await challengesRepository.removeExpired(db, clock.nowMs()));
			for (const kind of challenges.kind.enumValues) {
				const last = await challengesRepository.newestBeyond(store.db, kind, KEPT_OF_STRANGERS);
				if (last === undefined) continue;
				while (await challengesRepository.removeAnonymous(db, kind, last));
			}
		},
	};
}
