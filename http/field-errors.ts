import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { type TransformDecodeCheckError, Value } from "@sinclair/typebox/value";
import type { ValidationError } from "elysia";
import { AppError, type FieldError } from "#kernel/errors";
import { asValue, type Message, type Text, text } from "#kernel/texts";
import { expectedAlternatives, expectedValue } from "./expected-values.ts";
import { DOCUMENTED_AS } from "./schemas.ts";

/**
 * Maximum number of field errors shown: the first ones suffice to fix a request, and a hostile body must not cause a
 * huge response.
 */
export const MAX_FIELD_ERRORS = 20;

/** Returns the errors of an input in document order, one per member. Never includes the value that was sent. */
export function fieldErrorsOf(error: ValidationError): FieldError[] {
	const { schema } = error.validator as unknown as { schema: TSchema };
	return errorsOf(schema, error.value, "");
}

/**
 * Returns the errors of a query parameter that may be repeated. Elysia splits its text into a list and, unlike any other
 * input, decodes it without saying which parameter it was.
 * @param repeatable names of the parameters of the operation that may be repeated
 */
export function listErrorsOf(
	{ schema, value }: TransformDecodeCheckError,
	repeatable: readonly string[],
): FieldError[] {
	const [name, another] = repeatable;
	return errorsOf(schema, value, name === undefined || another !== undefined ? "" : `/${name}`);
}

function errorsOf(schema: TSchema, value: unknown, path: string): FieldError[] {
	const fieldErrors = new Map<string, FieldError>();
	for (const found of innermost(Value.Errors(schema, value))) {
		if (fieldErrors.size === MAX_FIELD_ERRORS) break;
		const at = path + found.path;
		if (!fieldErrors.has(at)) fieldErrors.set(at, { path: at, ...explain(found) });
	}
	return [...fieldErrors.values()];
}

/**
 * Returns the errors of a value that may be null, and is not, in place of the error that it fits neither: what is wrong
 * with it lies inside.
 */
function* innermost(errors: Iterable<ValueError>): Generator<ValueError> {
	for (const found of errors) {
		const options = (found.type === ValueErrorType.Union ? found.schema.anyOf : []) as TSchema[];
		const [only, another] = options.filter(({ type }) => type !== "null");
		const inside = only && !another && isOfType(found.value, only) ? found.errors[options.indexOf(only)] : undefined;
		if (inside) yield* innermost(inside);
		else yield found;
	}
}

const isOfType = (value: unknown, { type }: TSchema): boolean =>
	type === (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/**
 * Returns a function that holds part of a document against a schema, for content that is too long to be validated at
 * once. It throws `validation_failed` with every error below `path`, the JSON Pointer of the part.
 */
export function createPartCheck<S extends TSchema>(schema: S): (part: unknown, path: string) => Static<S> {
	let compiled: TypeCheck<S> | undefined;
	return (part, path) => {
		compiled ??= TypeCompiler.Compile(schema);
		if (compiled.Check(part)) return part;
		const fieldErrors = errorsOf(schema, part, path);
		const [first] = fieldErrors;
		const detail = text("{member} {problem}.", {
			member: first?.path ?? path,
			problem: asValue(first?.message ?? "is invalid"),
		});
		throw new AppError("validation_failed", detail, { fieldErrors });
	};
}

/** Returns the fields of an object schema, for the message about an unknown one. */
const knownMembers = (schema: TSchema): string => Object.keys(schema.properties ?? {}).join(", ");

function explain({ type, schema }: ValueError): { code: string; message: Message } {
	switch (type) {
		case ValueErrorType.ObjectRequiredProperty:
			return { code: "required", message: "is required" };
		case ValueErrorType.ObjectAdditionalProperties:
			return { code: "unknown_member", message: unknownMember(knownMembers(schema)) };
		case ValueErrorType.StringPattern:
			return { code: "invalid_format", message: expectedFormat(schema) };
		case ValueErrorType.StringFormat:
			return { code: "invalid_format", message: text("must be a {format}", { format: String(schema.format) }) };
		case ValueErrorType.StringMinLength:
			return { code: "too_short", message: shortest(schema.minLength) };
		case ValueErrorType.StringMaxLength:
			return { code: "too_long", message: longest(schema.maxLength) };
		case ValueErrorType.ArrayMinItems:
			return { code: "too_few", message: fewestItems(schema.minItems) };
		case ValueErrorType.ArrayUniqueItems:
			return { code: "duplicate", message: "must not have the same item twice" };
		case ValueErrorType.ObjectMinProperties:
			return { code: "too_few", message: fewestFields(schema.minProperties) };
		case ValueErrorType.ObjectMaxProperties:
			return { code: "too_many", message: mostFields(schema.maxProperties) };
		case ValueErrorType.ArrayMaxItems:
			return { code: "too_many", message: mostItems(schema.maxItems) };
		case ValueErrorType.Union:
			return {
				code: "not_allowed",
				message: text("must be {expected}", { expected: expectedAlternatives(schema.anyOf ?? []) }),
			};
		case ValueErrorType.Array:
		case ValueErrorType.Boolean:
		case ValueErrorType.Integer:
		case ValueErrorType.IntegerMaximum:
		case ValueErrorType.IntegerMinimum:
		case ValueErrorType.Literal:
		case ValueErrorType.Null:
		case ValueErrorType.Number:
		case ValueErrorType.NumberMaximum:
		case ValueErrorType.NumberMinimum:
		case ValueErrorType.Object:
		case ValueErrorType.String:
			return { code: "invalid", message: text("must be {expected}", { expected: expectedValue(schema) }) };
		default:
			return { code: "invalid", message: "is invalid" };
	}
}

/** Says what a string with a pattern must look like: an id by its prefix, others by example. */
function expectedFormat({ pattern, examples, [DOCUMENTED_AS]: shown }: TSchema): Text {
	if (shown) return text("must be {expected}", { expected: expectedValue(shown) });
	const [example] = (examples ?? []) as unknown[];
	const prefix = /^\^([a-z]+_)/.exec(String(pattern))?.[1];
	if (prefix) return text("must look like {example}", { example: `${prefix}…` });
	if (typeof example === "string") return text("must look like {example}", { example });
	const most = /^\^\[ -~\]\{1,(\d+)\}\$$/.exec(String(pattern))?.[1];
	if (most !== undefined) return text("must have 1 to {most} printable ASCII characters", { most });
	const digits = /^\^\[0-9a-f(?:A-F)?\]\{(\d+)\}\$$/.exec(String(pattern))?.[1];
	if (digits !== undefined) return text("must have {digits} hexadecimal digits", { digits });
	if (pattern === "^[A-Za-z0-9_-]+$") return text("must be base64url without padding");
	return text("must match {pattern}", { pattern: String(pattern) });
}

const unknownMember = (known: string): Message =>
	known === "" ? "is an unknown field" : text("is an unknown field; known fields: {known}", { known });

const shortest = (least: number): Message =>
	least === 1 ? "must have at least 1 character" : text("must have at least {least} characters", { least });

const longest = (most: number): Message =>
	most === 1 ? "must have at most 1 character" : text("must have at most {most} characters", { most });

const fewestItems = (least: number): Message =>
	least === 1 ? "must have at least 1 item" : text("must have at least {least} items", { least });

const mostItems = (most: number): Message =>
	most === 1 ? "must have at most 1 item" : text("must have at most {most} items", { most });

const fewestFields = (least: number): Message =>
	least === 1 ? "must have at least 1 field" : text("must have at least {least} fields", { least });

const mostFields = (most: number): Message =>
	most === 1 ? "must have at most 1 field" : text("must have at most {most} fields", { most });
