import { Store } from "./store.ts";
import type { Via } from "./via.ts";

/** What has just happened in the room, to be said in a sentence or two. */
export interface Happened {
	readonly joined: readonly string[];
	readonly left: readonly string[];
	/** Who has raised a hand. */
	readonly hands: readonly string[];
	readonly own: "muted" | "microphone" | "camera" | "host" | null;
	/** `refused`: it has stopped, because not all agree. */
	readonly recording: "started" | "stopped" | "refused" | null;
	/** Live captions of the meeting were switched. */
	readonly captions: "on" | "off" | null;
	/** How sound and pictures go from now on. */
	readonly via: Via | null;
}

const NOTHING: Happened = { joined: [], left: [], hands: [], own: null, recording: null, captions: null, via: null };
/** What happens within this time is said together: eight who arrive would be read for a minute. */
const TOGETHER_MS = 1_500;
/** How long it is to be read, in ms. */
const SHOWN_MS = 8_000;

interface Named {
	readonly id: string;
	readonly name: string;
}

/** Gathers what happens, so that it is said once and briefly. */
export class News {
	readonly store = new Store<Happened>(NOTHING);
	#gathered = NOTHING;
	#timer: ReturnType<typeof setTimeout> | null = null;
	#ending: ReturnType<typeof setTimeout> | null = null;
	/** Names of those who are there, by participant; null: it is not known yet. */
	#there: ReadonlyMap<string, string> | null = null;

	/** Notes who was there already; only the first time. */
	start(people: readonly Named[]): void {
		this.#there ??= new Map(people.map(({ id, name }) => [id, name]));
	}

	/** Finds out who has come and gone. */
	compare(people: readonly Named[]): void {
		const before = this.#there;
		if (before === null) return;
		const now = new Map(people.map(({ id, name }) => [id, name]));
		this.#there = now;
		const joined = people.flatMap(({ id, name }) => (before.has(id) ? [] : [name]));
		const left = [...before].flatMap(([id, name]) => (now.has(id) ? [] : [name]));
		if (joined.length + left.length > 0) this.add({ joined, left });
	}

	add(happened: Partial<Happened>): void {
		const { joined = [], left = [], hands = [], own = null, recording = null, captions = null, via = null } = happened;
		const before = this.#gathered;
		// Who leaves and comes back at once has done neither.
		this.#gathered = {
			joined: [...without(before.joined, left), ...without(joined, before.left)],
			left: [...without(before.left, joined), ...without(left, before.joined)],
			hands: [...before.hands, ...hands],
			own: own ?? before.own,
			recording: recording ?? before.recording,
			captions: captions ?? before.captions,
			via: via ?? before.via,
		};
		this.#timer ??= setTimeout(() => {
			this.#timer = null;
			this.store.set(this.#gathered);
			this.#gathered = NOTHING;
			if (this.#ending) clearTimeout(this.#ending);
			this.#ending = setTimeout(() => this.store.set(NOTHING), SHOWN_MS);
		}, TOGETHER_MS);
	}

	close(): void {
		if (this.#timer) clearTimeout(this.#timer);
		if (this.#ending) clearTimeout(this.#ending);
	}
}

const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
	names.filter((name) => !others.includes(name));
