import type { RunPortions } from "#db/portions";
import type { Db } from "#db/store";
import type { OwnErasures } from "#db/tenant-purge";
import type { TenantOf } from "#db/tenant-rows";
import type { Routes } from "#http/api";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { ArtifactPurges } from "#platform/artifacts";
import type { SealedTexts } from "#platform/installation";
import type { Cleanup } from "#platform/jobs";
import type { MailFollowers, MailTexts } from "#platform/mail";
import type { RemovalReplays } from "#platform/removals";
import type { SearchSource } from "#platform/search";
import type { Remains } from "#platform/space-reclamation";
import type { Authority, Change, Fact, Reaction } from "#platform/unit-of-work";

/**
 * Erases up to `limit` rows of a module's data of a meeting, and returns their number: fewer when none are left. The
 * meeting is hidden from everybody by then. Interrupted, it is repeated.
 */
export type EraseMeeting = (tx: Db, orgId: string, meetingId: string, limit: number) => Promise<number>;

/**
 * Erases up to `limit` rows that a module has derived from a transcript which is about to be deleted for good, and returns
 * their number: fewer when none are left.
 */
export type EraseTranscript = (
	tx: Db,
	transcript: { readonly orgId: string; readonly id: string },
	limit: number,
) => Promise<number>;

/**
 * Removes up to `limit` rows of what an installation must not have, or do again, once its database was restored from a
 * backup: sessions that may have ended since, mails that were sent since. Returns their number: fewer when none are left.
 */
export type ForgetAfterRestore = (tx: Db, limit: number) => Promise<number>;

/** A person to be erased. */
export interface ErasedPerson {
	readonly userId: string;
	/** Their address in the form used for comparison; empty when it is unknown, or another account's by now. */
	readonly emailKey: string;
	/** The organization in which they are erased, of which they are no longer a member; null: all of them. */
	readonly orgId: string | null;
}

/**
 * Erases a module's data of a person, in portions of which each returns how many rows it has erased; interrupted, it is
 * repeated. Their id may remain: once the account is gone it identifies nobody.
 */
export type ErasePerson = (inPortions: RunPortions, person: ErasedPerson) => Promise<void>;

/**
 * Erases a module's data of people who have left, as {@link ErasePerson} does: of several at once, since many leave at the
 * end of a year, and what has no index by person is read once for all of them.
 */
export type EraseUserData = (inPortions: RunPortions, people: readonly ErasedPerson[]) => Promise<void>;

/** Creates the erasure of several people's data from that of one. */
export const eachPerson =
	(erase: ErasePerson): EraseUserData =>
	async (inPortions, people) => {
		for (const person of people) await erase(inPortions, person);
	};

/**
 * Erases a module's data of an account, in portions; interrupted, it is repeated. The account cannot be used any more by
 * then, and belongs to no organization.
 */
export type EraseAccount = (inPortions: RunPortions, userId: string) => Promise<void>;

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

/** Somebody who has lost rights in an organization: a member who was demoted or removed, or an API key. */
export interface LostRights {
	readonly orgId: string;
	readonly userId: string;
	readonly outcome: "demoted" | "removed";
	/** What they can still grant. */
	readonly remaining: Pick<Principal, "kind" | "role" | "scopes" | "system">;
}

/**
 * Marks, within the change that has locked the organization, what somebody has made there and could no longer make, one kind
 * of it: looks at up to `limit` of them, in the order of their ids from the one after `after`, and returns the ids of all it
 * has looked at. For fewer than `limit` nothing is left.
 */
export type OrphanPortion = (
	change: Change,
	loss: LostRights,
	slice: { readonly after: string; readonly limit: number },
) => Promise<readonly string[]>;

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
	/** What is done once more when the instance stops; default: the same work. */
	readonly atEnd?: () => Promise<void>;
	/** Log message when it fails; it is retried at the next interval. */
	readonly failureMessage: string;
}

/** A request that was answered although it has changed nothing. */
export interface Attempt {
	readonly context: Pick<RequestContext, "principal" | "requestId" | "ip" | "userAgent" | "tenant">;
	/** `operationId` of the API document. */
	readonly operation: string;
	/** Why it was refused; null: it was not, and has only read. */
	readonly code: string | null;
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
 * caches and background work require. `src/modules.ts` has the order of the contributions; policy tests detect missing
 * ones.
 */
export interface Contribution {
	/** The module's operations. */
	readonly routes?: Routes;
	/** Texts of the mails it sends. */
	readonly mails?: MailTexts;
	/** Followers of its mails, by kind. */
	readonly mailFollowers?: MailFollowers;
	/** Facts it records: events, audit actions and payload schemas. */
	readonly facts?: Readonly<Record<string, Fact>>;
	/** What it does when something happens in modules below. */
	readonly reactions?: readonly Reaction[];
	/** Access to the current authority of callers; one module has it. */
	readonly authority?: Authority;
	/** How rows are erased of a purged organization, by table, where deleting them is not all there is to do. */
	readonly eraseTenant?: OwnErasures;
	/** Rows and blobs of a meeting that was deleted. */
	readonly eraseMeeting?: EraseMeeting;
	readonly eraseTranscript?: EraseTranscript;
	/** How content of the module is deleted whose retention period is over, by the noun of its owner in the ledger. */
	readonly purgeArtifact?: Partial<ArtifactPurges>;
	readonly remains?: Remains;
	/** Names of people in the content of organizations, by what it is, as receipts say it: `chatMessages`. */
	readonly erasePerson?: Readonly<Record<string, ErasePerson>>;
	/**
	 * What organizations hold of people as their members, by what it is: the class `userData` of retention. It is erased with
	 * the rest of a person, and by itself some time after they have left.
	 */
	readonly eraseUserData?: Readonly<Record<string, EraseUserData>>;
	readonly eraseAccount?: EraseAccount;
	readonly forgetAfterRestore?: ForgetAfterRestore;
	/** How it removes again what was removed after a backup that was restored. */
	readonly replayRemoval?: Partial<RemovalReplays>;
	/**
	 * Called for requests that were refused for lack of rights, and for those by which system administrators have read
	 * something, once they are answered.
	 */
	readonly onAttempt?: (attempt: Attempt) => void;
	/** Finds the organization of what system administrators have read, by the name of the path parameter with its id. */
	readonly tenantsOf?: Readonly<Record<string, TenantOf>>;
	/** Called for every request that was answered, at once; must take no time and not throw. */
	readonly onAnswered?: (principal: Principal, status: number) => void;
	readonly revokeCredentials?: RevokeCredentials;
	readonly orphan?: OrphanPortion;
	/** Rows that a search finds; they are indexed before the first request unless they are. */
	readonly searchSource?: SearchSource;
	readonly cleanups?: Cleanups;
	/** Everything it stores sealed: it is sealed again when the key is replaced. */
	readonly sealed?: readonly SealedTexts[];
	/** Preparation that must complete before the first request. */
	readonly prepare?: () => Promise<void>;
	readonly periodicTasks?: readonly PeriodicTask[];
	readonly gauges?: readonly Figure[];
	/** Figures that only grow while the process runs. */
	readonly counters?: readonly Figure[];
}
