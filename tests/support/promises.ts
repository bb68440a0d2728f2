import type { Contents, OrganizationState } from "./contents.ts";

/** What was promised of organizations in the course of time, to be held against what an earlier moment has left. */
export class Promises {
	/** The states of each organization, oldest first. */
	readonly #states = new Map<string, { readonly state: OrganizationState; readonly at: number }[]>();
	readonly #now: () => number;

	/** @param now returns how far the time is that moments are told by, such as the length of a recording */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Remembers that the state of an organization was acknowledged now. */
	add(id: string, state: OrganizationState): void {
		const states = this.#states.get(id) ?? [];
		states.push({ state, at: this.#now() });
		this.#states.set(id, states);
	}

	/** Returns how many states were acknowledged before a moment. */
	countBefore(moment: number): number {
		return [...this.#states.values()].flat().filter(({ at }) => at <= moment).length;
	}

	/** Returns what is inconsistent in what a moment has left, or earlier than what was acknowledged before. */
	faultsAt(moment: number, { faults, organizations }: Contents): readonly string[] {
		const broken = [...this.#states].flatMap(([id, states]) => {
			const promised = states.findLastIndex(({ at }) => at <= moment);
			const found = organizations.get(id);
			if (found === undefined) return promised < 0 ? [] : [`${id} is lost`];
			const isKept = states.slice(Math.max(0, promised)).some(({ state }) => Bun.deepEquals(state, found));
			return isKept ? [] : [`${id} is ${JSON.stringify(found)}, promised ${JSON.stringify(states[promised]?.state)}`];
		});
		return [...faults, ...broken];
	}
}
