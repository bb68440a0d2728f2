import { exampleId } from "#http/schemas";
import type { IdPrefix, NewId } from "#kernel/ids";

/** Ids of what is seeded: those that the examples of the OpenAPI document name, where they are expected. */
export interface SeedIds {
	readonly newId: NewId;
	/** Gives the next of each of these kinds the id of the examples. */
	expect(...kinds: readonly IdPrefix[]): void;
	/** Gives new ids to everything from now on. */
	forget(): void;
}

/** Creates the ids of a run of `parley seed`. @param newId for everything that no example names */
export function createSeedIds(newId: NewId): SeedIds {
	const expected = new Set<IdPrefix>();
	return {
		newId: (prefix) => (expected.delete(prefix) ? exampleId(prefix) : newId(prefix)),
		expect(...kinds) {
			for (const kind of kinds) expected.add(kind);
		},
		forget: () => expected.clear(),
	};
}
