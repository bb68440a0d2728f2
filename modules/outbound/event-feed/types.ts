const NAME = "[a-z][a-z_]*";
const PATTERN = new RegExp(`^(?:\\*|${NAME}(?:\\.${NAME})*(?:\\.\\*)?)$`);
const WILDCARD = ".*";

/** The types of events that the program announces. */
export interface EventTypes {
	/** All of them, in alphabetical order. */
	readonly all: readonly string[];
	/**
	 * Returns the types that patterns stand for; null: all. A pattern that stands for none is left out.
	 * @param patterns exact types, or such as `meeting.*`; an empty list stands for all
	 */
	matching(patterns: readonly string[]): readonly string[] | null;
	/** Whether a pattern stands for any type. */
	isKnown(pattern: string): boolean;
}

/** Whether a text has the form of a pattern. */
export const isEventPattern = (text: string): boolean => PATTERN.test(text);

const matches = (type: string, pattern: string): boolean =>
	pattern === "*" || type === pattern || (pattern.endsWith(WILDCARD) && type.startsWith(pattern.slice(0, -1)));

/** Creates the catalogue of types. */
export function createEventTypes(types: Iterable<string>): EventTypes {
	const all = [...new Set(types)].sort();
	return {
		all,
		matching(patterns) {
			if (patterns.length === 0 || patterns.includes("*")) return null;
			return all.filter((type) => patterns.some((pattern) => matches(type, pattern)));
		},
		isKnown: (pattern) => all.some((type) => matches(type, pattern)),
	};
}
