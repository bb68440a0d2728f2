import { isJsonObject, type JsonObject, pointerToken } from "./json.ts";

/** A member that changed; `path` is a JSON Pointer. A value that was or is absent is null. */
export type FieldChange = Readonly<{ path: string; from: unknown; to: unknown }>;

/**
 * Returns the differences between two representations of one resource, recursing into objects; lists are compared as a
 * whole. A member that one of them lacks is null there.
 * @param names the members to compare, in this order; default: all members of both
 */
export const differencesBetween = (
	before: JsonObject,
	after: JsonObject,
	names: readonly string[] = namesOf(before, after),
): FieldChange[] => diffMembers("", before, after, names);

const namesOf = (before: JsonObject, after: JsonObject): string[] => [
	...new Set([...Object.keys(before), ...Object.keys(after)]),
];

function diffMembers(path: string, before: JsonObject, after: JsonObject, names: readonly string[]): FieldChange[] {
	return names.flatMap((name) => {
		const [from, to] = [memberOf(before, name), memberOf(after, name)];
		const at = `${path}/${pointerToken(name)}`;
		if (isJsonObject(from) && isJsonObject(to)) return diffMembers(at, from, to, namesOf(from, to));
		return Bun.deepEquals(from, to) ? [] : [{ path: at, from, to }];
	});
}

/** Returns a member; null without it, also when its name is one that every object has, such as `toString`. */
const memberOf = (object: JsonObject, name: string): unknown =>
	(Object.hasOwn(object, name) ? object[name] : null) ?? null;
