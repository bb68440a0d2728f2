import type { Db } from "#db/store";
import type { Routes } from "#http/api";
import type { MailTexts } from "#platform/mail";
import type { Fact } from "#platform/unit-of-work";

/** Empties what one module keeps of an organization, within the transaction of its purge. */
export type EraseTenant = (tx: Db, orgId: string) => Promise<void>;

/** A person who is to be forgotten. */
export interface ErasedPerson {
	readonly userId: string;
	/** Their address in the form that is compared. */
	readonly emailKey: string;
}

/**
 * Empties what one module keeps of a person, whatever the organization, within the transaction that erases them. Their id may
 * stay: once the account is gone it names nobody.
 */
export type ErasePerson = (tx: Db, person: ErasedPerson) => Promise<void>;

/** What outlives the moment in which the address of an account is proved for the first time, or taken away. */
export interface RetainedCredentials {
	/** Whether the password goes on working. */
	readonly password: boolean;
	/** The session that brought the proof; null: every session ends. */
	readonly sessionId: string | null;
	/** The provider's identity that brought the proof; null: every identity goes. */
	readonly identity: { readonly issuer: string; readonly subject: string } | "every" | null;
}

/**
 * Removes, within a change, one kind of thing a person can prove themselves with, but for what is retained. Every module that
 * has such things has one; `tests/modules/first-proof.test.ts` looks whether a kind was forgotten.
 */
export type DropCredentials = (tx: Db, userId: string, retained: RetainedCredentials) => Promise<void>;

/** What keeps a table from growing for ever. Each part must bear repetition: after a failure the whole round is tried again. */
export interface Cleanups {
	/** What only time makes superfluous. */
	readonly hourly?: readonly (() => Promise<void>)[];
	/** What anybody can make a lot of without an account. */
	readonly everyMinute?: readonly (() => Promise<void>)[];
}

/** What keeps in memory what it read. */
export interface Caching {
	/** Forgets what depends on these organizations, users, sessions or keys. */
	invalidate(ids: readonly string[]): void;
	/** Forgets everything. */
	clear(): void;
}

/** Work that every instance does by itself; a job would run on one only. */
export interface PeriodicTask {
	/** From one beginning to the next; when the work takes longer, the next one is left out. */
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	/** The line of the log when it fails; it is tried again the next time. */
	readonly failure: string;
}

/** A figure of `/metrics`. */
export interface Gauge {
	readonly name: string;
	readonly help: string;
	/** Asked when somebody reads the metrics; undefined leaves the figure out this time. */
	readonly read: () => number | undefined | Promise<number | undefined>;
}

/**
 * What a module owes the rest of the house, stated in its own `module.ts`: whoever owns tables, caches or background work has
 * more to do than to answer requests. `src/modules.ts` folds the contributions in an explicit order; policy tests know who
 * is missing.
 */
export interface Contribution {
	/** The module's operations. */
	readonly routes?: Routes;
	/** The mails it sends. */
	readonly mails?: MailTexts;
	/** What happens in it: events, audit actions and payload schemas. */
	readonly facts?: Readonly<Record<string, Fact>>;
	readonly eraseTenant?: EraseTenant;
	readonly erasePerson?: ErasePerson;
	readonly dropCredentials?: DropCredentials;
	readonly cleanups?: Cleanups;
	readonly cache?: Caching;
	/** What must be there before the first request. */
	readonly prepare?: () => Promise<void>;
	readonly periodicTasks?: readonly PeriodicTask[];
	readonly gauges?: readonly Gauge[];
}
