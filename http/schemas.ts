import { type ObjectOptions, type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { FieldShape } from "#kernel/field-mask";
import { type IdPrefix, idPattern } from "#kernel/ids";

/**
 * An object schema that admits no other member. Every object on the wire is made by it: Elysia runs with `normalize: false`,
 * so an unknown member is an error instead of being dropped, and nothing of ours leaks by accident. A policy test walks them all.
 */
export const closed = <P extends TProperties>(properties: P, options: ObjectOptions = {}) =>
	Type.Object(properties, { ...options, additionalProperties: false });

/** An instant as RFC 3339 UTC with milliseconds. */
export const Timestamp = Type.String({
	format: "date-time",
	description: "RFC 3339, UTC, milliseconds.",
	examples: ["2030-01-01T09:30:00.000Z"],
});

/** An e-mail address, as it is typed; `parseEmail` checks it. */
export const Email = Type.String({
	minLength: 3,
	maxLength: 254,
	description: "an e-mail address",
	examples: ["ada@example.edu"],
});

/** A TypeID of one kind, e.g. `org_01jd0z7v9gf2nbrexx3vqjhp41`. */
export const Id = (prefix: IdPrefix, description: string) =>
	Type.String({ pattern: idPattern(prefix), description, examples: [`${prefix}_01jd0z7v9gf2nbrexx3vqjhp41`] });

/** A string out of a list, documented as an enum. */
export const OneOf = <const V extends readonly string[]>(values: V, description: string) =>
	Type.Unsafe<V[number]>(
		Type.Union(
			values.map((value) => Type.Literal(value)),
			{ description },
		),
	);

/** The schema or null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** `limit` and `cursor` of every list. Strings: `parseLimit` and the cursor itself check their rules. */
export const pageQuery = {
	limit: Type.Optional(
		Type.String({ description: "Items per page, 1…200; larger means 200. Default 50.", examples: ["50"] }),
	),
	cursor: Type.Optional(
		Type.String({ description: "`page.nextCursor` of the previous page, with the same filters and sort." }),
	),
};

/** `fields` of every GET. */
export const fieldsQuery = {
	fields: Type.Optional(
		Type.String({
			description:
				"Restricts the answer: `name,settings.timezone` or `settings(timezone,defaultLanguage)`; `*` is everything.",
			examples: ["name,settings.complianceMode"],
		}),
	),
};

/** The members of a closed object, or of those in a list; undefined for what has none, or open ones. */
function membersOf(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
	return schema.type === "array" ? membersOf(schema.items) : schema.properties;
}

/** The names `fields` may use of an object schema: the members of closed objects below it too, anything else as a whole. */
export function shapeOf(schema: TSchema): FieldShape {
	const members = Object.entries(membersOf(schema) ?? {});
	return Object.fromEntries(members.map(([name, member]) => [name, membersOf(member) ? shapeOf(member) : true]));
}

/** What `fields` may leave of a value. */
export type Selection<T> = T extends readonly (infer I)[]
	? Selection<I>[]
	: T extends object
		? { [K in keyof T]?: Selection<T[K]> }
		: T;

/** The schema of what `fields` chose of an object: any of its members may be missing, and any of closed objects below it. */
export const selectionOf = <T extends TSchema>(schema: T) => Type.Unsafe<Selection<Static<T>>>(withoutRequired(schema));

function withoutRequired(schema: TSchema): TSchema {
	if (!membersOf(schema)) return schema;
	if (schema.type === "array") return Type.Array(withoutRequired(schema.items));
	const members = Object.entries(schema.properties as Record<string, TSchema>);
	const open = Object.fromEntries(members.map(([name, member]) => [name, withoutRequired(member)]));
	return Type.Partial(closed(open), { additionalProperties: false });
}
