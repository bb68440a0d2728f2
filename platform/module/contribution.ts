import type { RunPortions } from "#db/portions";
import type { Db } from "#db/store";
import type { Routes } from "#http/api";
import type { SealedTexts } from "#platform/installation";
import type { Cleanup } from "#platform/jobs";
import type { MailFollowers, MailTexts } from "#platform/mail";
import type { SearchSource } from "#platform/search";
import type { Change, Fact } from "#platform/unit-of-work";

/**
 * Erases up to `limit` rows of a module's data of an organization, and returns their number: fewer when none are left.
 * The organization is a tombstone by then, or in the same transaction.
 */
export type EraseTenant = (tx: Db, orgId: string, limit: number) => Promise<number>;

/**
 * Erases all of an organization in portions, one module after the other: a portion looks into the tables of one module
 * only, however many there are.
 */
export type EraseTenantInPortions = (inPortions: RunPortions, orgId: string) => Promise<void>;

/**
 * Erases up to `limit` rows of a module's data of a meeting, and returns their number: fewer when none are left. The
 * meeting is hidden from everybody by then. Interrupted, it is repeated.
 */
export type EraseMeeting = (tx: Db, orgId: string, meetingId: string, limit: number) => Promise<number>;

/**
 * Called within the change that suspends an organization.
 * @param rule what becomes of its live meetings: they have time to end, or end at once
 */
export type OnSuspended = (change: Change, orgId: string, rule: "drain" | "end") => Promise<void>;

/** A person to be erased. */
export interface ErasedPerson {
	readonly userId: string;
	/** Their address in the form used for comparison. */
	readonly emailKey: string;
}

/**
 * Erases a module's data of a person in all organizations, in portions; interrupted, it is repeated. Their account cannot
 * be used any more by then. Their id may remain: once the account is gone it identifies nobody.
 */
export type ErasePerson = (inPortions: RunPortions, person: ErasedPerson) => Promise<void>;

/** The credentials retained when the address of an account is verified for the first time, or removed. */
export interface RetainedCredentials {
	/** Whether the password stays valid. */
	readonly password: boolean;
	/** The session that provided the proof; null: all sessions end. */
	readonly sessionId: string | null;
	/** The provider's identity that provided the proof; null: all identities are removed. */
	readonly identity: { readonly issuer: string; readonly subject: string } | "every" | null;
}

/**
 * Removes, within a change, one kind of credential of a user, except for what is retained. Every module that stores
 * credentials implements it; `tests/modules/first-proof.test.ts` asserts that none is missing.
 */
export type RevokeCredentials = (tx: Db, userId: string, retained: RetainedCredentials) => Promise<void>;

/** A person as others see them. */
export interface NamedPerson {
	readonly userId: string;
	readonly name: string;
	readonly email: string;
}

/** Brings up to date, within the change of a person's name or address, what a module derived from them. */
export type OnPersonRenamed = (change: Change, person: NamedPerson) => Promise<void>;

/** Cleanups, which keep tables from growing without bound. */
export interface Cleanups {
	/** Deletion of expired rows. */
	readonly hourly?: readonly Cleanup[];
	/** Deletion of rows that can be created in any number without an account. */
	readonly everyMinute?: readonly Cleanup[];
}

/** Recurring work that every instance runs; a job would run on only one. */
export interface PeriodicTask {
	/** Interval between starts; a start is skipped while the work is still running. */
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	/** Log message when it fails; it is retried at the next interval. */
	readonly failureMessage: string;
}

/** One value of a {@link Figure} that has several, by its labels. */
export interface Sample {
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

/** A figure of `/metrics`. */
export interface Figure {
	readonly name: string;
	readonly help: string;
	/** Names of the labels of its {@link Sample}s. */
	readonly labelNames?: readonly string[];
	/** Reads the value, or one for each set of labels, when the metrics are requested; undefined omits it this time. */
	readonly read: () => number | undefined | readonly Sample[] | Promise<number | undefined>;
}

/**
 * Everything a module contributes to the program, declared in its `module.ts`: besides routes, whatever its tables,
 * caches and background work require. `src/modules.ts` folds the contributions in an explicit order; policy tests
 * detect missing ones.
 */
export interface Contribution {
	/** The module's operations. */
	readonly routes?: Routes;
	/** Texts of the mails it sends. */
	readonly mails?: MailTexts;
	/** Who learns what becomes of its mails, by kind. */
	readonly mailFollowers?: MailFollowers;
	/** Facts it records: events, audit actions and payload schemas. */
	readonly facts?: Readonly<Record<string, Fact>>;
	readonly eraseTenant?: EraseTenant;
	/** Rows and blobs of a meeting that was deleted. */
	readonly eraseMeeting?: EraseMeeting;
	readonly erasePerson?: ErasePerson;
	readonly onSuspended?: OnSuspended;
	readonly revokeCredentials?: RevokeCredentials;
	readonly onPersonRenamed?: OnPersonRenamed;
	/** Rows that a search finds; they are indexed before the first request unless they are. */
	readonly searchSource?: SearchSource;
	readonly cleanups?: Cleanups;
	/** Everything it stores sealed: a new key of the installation seals it anew. */
	readonly sealed?: readonly SealedTexts[];
	/** Preparation that must complete before the first request. */
	readonly prepare?: () => Promise<void>;
	readonly periodicTasks?: readonly PeriodicTask[];
	readonly gauges?: readonly Figure[];
	/** Figures that only grow while the process runs. */
	readonly counters?: readonly Figure[];
}
