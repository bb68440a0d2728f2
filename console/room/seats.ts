import type { Person } from "./person.ts";
import { Store } from "./store.ts";

/** Tiles at most: one's own, and with more people one for all who have none. */
const MOST = 9;
/** A tile is not taken from somebody who has spoken or was seen within this time, in ms. */
const CALM_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;

type SeatedPerson = Pick<Person, "id" | "hand" | "hasPicture" | "tracks">;

/** Who has a tile. As long as there are enough, everybody; then those who speak, are seen or raise a hand, each for a while. */
export class Seats {
	readonly store = new Store<{ readonly ids: readonly string[] }>({ ids: [] });
	/** When each has last spoken or was seen. */
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
		const hands = new Set(people.flatMap(({ id, hand }) => (hand ? [id] : [])));
		const before = this.store.value.ids.filter((id) => present.has(id));
		const kept = new Set(before.toSorted(this.#byActivity).slice(0, MOST - 2));
		const ids = before.filter((id) => kept.has(id));
		const waiting = [...present].filter((id) => !kept.has(id)).sort(this.#byActivity);
		ids.push(...waiting.splice(0, MOST - 2 - ids.length));
		for (const id of waiting) {
			const isActive = this.#rankOf(id) >= nowMs;
			if (!isActive && !hands.has(id)) continue;
			// Of those in whose tile nothing has happened for a while. Who raises a hand does not take the place of who did.
			const calm = ids.filter((each) => nowMs - this.#rankOf(each) >= CALM_MS && (isActive || !hands.has(each)));
			const calmest = calm.toSorted(this.#byActivity).at(-1);
			if (calmest !== undefined) ids[ids.indexOf(calmest)] = id;
		}
		return ids;
	}

	#rankOf = (id: string): number => this.#activeAtMs.get(id) ?? NEVER;

	/** Who was active last comes first; of the others, who came first. */
	#byActivity = (a: string, b: string): number => {
		const [one, other] = [this.#rankOf(a), this.#rankOf(b)];
		return one === other ? 0 : other - one;
	};
}
