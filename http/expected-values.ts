import type { TSchema } from "@sinclair/typebox";
import { type Text, text } from "#kernel/texts";

/** What a schema takes: a text, or a name that is the same in every language. */
type Expected = string | Text;

/** Values of which each is taken. */
interface Alternatives {
	readonly anyOf: readonly Expected[];
}

/** Returns what a schema takes, as a value of "must be {expected}": "a whole number from 1 to 100". */
export function expectedValue(schema: TSchema): Expected {
	if (schema.const !== undefined) return String(schema.const);
	switch (schema.type) {
		case "integer":
			return wholeNumber(schema);
		case "number":
			return number(schema);
		case "boolean":
			return text("true or false");
		case "object":
			return text("an object");
		case "array":
			return text("an array");
		case "string":
			return text("a string");
		default:
			return schema.type === undefined ? text("something else") : String(schema.type);
	}
}

/** Returns what one of several schemas takes: "one of week, month, or null" or "a whole number, or null". */
export function expectedAlternatives(options: readonly TSchema[]): Expected | Alternatives {
	const all = options.flatMap(alternativesOf);
	const names = all.filter(isName).map(({ const: name }) => String(name));
	const others = [
		...new Map(
			all.filter((option) => !isName(option)).map((each) => [JSON.stringify(expectedValue(each)), expectedValue(each)]),
		).values(),
	];
	if (names.length < 2) return { anyOf: [...names, ...others] };
	return others.length === 0
		? text("one of {values}", { values: names })
		: text("one of {values}, or {others}", { values: names, others: { anyOf: others } });
}

/** Returns the schemas of which a value may fit any. */
const alternativesOf = (schema: TSchema): readonly TSchema[] =>
	schema.anyOf ? (schema.anyOf as readonly TSchema[]).flatMap(alternativesOf) : [schema];

const isName = ({ const: value }: TSchema): boolean => value !== undefined;

/** Returns the upper bound of a number, where it has one that matters. */
const boundOf = ({ maximum }: TSchema): number | undefined =>
	maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;

function wholeNumber(schema: TSchema): Text {
	const minimum: number | undefined = schema.minimum;
	const maximum = boundOf(schema);
	if (minimum !== undefined && maximum !== undefined)
		return text("a whole number from {minimum} to {maximum}", { minimum, maximum });
	if (minimum !== undefined) return text("a whole number of at least {minimum}", { minimum });
	return maximum === undefined ? text("a whole number") : text("a whole number of at most {maximum}", { maximum });
}

function number(schema: TSchema): Text {
	const minimum: number | undefined = schema.minimum;
	const maximum = boundOf(schema);
	if (minimum !== undefined && maximum !== undefined)
		return text("a number from {minimum} to {maximum}", { minimum, maximum });
	if (minimum !== undefined) return text("a number of at least {minimum}", { minimum });
	return maximum === undefined ? text("a number") : text("a number of at most {maximum}", { maximum });
}
