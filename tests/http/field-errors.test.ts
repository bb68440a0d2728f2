/** The texts of errors: each says what is allowed. */

import { expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { createPartCheck } from "#http/field-errors";
import { Nullable, OneOf } from "#http/schemas";
import type { FieldError } from "#kernel/errors";
import { render } from "#kernel/texts";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();

interface Hooks {
	readonly body?: TSchema;
	readonly query?: TSchema;
	readonly params?: TSchema;
}

/** A value of each kind that JSON has, and texts of any length. */
const VALUES = [null, true, -1.5, 1e15, "", "§", "x".repeat(20_000), [], {}, Array.from({ length: 1_000 }, () => "§")];

/** Words of a text that leaves open what is allowed, or shows how we check it. */
const VAGUE = /something|undefined|\bis invalid|must match|expected|object Object|must be or\b|, or $|\.$|^must be $/i;

/** The keywords of a schema that have schemas in them. */
interface Parts {
	readonly anyOf?: readonly TSchema[];
	readonly items?: TSchema;
	readonly properties?: Readonly<Record<string, TSchema>>;
	readonly patternProperties?: Readonly<Record<string, TSchema>>;
}

/** Returns the schemas within a schema, itself first. */
function schemasIn(schema: TSchema): TSchema[] {
	const { anyOf = [], items, properties, patternProperties } = schema as Parts;
	const inside = [...anyOf, ...(items ? [items] : []), ...Object.values({ ...properties, ...patternProperties })];
	return [schema, ...inside.flatMap(schemasIn)];
}

function errorsOf(schema: TSchema, value: unknown): readonly FieldError[] {
	try {
		createPartCheck(schema)(value, "");
		return [];
	} catch (error) {
		return (error as { readonly fieldErrors: readonly FieldError[] }).fieldErrors;
	}
}

test("no error of any operation leaves open what is allowed", () => {
	const all = new Map(
		api.parley.router.routes
			.flatMap(({ hooks: { body, query, params } }: { readonly hooks: Hooks }) => [body, query, params])
			.filter((schema) => schema !== undefined)
			.flatMap(schemasIn)
			.map((schema) => [JSON.stringify(schema), schema]),
	);

	const texts = [...all.values()].flatMap((schema) => VALUES.flatMap((value) => errorsOf(schema, value)));

	expect(texts.length).toBeGreaterThan(2_000);
	expect(
		[...new Set(texts.map(({ message }) => render(message, "en")))].filter((message) => VAGUE.test(message)),
	).toEqual([]);
});

const Access = OneOf(["invited", "workspace", "link"], "who may enter");

test.each([
	[Nullable(Access), "must be one of invited, workspace, link, or null"],
	[Access, "must be one of invited, workspace, link"],
	[Type.Union([Type.Boolean(), Type.Integer(), Type.Null()]), "must be true or false, a whole number, or null"],
	[Type.Union([Access, Type.Object({})]), "must be one of invited, workspace, link, or an object"],
])("what may be one of several says which: %#", (schema, message) => {
	const shown = errorsOf(schema, "§").map((error) => [error.path, render(error.message, "en")]);

	expect(shown).toEqual([["", message]]);
});
