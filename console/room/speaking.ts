import { levelOf } from "./devices.ts";
import type { MediaPath } from "./media-path.ts";
import { Store } from "./store.ts";

/** How often it is looked who speaks, in ms. */
const LOOK_MS = 250;
/** Above it somebody speaks, 0…1. */
const LOUD = 0.4;

/** Who speaks at this moment. */
export class Speaking {
	readonly store = new Store<{ readonly ids: ReadonlySet<string> }>({ ids: new Set() });
	/** Of the own microphone; 0 while it is muted. */
	ownPeak = 0;
	readonly #timer: ReturnType<typeof setInterval>;

	constructor(selfId: string, path: MediaPath) {
		this.#timer = setInterval(() => {
			const others = [...path.mesh.others.values()].map((other) => [other.id, path.level(other)] as const);
			const loud = [...others, [selfId, this.ownPeak] as const].filter(([, peak]) => levelOf(peak) > LOUD);
			const { ids } = this.store.value;
			if (loud.length !== ids.size || loud.some(([id]) => !ids.has(id)))
				this.store.set({ ids: new Set(loud.map(([id]) => id)) });
		}, LOOK_MS);
	}

	close(): void {
		clearInterval(this.#timer);
	}
}
