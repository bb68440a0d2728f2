import { isJsonObject, type JsonObject, pointerStep } from "./json.ts";

/** One member that changed; `path` is a JSON Pointer, a value that was or is absent is null. */
export type FieldChange = Readonly<{ path: string; from: unknown; to: unknown }>;

/**
 * What differs between two representations of one resource, down to the members of its members; lists count as a whole.
 * A member one of them lacks is null there.
 * @param names the members looked at, in this order; default: all of both
 */
export const differencesBetween = (
	before: JsonObject,
	after: JsonObject,
	names: readonly string[] = namesOf(before, after),
): FieldChange[] => differencesBelow("", before, after, names);

const namesOf = (before: JsonObject, after: JsonObject): string[] => [
	...new Set([...Object.keys(before), ...Object.keys(after)]),
];

function differencesBelow(
	path: string,
	before: JsonObject,
	after: JsonObject,
	names: readonly string[],
): FieldChange[] {
	return names.flatMap((name) => {
		const [from = null, to = null] = [before[name], after[name]];
		const at = `${path}/${pointerStep(name)}`;
		if (isJsonObject(from) && isJsonObject(to)) return differencesBelow(at, from, to, namesOf(from, to));
		return Bun.deepEquals(from, to) ? [] : [{ path: at, from, to }];
	});
}
