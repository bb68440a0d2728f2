/**
 * Turns and shares: what tenants use together. Whatever waits is somebody's (an organization, or the installation itself,
 * {@link INSTALLATION}); parties take turns, one piece of work each, and none has more than its share of the places. So
 * a tenant that queues thousands of things delays another one by a single turn.
 *
 * Where to use what:
 * - work that is stored: a queue of `platform/jobs`, which takes turns by the job's `orgId`. Nothing else to do;
 *   `concurrency` and `share` bound what runs. What a person waits for gets a queue of its own (a lane);
 * - work in memory (a child process, a server with few places, a pool of threads): {@link Turns};
 * - work with places of its own kind: {@link Ring};
 * - long work that would keep the event loop to itself: `Slices` of `kernel/slices`, whose pauses take turns;
 * - something that is had, not waited for (connections, bytes, descriptors): {@link shareOf} of what there is, and refuse.
 */

/** The party of work that is of no organization. It has no share: its queues are its own. */
export const INSTALLATION = "";

/**
 * Returns how many of `places` one party may have: half of them, so that there is always a place for another; all of them
 * where there is only one.
 */
export const shareOf = (places: number): number => Math.ceil(places / 2);

/** Options of {@link inTurns}. */
export interface TurnOptions<T> {
	/** Whose it is. */
	readonly partyOf: (item: T) => string;
	/** Who had the last turn. */
	readonly last: string;
	/** How many may be taken. */
	readonly limit: number;
	/** How many a party may have. */
	readonly roomOf: (party: string) => number;
}

/**
 * Returns what of `waiting` is next: parties take turns in a fixed order, beginning after the one that was last; what is
 * of one party keeps its order.
 */
export function inTurns<T>(waiting: readonly T[], { partyOf, last, limit, roomOf }: TurnOptions<T>): T[] {
	const byParty = [...Map.groupBy(waiting, partyOf)].map(([party, items]) => ({
		party,
		items: items.slice(0, Math.max(0, roomOf(party))),
	}));
	const isNext = ({ party }: { readonly party: string }): boolean => party > last;
	const ordered = byParty.sort((a, b) => (a.party < b.party ? -1 : 1));
	const ring = [...ordered.filter(isNext), ...ordered.filter((each) => !isNext(each))];
	const rounds = Math.max(0, ...ring.map(({ items }) => items.length));
	return Array.from({ length: rounds }, (_, round) => ring.flatMap(({ items }) => items.slice(round, round + 1)))
		.flat()
		.slice(0, limit);
}

/** Work that waits for a place, or has one. */
export interface Ticket {
	/** Whose work it is. */
	readonly party: string;
	readonly run: () => void;
}

/** What one party has in a {@link Ring}. */
interface Party {
	readonly waiting: Ticket[];
	running: number;
}

/** Places for work in memory. Parties get them in turn, one each; within a party, first come, first served. */
export class Ring {
	readonly #limit: number;
	readonly #share: number;
	/** Parties with something that waits or runs, in the order of their turns. */
	readonly #parties = new Map<string, Party>();
	#running = 0;
	#waiting = 0;

	/** Creates a ring with `limit` places, of which a party has `share` at most. */
	constructor(limit: number, share = shareOf(limit)) {
		this.#limit = limit;
		this.#share = share;
	}

	/** Number of tickets that have a place. */
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

	/** Queues a ticket, and starts the next one if there is a place. */
	add(ticket: Ticket): void {
		this.#partyOf(ticket).waiting.push(ticket);
		this.#waiting++;
		this.#fill();
	}

	/** Gives the place of a ticket back, and starts the next one. */
	leave(ticket: Ticket): void {
		this.#partyOf(ticket).running--;
		this.#running--;
		this.#forgetIdle(ticket.party);
		this.#fill();
	}

	/** Occupies a place for a ticket that has begun elsewhere, whether one is free or not. */
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

	/** Takes the next ticket: of the first party that has one and may have another place, which goes to the end. */
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

/** Lets so much work be done at once; the rest waits for its turn. */
export class Turns {
	readonly #ring: Ring;

	/** Creates turns with `places`, of which a party has `share` at most. */
	constructor(places: number, share?: number) {
		this.#ring = new Ring(places, share);
	}

	/** Amount of work that waits, of all parties or of one. */
	waiting(party?: string): number {
		return party === undefined ? this.#ring.waiting : this.#ring.waitingOf(party);
	}

	/**
	 * Does the work of a party when it is its turn.
	 * @throws the reason of `signal` when it aborts before, and what the work throws
	 */
	async take<T>(party: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
		signal?.throwIfAborted();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const ticket: Ticket = { party, run: resolve };
		const leave = () => {
			this.#ring.remove(ticket);
			reject(signal?.reason);
		};
		signal?.addEventListener("abort", leave, { once: true });
		this.#ring.add(ticket);
		await promise.finally(() => signal?.removeEventListener("abort", leave));
		try {
			signal?.throwIfAborted();
			return await work();
		} finally {
			this.#ring.leave(ticket);
		}
	}
}
