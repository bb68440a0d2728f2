import {
	type ObjectOptions,
	type TNull,
	type TObject,
	type TOptional,
	type TProperties,
	type TSchema,
	type TUnion,
	Type,
} from "@sinclair/typebox";
import { type IdPrefix, idPattern } from "#kernel/ids";
import { parseEmail } from "#kernel/text";
import { checked } from "./checks.ts";

/**
 * Returns an object schema that allows no additional members. Every object on the wire is created by it: Elysia runs
 * with `normalize: false`, so an unknown member is an error instead of being dropped, and none of ours leaks by
 * accident. A policy test checks all schemas.
 */
export const closed = <P extends TProperties>(properties: P, options: ObjectOptions = {}) =>
	Type.Object(properties, { ...options, additionalProperties: false });

/** Schema of an instant: RFC 3339, UTC, with milliseconds. */
export const Timestamp = Type.String({
	format: "date-time",
	description: "RFC 3339, UTC, milliseconds.",
	examples: ["2030-01-01T09:30:00.000Z"],
});

/** Schema of an e-mail address as typed, which may be none: one that is unknown signs nobody in. */
export const EmailText = Type.String({
	minLength: 3,
	maxLength: 254,
	description: "an e-mail address",
	examples: ["ada@example.edu"],
});

/** Schema of an e-mail address; `parseEmail` validates it. */
export const Email = checked(EmailText, parseEmail);

/**
 * Returns an id that examples of the document name.
 * @param number which one of its kind, 1…9: most examples name the first, others one in a state of its own
 */
export const exampleId = (prefix: IdPrefix, number = 1): string => `${prefix}_01jd0z7v9gf2nbrexx3vqjhp4${number}`;

/** Returns the schema of a TypeID of one kind, e.g. `org_01jd0z7v9gf2nbrexx3vqjhp41`. */
export const Id = (prefix: IdPrefix, description: string) =>
	Type.String({ pattern: idPattern(prefix), description, examples: [exampleId(prefix)] });

/** Returns the schema of one of several strings, documented as an enum. */
export const OneOf = <const V extends readonly string[]>(values: V, description: string) =>
	Type.Unsafe<V[number]>(
		Type.Union(
			values.map((value) => Type.Literal(value)),
			{ description },
		),
	);

/** Keyword of a schema under which {@link documentedAs} keeps another. */
export const DOCUMENTED_AS = "x-documented-as";

/** Returns a schema that is validated as it is, and that the OpenAPI document shows as another: in the client's terms. */
export const documentedAs = <S extends TSchema>(schema: S, shown: Readonly<Record<string, unknown>>): S => ({
	...schema,
	[DOCUMENTED_AS]: shown,
});

/** Returns the schema of a query parameter that is a whole number of at most `maxDigits` digits, from 0. */
export const WholeNumber = (maxDigits: number, description: string, example: number) =>
	documentedAs(Type.String({ pattern: `^(?:0|[1-9]\\d{0,${maxDigits - 1}})$` }), {
		type: "integer",
		minimum: 0,
		maximum: 10 ** maxDigits - 1,
		description,
		examples: [example],
	});

/** Returns the schema of a query parameter that is `true` or `false`. */
export const Flag = (description: string) =>
	documentedAs(OneOf(["true", "false"], description), { type: "boolean", description });

/** Path parameters of operations below an organization. */
export const OrganizationParams = closed({ orgId: Id("org", "id of the organization") });

/** Body of an operation that is fully described by its path; `{}` is accepted as well as no body. */
export const NoBody = closed({});

/** Returns the schema of a value or null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Returns one member per name, all with the same schema. */
export const each = <const N extends readonly string[], S extends TSchema>(names: N, schema: S) =>
	Object.fromEntries(names.map((name) => [name, schema])) as { [K in N[number]]: S };

/** Returns the schema of an object with names chosen by the client, of 1…64 characters. */
export const mapOf = <S extends TSchema>(
	value: S,
	options: { maxProperties: number; description: string; $id?: string },
) => Type.Record(Type.String({ pattern: "^.{1,64}$" }), value, { ...options, additionalProperties: false });

/**
 * Returns the schema of a merge patch (RFC 7396) of a flat object: omitted members are unchanged, null removes a stored
 * one.
 */
export const patchOf = <P extends TProperties>({ properties }: TObject<P>, options: ObjectOptions) =>
	closed(
		Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, Type.Optional(Nullable(member))])) as {
			[K in keyof P]: TOptional<TUnion<[P[K], TNull]>>;
		},
		options,
	);
