import type { Person } from "./person.ts";
import { Store } from "./store.ts";

/** Tiles at most: one's own, and with more people one for all who have none. */
const MOST = 9;
/** A tile is not taken from somebody who has spoken or was seen within this time, in ms. */
const CALM_MS = 5_000;

type SeatedPerson = Pick<Person, "id" | "hasPicture" | "tracks">;

/** Who has a tile. As long as there are enough, everybody; then those who speak or are seen, each for a while. */
export class Seats {
	readonly store = new Store<{ readonly ids: readonly string[] }>({ ids: [] });
	readonly #activeAtMs = new Map<string, number>();
	readonly #ends: (() => void)[];

	constructor(
		room: Store<{ readonly people: readonly SeatedPerson[] } & object>,
		speaking: Store<{ readonly ids: ReadonlySet<string> }>,
	) {
		const update = () => this.take(room.value.people, speaking.value.ids, performance.now());
		this.#ends = [room.subscribe(update), speaking.subscribe(update)];
	}

	/** Takes who is there and who speaks now. */
	take(people: readonly SeatedPerson[], speaking: ReadonlySet<string>, nowMs: number): void {
		const isActive = ({ id, hasPicture, tracks }: SeatedPerson) =>
			speaking.has(id) || (hasPicture && tracks.picture !== null);
		for (const person of people) if (isActive(person)) this.#activeAtMs.set(person.id, nowMs);
		const ids = this.#seat(people, nowMs);
		const before = this.store.value.ids;
		if (ids.length !== before.length || ids.some((id, at) => id !== before[at])) this.store.set({ ids });
	}

	close(): void {
		for (const end of this.#ends) end();
	}

	#seat(people: readonly SeatedPerson[], nowMs: number): readonly string[] {
		const present = new Set(people.map(({ id }) => id));
		for (const id of this.#activeAtMs.keys()) if (!present.has(id)) this.#activeAtMs.delete(id);
		if (people.length < MOST) return [...present];
		const seats = MOST - 2;
		const rank = (id: string) => this.#activeAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
		const byRank = (a: string, b: string) => rank(b) - rank(a);
		const before = this.store.value.ids.filter((id) => present.has(id));
		const kept = new Set(before.toSorted(byRank).slice(0, seats));
		const ids = before.filter((id) => kept.has(id));
		const waiting = [...present].filter((id) => !kept.has(id)).sort(byRank);
		ids.push(...waiting.splice(0, seats - ids.length));
		for (const id of waiting) {
			// Only who is active at this moment takes a place, in which nothing has happened for a while.
			const [calmest] = ids.toSorted((a, b) => rank(a) - rank(b));
			if (rank(id) < nowMs || calmest === undefined || nowMs - rank(calmest) < CALM_MS) break;
			ids[ids.indexOf(calmest)] = id;
		}
		return ids;
	}
}
