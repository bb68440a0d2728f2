import type { Db } from "#db/store";

/** An identity of an outside issuer. */
export interface Identity {
	readonly issuer: string;
	readonly subject: string;
}

/** What outlives the moment in which the address of an account is proved for the first time, or taken away. */
export interface Kept {
	/** Whether the password goes on working. */
	readonly password: boolean;
	/** The session that brought the proof; null: every session ends. */
	readonly sessionId: string | null;
	/** The provider's identity that brought the proof; null: every identity goes. */
	readonly identity: Identity | "every" | null;
}

/**
 * Removes, within a change, one kind of thing a person can prove themselves with, but for what is kept. Every module that
 * has such things has one; `tests/modules/first-proof.test.ts` looks whether a kind was forgotten.
 */
export type DropCredentials = (tx: Db, userId: string, kept: Kept) => Promise<void>;
