import type { FieldChange } from "#platform/outbox";

type Members = Readonly<Record<string, unknown>>;

/**
 * What differs between two representations of one resource, down to the members of its members; lists count as a whole.
 * A member one of them lacks is null there.
 */
export function differencesBetween(before: Members, after: Members, path = ""): FieldChange[] {
	const names = new Set([...Object.keys(before), ...Object.keys(after)]);
	return [...names].flatMap((name) => {
		const [from = null, to = null] = [before[name], after[name]];
		const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		if (isObject(from) && isObject(to)) return differencesBetween(from, to, at);
		return Bun.deepEquals(from, to) ? [] : [{ path: at, from, to }];
	});
}

const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);
