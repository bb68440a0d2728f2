import { AppError } from "./errors.ts";

/** Characters of a `fields` parameter at most. */
export const MAX_FIELDS_LENGTH = 1024;
const MAX_FIELDS_PATHS = 50;
const MAX_FIELDS_DEPTH = 4;

/**
 * The names a representation can show, those shown only on request included. `true` is a value that is shown whole,
 * such as a text or an object whose names are open; nothing below it can be named.
 */
export type FieldShape = { readonly [name: string]: FieldShape | true };

/** The names to show; `true` shows everything below. */
export type FieldMask = ReadonlyMap<string, FieldMask | true>;
type Draft = Map<string, Draft | true>;

/** What `fields` may leave of a value. */
export type Selection<T> = T extends readonly (infer I)[]
	? Selection<I>[]
	: T extends object
		? { [K in keyof T]?: Selection<T[K]> }
		: T;

/** Reads `fields` for values of one kind. */
export interface Selector<T, Shown = T | Selection<T>> {
	/**
	 * How values are shown: what the parameter names of them, all of them without it.
	 * @throws `invalid_fields` as {@link parseFields} does
	 */
	parse(fields: string | undefined): (value: T) => Shown;
}

/** The selector of values that have this shape. */
export const selector = <T>(shape: FieldShape): Selector<T> => ({
	parse(fields) {
		if (fields === undefined) return (value) => value;
		const mask = parseFields(fields, shape);
		return (value) => project(value, mask) as Selection<T>;
	},
});

/**
 * Reads a `fields` parameter: `name,settings.timezone`, `settings(timezone,defaultLanguage)`, or `*` for every name of
 * the shape. Naming an object shows all of it.
 * @throws `invalid_fields` when ill-formed, past a limit, or with an unknown name; then `meta.allowed` lists the names
 * that could stand in its place
 */
export function parseFields(text: string, shape: FieldShape): FieldMask {
	if (text.length > MAX_FIELDS_LENGTH) throw refusal(`must have at most ${MAX_FIELDS_LENGTH} characters`, shape);
	return new Reader(text, shape).fields();
}

/**
 * What `mask` shows of `value`: the named members in the order of `value`, item by item for an array. A name that
 * `value` lacks is left out; null and other values without members stay as they are.
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

/** @param allowed names in the place of the error, below `parents` */
function refusal(message: string, allowed: FieldShape, parents: readonly string[] = []): AppError {
	const names = Object.keys(allowed).map((name) => [...parents, name].join("."));
	return new AppError("invalid_fields", `fields ${message}.`, {
		meta: { allowed: names },
		fieldErrors: [{ path: "/fields", code: "invalid", message }],
	});
}

/** Recursive descent over the grammar; the depth limit bounds the recursion. */
class Reader {
	readonly #text: string;
	readonly #shape: FieldShape;
	#position = 0;
	#paths = 0;

	constructor(text: string, shape: FieldShape) {
		this.#text = text;
		this.#shape = shape;
	}

	/** The whole parameter. */
	fields(): FieldMask {
		const mask: Draft = new Map();
		this.#list(mask, this.#shape, []);
		if (this.#position < this.#text.length) throw this.#syntax("a comma");
		return mask;
	}

	/** `path *("," path)`, added to what `mask` already shows of the object `parents` leads to. */
	#list(mask: Draft, shape: FieldShape, parents: readonly string[]): void {
		do this.#path(mask, shape, parents);
		while (this.#take(","));
	}

	/** `name *("." name) | name "(" fields ")" | "*"` */
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
			if (!this.#take(")")) throw this.#syntax("a comma or a closing parenthesis");
		} else this.#chain(mask, below, path);
	}

	/** The rest of `name *("." name)`, whose last name so far is the end of `path`. */
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
		if (path.length > MAX_FIELDS_DEPTH) throw refusal(`must be at most ${MAX_FIELDS_DEPTH} names deep`, this.#shape);
		const below = Object.hasOwn(shape, name) ? shape[name] : undefined;
		if (below === undefined) throw refusal(`names the unknown ${path.join(".")}`, shape, path.slice(0, -1));
		return below;
	}

	/** The draft for the members of `name`. Where all of it is shown already, one whose content does not matter. */
	#inside(mask: Draft, name: string): Draft {
		const known = mask.get(name);
		if (known instanceof Map) return known;
		const inside: Draft = new Map();
		if (known === undefined) mask.set(name, inside);
		return inside;
	}

	#membersOf(below: FieldShape | true, path: readonly string[]): FieldShape {
		if (below !== true) return below;
		throw refusal(`names a member of ${path.join(".")}, which is shown only as a whole`, this.#shape);
	}

	#count(): void {
		this.#paths += 1;
		if (this.#paths > MAX_FIELDS_PATHS) throw refusal(`must have at most ${MAX_FIELDS_PATHS} paths`, this.#shape);
	}

	#name(): string {
		const name = /^[\w-]+/.exec(this.#text.slice(this.#position))?.[0];
		if (name === undefined) throw this.#syntax("a name or *");
		this.#position += name.length;
		return name;
	}

	#take(token: string): boolean {
		if (this.#text[this.#position] !== token) return false;
		this.#position += 1;
		return true;
	}

	#syntax(expected: string): AppError {
		return refusal(`must have ${expected} at character ${this.#position}`, this.#shape);
	}
}
