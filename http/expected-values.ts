import type { TSchema } from "@sinclair/typebox";

/** Joins alternatives: "a, b, or c". */
const either = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns what a schema takes, as the end of "must be …": "a whole number from 1 to 100", "true or false, or null". */
export function expectedValue(schema: TSchema): string {
	if (schema.const !== undefined) return String(schema.const);
	switch (schema.type) {
		case "integer":
			return `a whole number${range(schema)}`;
		case "number":
			return `a number${range(schema)}`;
		case "boolean":
			return "true or false";
		case "object":
		case "array":
			return `an ${schema.type}`;
		case "string":
			return "a string";
		default:
			return String(schema.type ?? "something else");
	}
}

/** Returns what one of several schemas takes: "one of week, month, or null" or "a whole number, or null". */
export function expectedAlternatives(options: readonly TSchema[]): string {
	const all = options.flatMap(alternativesOf);
	const names = all.filter(isName).map(expectedValue);
	const others = [...new Set(all.filter((option) => !isName(option)).map(expectedValue))];
	if (names.length < 2) return either.format([...names, ...others]);
	return `one of ${names.join(", ")}${others.length > 0 ? `, or ${either.format(others)}` : ""}`;
}

/** Returns the schemas of which a value may fit any. */
const alternativesOf = (schema: TSchema): readonly TSchema[] =>
	schema.anyOf ? (schema.anyOf as readonly TSchema[]).flatMap(alternativesOf) : [schema];

const isName = ({ const: value }: TSchema): boolean => value !== undefined;

/** Returns the bounds of a number, where it has any that matter. */
function range({ minimum, maximum }: TSchema): string {
	const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
	if (minimum !== undefined && isBounded) return ` from ${minimum} to ${maximum}`;
	if (minimum !== undefined) return ` of at least ${minimum}`;
	return isBounded ? ` of at most ${maximum}` : "";
}
