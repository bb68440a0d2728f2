/** A turn that waits for a place, or has one. */
export interface Ticket {
	readonly orgId: string;
	readonly run: () => void;
}

/** What one organization has in a {@link Ring}. */
interface Place {
	readonly waiting: Ticket[];
	running: number;
}

/**
 * Places for turns, a limited number of them. Organizations get them in turn, one each, and none has more than a quarter
 * of all; within an organization, first come, first served.
 */
export class Ring {
	readonly #limit: number;
	readonly #limitOfOne: number;
	/** Organizations with something that waits or runs, in the order of their turns. */
	readonly #places = new Map<string, Place>();
	#running = 0;
	#waiting = 0;

	/** Creates a ring with `limit` places, 4…. */
	constructor(limit: number) {
		this.#limit = limit;
		this.#limitOfOne = Math.floor(limit / 4);
	}

	/** Number of tickets that have a place. */
	get running(): number {
		return this.#running;
	}

	/** Number of tickets that wait. */
	get waiting(): number {
		return this.#waiting;
	}

	/** Queues a ticket, and starts whoever has a place now. */
	add(ticket: Ticket): void {
		this.#placeOf(ticket.orgId).waiting.push(ticket);
		this.#waiting++;
		this.#fill();
	}

	/** Gives the place of a ticket back, and starts whoever gets it. */
	leave({ orgId }: Ticket): void {
		const place = this.#placeOf(orgId);
		place.running--;
		this.#running--;
		if (place.running === 0 && place.waiting.length === 0) this.#places.delete(orgId);
		this.#fill();
	}

	/** Occupies a place for a ticket that has begun elsewhere, whether one is free or not. */
	enter({ orgId }: Ticket): void {
		this.#placeOf(orgId).running++;
		this.#running++;
	}

	/** Forgets everything that waits. */
	clear(): void {
		for (const [orgId, place] of this.#places) {
			place.waiting.length = 0;
			if (place.running === 0) this.#places.delete(orgId);
		}
		this.#waiting = 0;
	}

	#placeOf(orgId: string): Place {
		const known = this.#places.get(orgId);
		if (known !== undefined) return known;
		const place: Place = { waiting: [], running: 0 };
		this.#places.set(orgId, place);
		return place;
	}

	#fill(): void {
		while (this.#running < this.#limit && this.#waiting > 0) {
			const next = this.#next();
			if (next === undefined) return;
			next.run();
		}
	}

	/** Takes the next ticket: of the first organization that has one and may have another place, which goes to the end. */
	#next(): Ticket | undefined {
		for (const [orgId, place] of this.#places) {
			if (place.running >= this.#limitOfOne) continue;
			const ticket = place.waiting.shift();
			if (ticket === undefined) continue;
			this.#waiting--;
			place.running++;
			this.#running++;
			this.#places.delete(orgId);
			this.#places.set(orgId, place);
			return ticket;
		}
		return undefined;
	}
}
