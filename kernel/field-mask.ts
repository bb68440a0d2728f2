import { AppError } from "./errors.ts";
import { asValue, type Message, type Text, text } from "./texts.ts";

/** Maximum length of a `fields` parameter, in characters. */
export const MAX_FIELDS_LENGTH = 1024;
const MAX_FIELDS_PATHS = 50;
const MAX_FIELDS_DEPTH = 4;

/**
 * The names of a representation that `fields` can select, including those shown only on request. `true` is a value that
 * is shown as a whole, such as a text or an object with arbitrary names; its members cannot be selected.
 */
export type FieldShape = { readonly [name: string]: FieldShape | true };

/** The selected names; `true` selects everything below. */
export type FieldMask = ReadonlyMap<string, FieldMask | true>;
type Draft = Map<string, Draft | true>;

/** A value of which `fields` may have selected only some members. */
export type Selection<T> = T extends readonly (infer I)[]
	? Selection<I>[]
	: T extends object
		? { [K in keyof T]?: Selection<T[K]> }
		: T;

/** Reduces values to what is shown of them. */
export interface Projection<T, Shown> {
	(value: T): Shown;
	/** Whether a member is shown, so that what is stored apart is read only then. */
	readonly shows: (name: string) => boolean;
}

/** Parses `fields` for values of one type. */
export interface Selector<T, Shown = T | Selection<T>> {
	/**
	 * Returns the projection to the members named by the parameter; without the parameter, the value stays whole.
	 * @throws `invalid_fields` as {@link parseFields} does
	 */
	parse(fields: string | undefined): Projection<T, Shown>;
}

/** Creates a projection. */
export const projection = <T, Shown>(
	show: (value: T) => Shown,
	shows: (name: string) => boolean,
): Projection<T, Shown> => Object.assign((value: T) => show(value), { shows });

/** Creates the selector of values with this shape. */
export const selector = <T>(shape: FieldShape): Selector<T> => ({
	parse(fields) {
		if (fields === undefined)
			return projection<T, T | Selection<T>>(
				(value) => value,
				() => true,
			);
		const mask = parseFields(fields, shape);
		return projection(
			(value) => project(value, mask) as Selection<T>,
			(name) => mask.has(name),
		);
	},
});

/**
 * Parses a `fields` parameter: `name,settings.timezone`, `settings(timezone,defaultLanguage)`, or `*` for every name of
 * the shape. Naming an object selects all of it.
 * @throws `invalid_fields` when it is ill-formed, exceeds a limit, or has an unknown name; `meta.allowed` then lists
 * the names allowed in its place
 */
export function parseFields(fields: string, shape: FieldShape): FieldMask {
	if (fields.length > MAX_FIELDS_LENGTH)
		throw invalidFields(text("must have at most {most} characters", { most: MAX_FIELDS_LENGTH }), shape);
	return new FieldsParser(fields, shape).parse();
}

/**
 * Returns the members of `value` that `mask` selects, in the order of `value`; an array is projected item by item.
 * Names that `value` lacks are omitted; null and other values without members are returned unchanged.
 */
export function project(value: unknown, mask: FieldMask): unknown {
	if (Array.isArray(value)) return value.map((item) => project(item, mask));
	if (typeof value !== "object" || value === null) return value;
	const shown: [string, unknown][] = [];
	for (const [name, member] of Object.entries(value)) {
		const below = mask.get(name);
		if (below !== undefined) shown.push([name, below === true ? member : project(member, below)]);
	}
	return Object.fromEntries(shown);
}

/** @param allowed names allowed in place of the error, below `parents` */
function invalidFields(message: Message, allowed: FieldShape, parents: readonly string[] = []): AppError {
	const names = Object.keys(allowed).map((name) => [...parents, name].join("."));
	return new AppError("invalid_fields", text("{member} {problem}.", { member: "fields", problem: asValue(message) }), {
		meta: { allowed: names },
		fieldErrors: [{ path: "/fields", code: "invalid", message }],
	});
}

/** Recursive descent parser; the depth limit bounds the recursion. */
class FieldsParser {
	readonly #text: string;
	readonly #shape: FieldShape;
	#position = 0;
	#paths = 0;

	constructor(text: string, shape: FieldShape) {
		this.#text = text;
		this.#shape = shape;
	}

	/** Parses the whole parameter. */
	parse(): FieldMask {
		const mask: Draft = new Map();
		this.#list(mask, this.#shape, []);
		if (this.#position < this.#text.length) throw this.#syntaxError(text("a comma"));
		return mask;
	}

	/** Parses `path *("," path)` and adds it to `mask`, the selection so far of the object at `parents`. */
	#list(mask: Draft, shape: FieldShape, parents: readonly string[]): void {
		do this.#path(mask, shape, parents);
		while (this.#take(","));
	}

	/** Parses `name *("." name) | name "(" fields ")" | "*"`. */
	#path(mask: Draft, shape: FieldShape, parents: readonly string[]): void {
		if (this.#take("*")) {
			this.#count();
			for (const name of Object.keys(shape)) mask.set(name, true);
			return;
		}
		const name = this.#name();
		const path = [...parents, name];
		const below = this.#lookUp(name, shape, path);
		if (this.#take("(")) {
			this.#list(this.#inside(mask, name), this.#membersOf(below, path), path);
			if (!this.#take(")")) throw this.#syntaxError(text("a comma or a closing parenthesis"));
		} else this.#chain(mask, below, path);
	}

	/** Parses the rest of `name *("." name)`; the last name so far is the end of `path`. */
	#chain(mask: Draft, below: FieldShape | true, path: readonly string[]): void {
		const name = path.at(-1) ?? "";
		if (this.#take(".")) {
			const members = this.#membersOf(below, path);
			const next = this.#name();
			const longer = [...path, next];
			this.#chain(this.#inside(mask, name), this.#lookUp(next, members, longer), longer);
		} else {
			this.#count();
			mask.set(name, true);
		}
	}

	#lookUp(name: string, shape: FieldShape, path: readonly string[]): FieldShape | true {
		if (path.length > MAX_FIELDS_DEPTH)
			throw invalidFields(text("must be at most {most} names deep", { most: MAX_FIELDS_DEPTH }), this.#shape);
		const below = Object.hasOwn(shape, name) ? shape[name] : undefined;
		if (below === undefined)
			throw invalidFields(
				text("must name only known fields; unknown field: {field}", { field: path.join(".") }),
				shape,
				path.slice(0, -1),
			);
		return below;
	}

	/** Returns the draft for the members of `name`. If all of it is selected already, returns a throwaway draft. */
	#inside(mask: Draft, name: string): Draft {
		const known = mask.get(name);
		if (known instanceof Map) return known;
		const inside: Draft = new Map();
		if (known === undefined) mask.set(name, inside);
		return inside;
	}

	#membersOf(below: FieldShape | true, path: readonly string[]): FieldShape {
		if (below !== true) return below;
		throw invalidFields(
			text("must not select a field within {field}, which can only be returned as a whole", { field: path.join(".") }),
			this.#shape,
		);
	}

	#count(): void {
		this.#paths += 1;
		if (this.#paths > MAX_FIELDS_PATHS)
			throw invalidFields(text("must have at most {most} paths", { most: MAX_FIELDS_PATHS }), this.#shape);
	}

	#name(): string {
		const name = /^[\w-]+/.exec(this.#text.slice(this.#position))?.[0];
		if (name === undefined) throw this.#syntaxError(text("a name or *"));
		this.#position += name.length;
		return name;
	}

	#take(token: string): boolean {
		if (this.#text[this.#position] !== token) return false;
		this.#position += 1;
		return true;
	}

	#syntaxError(expected: Text): AppError {
		return invalidFields(
			text("must have {expected} at character {position}", { expected, position: this.#position }),
			this.#shape,
		);
	}
}
