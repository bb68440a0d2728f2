import { DOCUMENTED_AS } from "#http/schemas";
import { isJsonObject } from "#kernel/json";
import type { JsonSchema } from "./types.ts";

/** Converts the schemas of the routes to those of the document, and collects the named ones. */
export interface SchemaWriter {
	/** Converts a schema; returns a reference when it has an `$id`. @throws Error when two schemas share an `$id` */
	write(schema: unknown): JsonSchema;
	/** Returns every named schema written so far, by name. */
	components(): Record<string, JsonSchema>;
}

/** Returns the reference to the schema with an `$id`. */
export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the name of a component as generators of clients like it: letters and digits, each word with a capital. */
export const componentName = (text: string): string =>
	text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Keywords whose value is a schema, a list of schemas, or schemas by name. Everything else is copied. */
const ONE = new Set(["items", "additionalProperties", "not"]);
const LIST = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const BY_NAME = new Set(["properties", "patternProperties"]);

/** Pattern TypeBox uses for "any name" in a record. */
const ANY_NAME = "^(.*)$";

/**
 * Creates a schema writer. TypeBox writes valid JSON Schema, but at length: unions of literals for an enum, a union
 * with null for a nullable string, a pattern for "any key". Readers and code generators do better with the short forms.
 */
export function createSchemaWriter(): SchemaWriter {
	const named = new Map<string, JsonSchema>();

	function write(schema: unknown): JsonSchema {
		if (!isJsonObject(schema)) return {};
		if (isJsonObject(schema[DOCUMENTED_AS])) return write(schema[DOCUMENTED_AS]);
		const { $id, ...body } = schema;
		if (typeof $id !== "string") return shorten(descend(body));
		const written = shorten(descend(body));
		const known = named.get($id);
		if (known && !Bun.deepEquals(known, written)) throw new Error(`two different schemas are named ${$id}`);
		named.set($id, written);
		return schemaReference($id);
	}

	function descend(body: JsonSchema): JsonSchema {
		const entries = Object.entries(body).map(([keyword, value]): [string, unknown] => {
			if (ONE.has(keyword) && isJsonObject(value)) return [keyword, write(value)];
			if (LIST.has(keyword) && Array.isArray(value)) return [keyword, value.map(write)];
			if (BY_NAME.has(keyword) && isJsonObject(value))
				return [keyword, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]))];
			if (keyword === "description" && typeof value === "string") return [keyword, upperFirst(value)];
			return [keyword, value];
		});
		return Object.fromEntries(entries);
	}

	return {
		write,
		components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}

/** Capitalizes a description: many begin in lower case because error messages quote them. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function shorten(schema: JsonSchema): JsonSchema {
	if (Array.isArray(schema.anyOf)) return shortenUnion(schema, schema.anyOf);
	const { patternProperties, properties, ...rest } = schema;
	if (isJsonObject(patternProperties) && isJsonObject(patternProperties[ANY_NAME]))
		return { ...rest, additionalProperties: patternProperties[ANY_NAME] };
	if (isJsonObject(properties) && Object.keys(properties).length === 0) return rest;
	return schema;
}

function shortenUnion(schema: JsonSchema, options: readonly JsonSchema[]): JsonSchema {
	const { anyOf: _, ...rest } = schema;
	if (options.every((option) => option.const !== undefined))
		return { ...rest, type: typeof options[0]?.const, enum: options.map((option) => option.const) };
	const present = options.filter(({ type }) => type !== "null");
	const [only] = present;
	if (present.length === 1 && options.length === 2 && typeof only?.type === "string" && !("const" in only)) {
		const values = only.enum;
		return {
			...only,
			...rest,
			type: [only.type, "null"],
			...(Array.isArray(values) && { enum: [...values, null] }),
		};
	}
	return schema;
}
