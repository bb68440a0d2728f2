import { type SchemaOptions, type Static, type TSchema, Type } from "@sinclair/typebox";
import { type FieldShape, type Selection, selector } from "#kernel/field-mask";
import { closed } from "./schemas.ts";

/** `fields`, a parameter of every GET. */
export const fieldsParameter = {
	fields: Type.Optional(
		Type.String({
			description:
				"Restricts the answer: `name,settings.timezone` or `settings(timezone,defaultLanguage)`; `*` is everything.",
			examples: ["name,settings.complianceMode"],
		}),
	),
};

/** Query of a GET that takes nothing but `fields`. */
export const FieldsQuery = closed(fieldsParameter);

/**
 * A resource of which `fields` may choose: `parse` reads the parameter, `schema` is that of an answer: all of the resource,
 * or what was chosen of it.
 */
export const selectable = <S extends TSchema>(schema: S) => ({
	...selector<Static<S>>(shapeOf(schema)),
	schema: Type.Union([schema, selectionOf(schema)]),
});

/** The members of a closed object, or of those in a list; undefined for what has none, or open ones. */
function membersOf(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
	return schema.type === "array" ? membersOf(schema.items) : schema.properties;
}

/** The names `fields` may use of an object schema: the members of closed objects below it too, anything else as a whole. */
export function shapeOf(schema: TSchema): FieldShape {
	const members = Object.entries(membersOf(schema) ?? {});
	return Object.fromEntries(members.map(([name, member]) => [name, membersOf(member) ? shapeOf(member) : true]));
}

/** The schema of what `fields` chose of an object: any of its members may be missing, and any of closed objects below it. */
export const selectionOf = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
	Type.Unsafe<Selection<Static<T>>>({ ...withoutRequired(schema), ...options });

function withoutRequired(schema: TSchema): TSchema {
	if (!membersOf(schema)) return schema;
	if (schema.type === "array") return Type.Array(withoutRequired(schema.items));
	const members = Object.entries(schema.properties as Record<string, TSchema>);
	const open = Object.fromEntries(members.map(([name, member]) => [name, withoutRequired(member)]));
	return Type.Partial(closed(open), { additionalProperties: false });
}
