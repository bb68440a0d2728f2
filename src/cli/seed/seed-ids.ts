import { exampleId } from "#http/schemas";
import type { IdPrefix, NewId } from "#kernel/ids";

/** Ids of what is seeded: those that the examples of the OpenAPI document name, where they are expected. */
export interface SeedIds {
	readonly newId: NewId;
	/** Gives the next of the kind of each of these ids that id. */
	expect(...ids: readonly string[]): void;
	/** Gives new ids to everything from now on. */
	forget(): void;
	/** Whether something has this id of an example. */
	isTaken(id: string): boolean;
}

/** Creates the ids of a run of `parley seed`. @param newId for everything that no example names */
export function createSeedIds(newId: NewId): SeedIds {
	const expected = new Map<string, string>();
	const taken = new Set<string>();
	const take = (prefix: IdPrefix) => {
		const id = expected.get(prefix);
		expected.delete(prefix);
		if (id !== undefined) taken.add(id);
		return id;
	};
	return {
		newId: (prefix) => take(prefix) ?? newId(prefix),
		expect(...ids) {
			for (const id of ids) expected.set(id.slice(0, id.indexOf("_")), id);
		},
		forget: () => expected.clear(),
		isTaken: (id) => taken.has(id),
	};
}

/** The ids of the examples, for one organization. */
export interface Examples {
	/** Gives the next of each of these kinds the first id of its kind. */
	expect(...kinds: readonly IdPrefix[]): void;
	/** Gives the next of the kind of each of these ids that id. */
	expectIds(...ids: readonly string[]): void;
	/** Gives new ids to everything from now on. */
	forget(): void;
}

/** Returns the ids of the examples. @param isExample false: the organization is not the one of the examples, and gets new ids */
export const examplesOf = (ids: SeedIds, isExample: boolean): Examples => ({
	expect: (...kinds) => (isExample ? ids.expect(...kinds.map((kind) => exampleId(kind))) : undefined),
	expectIds: (...expected) => (isExample ? ids.expect(...expected) : undefined),
	forget: ids.forget,
});
