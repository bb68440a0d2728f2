import type { FollowerRow } from "#db/schema/index";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { FairQueue, type Ticket } from "#kernel/fair-queue";
import type { Logger } from "#kernel/logger";
import { randomToken } from "#kernel/secrets";
import { type FollowerRun, type FollowerState, type FollowerWorker, LeaseGoneError, type RunEnd } from "./ports.ts";
import { followersRepository as repository } from "./repository.ts";

/** Duration of a lease, in ms: how long the followers of a dead instance wait for another. */
const LEASE_MS = 30_000;
/** Slots for runs that are short, and for those of receivers that are slow, which are in nobody's way. */
const FAST_SLOTS = 64;
const SLOW_SLOTS = 256;
/** Duration from which a turn is slow, in ms: it then gives up its slot among the short ones. */
const SLOW_MS = 1_000;

/** What a run of a follower is for: what is new, or what is due. */
export type Task = "forward" | "due";

/** `again`: it runs, and was woken since. */
type TaskState = "idle" | "queued" | "running" | "again";

/** What this instance knows of a follower. */
interface Known {
	readonly orgId: string;
	readonly id: string;
	readonly kind: FollowerRow["kind"];
	readonly tasks: Record<Task, TaskState>;
	/** Position up to which there is nothing to deliver. */
	passed: number;
	/** Until when it is this instance's, Unix ms; 0: it is not. */
	leasedUntilMs: number;
	claiming: Promise<boolean> | null;
	/** Set while it is given back: a claim waits for that, or the release that arrives later would undo it. */
	releasing: Promise<void> | null;
	/** Whether its last run was slow. */
	isSlow: boolean;
}

export interface DispatcherDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Pick<Logger, "warn">;
	readonly workers: ReadonlyMap<FollowerRow["kind"], FollowerWorker>;
	/** Whether a follower stays with this instance while nothing happens: others hear that they need not look. */
	readonly keepsLeases: () => boolean;
	/** Called when a run has not come about, so that somebody looks again. */
	readonly onBlocked: (orgId: string) => void;
}

/** Dispatches the runs of the followers of this instance: a slot for each run, and a lease for each follower. */
export class Dispatcher {
	/** By which the followers of this instance are known. */
	readonly token = randomToken(16);
	readonly #deps: DispatcherDeps;
	readonly #known = new Map<string, Known>();
	readonly #fast = new FairQueue(FAST_SLOTS, FAST_SLOTS / 4);
	readonly #slow = new FairQueue(SLOW_SLOTS, SLOW_SLOTS / 4);
	readonly #running = new Set<Promise<void>>();
	#abort = new AbortController();
	#isOpen = true;
	#runs = 0;

	/** Creates an instance's share of the work. */
	constructor(deps: DispatcherDeps) {
		this.#deps = deps;
	}

	get runs(): number {
		return this.#runs;
	}

	/** Number of runs that wait for a slot, and of those that run. */
	get load(): { readonly waiting: number; readonly running: number } {
		return {
			waiting: this.#fast.waiting + this.#slow.waiting,
			running: this.#fast.running + this.#slow.running,
		};
	}

	/** Whether there is something new for a follower beyond what this instance knows it need not get. */
	isBehind(row: FollowerRow, head: number): boolean {
		const { passed = 0 } = this.#known.get(keyOf(row)) ?? {};
		return row.isActive && !row.isParked && Math.max(row.position, passed) < head;
	}

	/** Queues a run of a follower, or another once the current one is over. */
	wake(row: Pick<FollowerRow, "orgId" | "id" | "kind">, task: Task): void {
		if (!this.#isOpen) return;
		const known = this.#knownOf(row);
		if (known.tasks[task] === "running") known.tasks[task] = "again";
		if (known.tasks[task] === "idle") this.#queue(known, task);
	}

	/** Resolves once nothing waits and nothing runs. */
	async idle(): Promise<void> {
		while (this.#running.size > 0) await Promise.race(this.#running);
	}

	/** Takes on nothing more. */
	close(): void {
		this.#isOpen = false;
		this.#fast.clear();
		this.#slow.clear();
	}

	/** Aborts what runs. */
	abort(): void {
		this.#abort.abort(new Error("the process stops"));
	}

	/** Gives all followers back. */
	async releaseAll(): Promise<void> {
		await Promise.all([...this.#known.values()].map((known) => this.#release(known)));
	}

	/** Forgets followers for whom nothing is done any more. */
	forgetIdle(): void {
		const nowMs = this.#deps.clock.nowMs();
		for (const [key, { tasks, leasedUntilMs, releasing }] of this.#known) {
			const isIdle = tasks.forward === "idle" && tasks.due === "idle" && releasing === null;
			if (isIdle && leasedUntilMs <= nowMs) this.#known.delete(key);
		}
	}

	#knownOf({ orgId, id, kind }: Pick<FollowerRow, "orgId" | "id" | "kind">): Known {
		const key = keyOf({ orgId, id });
		const known: Known = this.#known.get(key) ?? {
			orgId,
			id,
			kind,
			tasks: { forward: "idle", due: "idle" },
			passed: 0,
			leasedUntilMs: 0,
			claiming: null,
			releasing: null,
			isSlow: false,
		};
		this.#known.set(key, known);
		return known;
	}

	#queue(known: Known, task: Task): void {
		known.tasks[task] = "queued";
		const queue = known.isSlow ? this.#slow : this.#fast;
		const ticket: Ticket = {
			party: known.orgId,
			run: () => {
				const ended = this.#occupy(known, task, queue, ticket).finally(() => this.#running.delete(ended));
				this.#running.add(ended);
			},
		};
		queue.add(ticket);
	}

	/** Does a run in its slot. Never rejects. */
	async #occupy(known: Known, task: Task, queue: FairQueue, ticket: Ticket): Promise<void> {
		known.tasks[task] = "running";
		this.#runs++;
		let isSlow = false;
		let occupied = queue;
		const timer = setTimeout(() => {
			isSlow = true;
			if (occupied !== this.#fast) return;
			occupied = this.#slow;
			occupied.enter(ticket);
			this.#fast.leave(ticket);
		}, SLOW_MS);
		const end = await this.#run(known, task);
		clearTimeout(timer);
		known.isSlow = isSlow;
		const isAgain = (known.tasks[task] as TaskState) === "again";
		known.tasks[task] = "idle";
		occupied.leave(ticket);
		if (!this.#isOpen) return;
		if (end === "blocked") this.#deps.onBlocked(known.orgId);
		else if (end === "more" || isAgain) this.#queue(known, task);
		else if (!this.#deps.keepsLeases()) await this.#releaseIdle(known);
	}

	/** @returns `blocked`: to be looked at again a little later */
	async #run(known: Known, task: Task): Promise<RunEnd | "blocked"> {
		const { store, workers, log } = this.#deps;
		const { orgId, id, kind } = known;
		try {
			const worker = workers.get(kind);
			if (worker === undefined || !(await this.#hold(known))) return "blocked";
			const row = await repository.find(store.db, orgId, id);
			if (row === undefined || !row.isActive || (task === "forward" && row.isParked)) return "idle";
			return await worker[task](this.#runOf(known, row));
		} catch (error) {
			if (error instanceof LeaseGoneError) known.leasedUntilMs = 0;
			else if (!this.#abort.signal.aborted)
				log.warn("the turn of a follower failed and is repeated", { orgId, follower: id, error });
			return "blocked";
		}
	}

	#runOf(known: Known, row: FollowerRow): FollowerRun {
		const held = { orgId: known.orgId, id: known.id, token: this.token };
		return {
			orgId: known.orgId,
			id: known.id,
			row,
			position: Math.max(row.position, known.passed),
			signal: this.#abort.signal,
			passOver(sequence) {
				known.passed = Math.max(known.passed, sequence);
			},
			async settle(tx, state: FollowerState) {
				if (!(await repository.settle(tx, held, state))) throw new LeaseGoneError(known.id);
			},
			async lock(tx) {
				const locked = await repository.lockHeld(tx, held);
				if (locked === undefined) throw new LeaseGoneError(known.id);
				return locked;
			},
			resume: () => this.wake(known, "forward"),
		};
	}

	/** Makes sure that the follower is this instance's; both tasks ask together. @returns false: it is another's, or gone */
	async #hold(known: Known): Promise<boolean> {
		const leftMs = known.leasedUntilMs - this.#deps.clock.nowMs();
		if (leftMs > LEASE_MS / 2 && leftMs <= LEASE_MS) return true;
		known.claiming ??= this.#claim(known).finally(() => {
			known.claiming = null;
		});
		return known.claiming;
	}

	async #claim(known: Known): Promise<boolean> {
		await known.releasing;
		const nowMs = this.#deps.clock.nowMs();
		const { db } = this.#deps.store.writing("follower.lease");
		const held = { orgId: known.orgId, id: known.id, token: this.token };
		const isHeld = await repository.claim(db, held, nowMs, nowMs + LEASE_MS);
		known.leasedUntilMs = isHeld ? nowMs + LEASE_MS : 0;
		return isHeld;
	}

	async #releaseIdle(known: Known): Promise<void> {
		const { tasks } = known;
		if (tasks.forward === "idle" && tasks.due === "idle") await this.#release(known);
	}

	async #release(known: Known): Promise<void> {
		if (known.leasedUntilMs === 0) return;
		known.leasedUntilMs = 0;
		known.releasing = this.#giveBack(known).finally(() => {
			known.releasing = null;
		});
		await known.releasing;
	}

	/** Never rejects. */
	async #giveBack({ orgId, id }: Known): Promise<void> {
		const { store, log } = this.#deps;
		try {
			await repository.release(store.writing("follower.lease").db, { orgId, id, token: this.token });
		} catch (error) {
			log.warn("a follower could not be released; others get it when its lease ends", { orgId, follower: id, error });
		}
	}
}

const keyOf = ({ orgId, id }: Pick<FollowerRow, "orgId" | "id">): string => `${orgId} ${id}`;
