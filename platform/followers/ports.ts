import type { FollowerRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** What a follower is created with. */
export type NewFollower = Pick<FollowerRow, "orgId" | "id" | "kind" | "position">;

/** What a run stores of its follower; what is absent stays as it is. */
export type FollowerState = Partial<
	Pick<FollowerRow, "position" | "isActive" | "isParked" | "failures" | "failingSinceMs" | "dueAtMs">
>;

/** How a run ends: there is more to be done, or nothing that could be done now. */
export type RunEnd = "more" | "idle";

/** One run of a follower: a piece of work for it, such as one attempt to deliver. No other process works for it. */
export interface FollowerRun {
	readonly orgId: string;
	readonly id: string;
	/** The follower as stored when the run began. */
	readonly row: FollowerRow;
	/** Position in the log up to which there is nothing to deliver, which may be ahead of the one that is stored. */
	readonly position: number;
	/** Aborted when the process stops: return soon. What was not settled is done again. */
	readonly signal: AbortSignal;
	/** Remembers, in memory only, that there is nothing to deliver up to this position. */
	passOver(sequence: number): void;
	/**
	 * Stores how the run has ended, in a transaction, and returns the follower, which is locked by then: one run of it
	 * after the other comes here.
	 * @throws LeaseGoneError, which must abort the transaction, when another process works for it, or it is gone
	 */
	settle(tx: Db, state: FollowerState): Promise<void>;
	/**
	 * Returns the follower as it is now, locked until the transaction ends, after its organization, which others can change
	 * but not lock: the order in which changes lock both. A run that changes other rows too begins with it, or it would
	 * wait for a change that waits for it.
	 * @throws LeaseGoneError like `settle`
	 */
	lock(tx: Db): Promise<FollowerRow>;
	/** Looks, after the run, for what is new: the follower is no longer parked. */
	resume(): void;
}

/** Works for the followers of one kind. Whatever it throws is logged, and the run is repeated a little later. */
export interface FollowerWorker {
	/** The log that its followers follow. */
	readonly log: "events" | "audit";
	/** Delivers to a follower the next that is new to it. */
	forward(run: FollowerRun): Promise<RunEnd>;
	/** Does what is due for a follower: tries again what has failed. Runs beside `forward`, unless it is parked. */
	due(run: FollowerRun): Promise<RunEnd>;
}

/**
 * The followers of the logs of organizations, served by as many processes as there are: one works for a follower at a time.
 * Organizations take turns, and so do the followers of one, so that nobody waits for a slow receiver of somebody else or
 * for the backlog of another organization.
 */
export interface Followers {
	/** Registers the worker of a kind; once, before the start. */
	handle(kind: FollowerRow["kind"], worker: FollowerWorker): void;
	/** Adds a follower within a change. */
	add(tx: Db, follower: NewFollower): Promise<void>;
	/** Returns a follower, locked until the transaction ends; undefined when there is none. */
	lock(tx: Db, orgId: string, id: string): Promise<FollowerRow | undefined>;
	/** Returns the followers with these ids, which belong to one organization. */
	list(orgId: string, ids: readonly string[]): Promise<FollowerRow[]>;
	/** Changes a follower within a change that has locked it. */
	update(tx: Db, orgId: string, id: string, state: FollowerState): Promise<void>;
	/** Removes a follower within a change. */
	remove(tx: Db, orgId: string, id: string): Promise<void>;
	/** Returns the last sequence of the log of an organization; 0 before the first. */
	headOf(db: ReadDb, orgId: string, log: FollowerWorker["log"]): Promise<number>;
	/** Looks at the followers of an organization, here or wherever somebody works for them. After the commit. */
	wake(orgId: string): void;
	/** Starts working: at once on what was left, then on what is announced or comes due. */
	start(): void;
	/** Takes on nothing more, and waits for current runs: 3 s undisturbed, then 2 s with their signal aborted. */
	stop(): Promise<void>;
	/** Does everything there is to be done now, and returns the number of runs. For tests and commands. */
	runDue(): Promise<number>;
	/** Returns the number of runs that wait here for a slot, and of those that run. */
	load(): { readonly waiting: number; readonly running: number };
}

/** Thrown when another process works for a follower by now, or the follower is gone. */
export class LeaseGoneError extends Error {
	override readonly name = "LeaseGoneError";
	constructor(id: string) {
		super(`the lease of the follower ${id} is gone`);
	}
}
