/**
 * Fair queues of what tenants share. Whatever waits belongs to a party (an organization, or the installation itself,
 * {@link INSTALLATION}); parties are served round-robin, one item each, and none has more than its share of the slots. So
 * a tenant that queues thousands of things delays another one by a single item.
 *
 * Where to use what:
 * - work that is stored: a queue of `platform/jobs`, which is fair by the job's `orgId`. Nothing else to do;
 *   `concurrency` and `share` bound what runs. What a person waits for gets a queue of its own;
 * - work in memory (a child process, a server with few slots, a pool of threads): {@link FairLimiter};
 * - work with slots of its own kind: {@link FairQueue};
 * - long work that would keep the event loop to itself: `Slices` of `kernel/slices`, whose pauses are fair;
 * - something that is had, not waited for (connections, bytes, descriptors): {@link shareOf} of what there is, and refuse.
 */

/** The party of work that is of no organization. It has no share: its queues are its own. */
export const INSTALLATION = "";

/**
 * Returns how many of `slots` one party may have: half of them, so that there is always one for another; all of them
 * where there is only one.
 */
export const shareOf = (slots: number): number => Math.ceil(slots / 2);

/** Options of {@link roundRobin}. */
export interface RoundRobinOptions<T> {
	readonly partyOf: (item: T) => string;
	/** The party that was served last. */
	readonly last: string;
	readonly limit: number;
	/** How many a party may have. */
	readonly roomOf: (party: string) => number;
}

/**
 * Returns what of `waiting` is next: one item of each party in a fixed order, beginning after the one that was last; the
 * items of a party keep their order.
 */
export function roundRobin<T>(waiting: readonly T[], { partyOf, last, limit, roomOf }: RoundRobinOptions<T>): T[] {
	const byParty = [...Map.groupBy(waiting, partyOf)].map(([party, items]) => ({
		party,
		items: items.slice(0, Math.max(0, roomOf(party))),
	}));
	const isNext = ({ party }: { readonly party: string }): boolean => party > last;
	const ordered = byParty.sort((a, b) => (a.party < b.party ? -1 : 1));
	const parties = [...ordered.filter(isNext), ...ordered.filter((each) => !isNext(each))];
	const rounds = Math.max(0, ...parties.map(({ items }) => items.length));
	return Array.from({ length: rounds }, (_, round) => parties.flatMap(({ items }) => items.slice(round, round + 1)))
		.flat()
		.slice(0, limit);
}

/** Work that waits for a slot, or has one. */
export interface Ticket {
	readonly party: string;
	readonly run: () => void;
}

/** What one party has in a {@link FairQueue}. */
interface Party {
	readonly waiting: Ticket[];
	running: number;
}

/** Slots for work in memory, given to parties round-robin; within a party, first come, first served. */
export class FairQueue {
	readonly #limit: number;
	readonly #share: number;
	/** Parties with something that waits or runs, the next one first. */
	readonly #parties = new Map<string, Party>();
	#running = 0;
	#waiting = 0;

	/** Creates a queue with `limit` slots, of which a party has `share` at most. */
	constructor(limit: number, share = shareOf(limit)) {
		this.#limit = limit;
		this.#share = share;
	}

	/** Number of tickets that have a slot. */
	get running(): number {
		return this.#running;
	}

	/** Number of tickets that wait. */
	get waiting(): number {
		return this.#waiting;
	}

	/** Number of tickets of a party that wait. */
	waitingOf(party: string): number {
		return this.#parties.get(party)?.waiting.length ?? 0;
	}

	/** Queues a ticket, and starts the next one if a slot is free. */
	add(ticket: Ticket): void {
		this.#partyOf(ticket).waiting.push(ticket);
		this.#waiting++;
		this.#fill();
	}

	/** Gives the slot of a ticket back, and starts the next one. */
	leave(ticket: Ticket): void {
		this.#partyOf(ticket).running--;
		this.#running--;
		this.#forgetIdle(ticket.party);
		this.#fill();
	}

	/** Occupies a slot for a ticket that has begun elsewhere, whether one is free or not. */
	enter(ticket: Ticket): void {
		this.#partyOf(ticket).running++;
		this.#running++;
	}

	/** Removes a ticket that waits. */
	remove(ticket: Ticket): void {
		const { waiting } = this.#partyOf(ticket);
		const at = waiting.indexOf(ticket);
		if (at >= 0) {
			waiting.splice(at, 1);
			this.#waiting--;
		}
		this.#forgetIdle(ticket.party);
	}

	/** Removes everything that waits. */
	clear(): void {
		for (const [name, party] of this.#parties) {
			party.waiting.length = 0;
			this.#forgetIdle(name);
		}
		this.#waiting = 0;
	}

	#partyOf({ party }: Ticket): Party {
		const known = this.#parties.get(party);
		if (known !== undefined) return known;
		const added: Party = { waiting: [], running: 0 };
		this.#parties.set(party, added);
		return added;
	}

	#forgetIdle(name: string): void {
		const party = this.#parties.get(name);
		if (party?.running === 0 && party.waiting.length === 0) this.#parties.delete(name);
	}

	#fill(): void {
		while (this.#running < this.#limit && this.#waiting > 0) {
			const next = this.#next();
			if (next === undefined) return;
			next.run();
		}
	}

	/** Takes the next ticket: of the first party that has one and may have another slot, which goes to the end. */
	#next(): Ticket | undefined {
		for (const [name, party] of this.#parties) {
			if (name !== INSTALLATION && party.running >= this.#share) continue;
			const ticket = party.waiting.shift();
			if (ticket === undefined) continue;
			this.#waiting--;
			party.running++;
			this.#running++;
			this.#parties.delete(name);
			this.#parties.set(name, party);
			return ticket;
		}
		return undefined;
	}
}

/** Bounds how much work is done at once; the rest waits in a fair queue. */
export class FairLimiter {
	readonly #queue: FairQueue;

	/** Creates a limiter with `slots`, of which a party has `share` at most. */
	constructor(slots: number, share?: number) {
		this.#queue = new FairQueue(slots, share);
	}

	/** Amount of work that waits, of all parties or of one. */
	waiting(party?: string): number {
		return party === undefined ? this.#queue.waiting : this.#queue.waitingOf(party);
	}

	/**
	 * Does the work of a party once it has a slot.
	 * @throws the reason of `signal` when it aborts before, and what the work throws
	 */
	async run<T>(party: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
		signal?.throwIfAborted();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const ticket: Ticket = { party, run: resolve };
		const leave = () => {
			this.#queue.remove(ticket);
			reject(signal?.reason);
		};
		signal?.addEventListener("abort", leave, { once: true });
		this.#queue.add(ticket);
		await promise.finally(() => signal?.removeEventListener("abort", leave));
		try {
			signal?.throwIfAborted();
			return await work();
		} finally {
			this.#queue.leave(ticket);
		}
	}
}
