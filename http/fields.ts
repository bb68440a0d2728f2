import { type SchemaOptions, type Static, type TSchema, Type } from "@sinclair/typebox";
import { type FieldShape, type Selection, selector } from "#kernel/field-mask";
import { closed, documentedAs } from "./schemas.ts";

/** The `fields` parameter of every GET. */
export const fieldsParameter = {
	fields: Type.Optional(
		Type.String({
			description:
				"Restricts `data` to the named properties, even if its schema requires others: " +
				"`name,settings.timezone` or `settings(timezone,defaultLanguage)`; `*` means everything.",
		}),
	),
};

/** Query of a GET whose only parameter is `fields`. */
export const FieldsQuery = closed(fieldsParameter);

/**
 * Returns the means to let `fields` select members of a resource: `parse` reads the parameter, `schema` describes the
 * response, which has all members or the selected ones.
 */
export const selectable = <S extends TSchema>(schema: S) => ({
	...selector<Static<S>>(shapeOf(schema)),
	// Who selects nothing gets every member; a union in the document would make each of them optional to every client.
	schema: documentedAs(Type.Union([schema, selectionOf(schema)]), schema),
});

/**
 * Returns the members of a closed object, or of the objects in a list; undefined for anything else, including objects
 * with arbitrary names.
 */
function membersOf(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
	return schema.type === "array" ? membersOf(schema.items) : schema.properties;
}

/**
 * Returns the names `fields` can use for an object schema: its members, those of closed objects below it too, anything
 * else as a whole.
 */
export function shapeOf(schema: TSchema): FieldShape {
	const members = Object.entries(membersOf(schema) ?? {});
	return Object.fromEntries(members.map(([name, member]) => [name, membersOf(member) ? shapeOf(member) : true]));
}

/**
 * Returns the schema of an object reduced by `fields`: any of its members may be missing, and any of closed objects
 * below it.
 */
export const selectionOf = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
	Type.Unsafe<Selection<Static<T>>>({ ...withoutRequired(schema), ...options });

function withoutRequired(schema: TSchema): TSchema {
	if (!membersOf(schema)) return schema;
	if (schema.type === "array") return Type.Array(withoutRequired(schema.items));
	const members = Object.entries(schema.properties as Record<string, TSchema>);
	const open = Object.fromEntries(members.map(([name, member]) => [name, withoutRequired(member)]));
	return Type.Partial(closed(open), { additionalProperties: false });
}
