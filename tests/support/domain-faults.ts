import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** A body with one member that its schema accepts, and a service may refuse. */
interface Variation {
	readonly path: string;
	readonly body: Readonly<Record<string, unknown>>;
}

/** Texts that no name, address, language, time zone, time or amount is. */
const STRANGE_TEXTS = [" ", "a\u0085b", "https://user:secret@-", "zz-zz-zz-zz", "9".repeat(60), "2001-02-30T25:61:00Z"];
const STRANGE_NUMBERS = [0, 1, 9_007_199_254_740_991];

type Put = (value: unknown) => unknown;
type Schemas = Readonly<Record<string, TSchema>>;

/** Returns variations of an example that its schema accepts: each has one text or number, at any depth, that is strange. */
export const variationsOf = (schema: TSchema, example: unknown): Variation[] =>
	[...within(schema, example, "", (value) => value)].filter(({ body }) => Value.Check(schema, body));

function* within(schema: TSchema, example: unknown, path: string, put: Put): Generator<Variation> {
	const options = (schema.anyOf as TSchema[] | undefined)?.filter(({ type }) => type !== "null");
	for (const option of options ?? []) yield* within(option, example, path, put);
	for (const value of strangeOf(schema)) yield { path, body: put(value) as Variation["body"] };
	if (schema.type === "array") {
		const [first] = Array.isArray(example) ? example : [];
		yield* within(schema.items as TSchema, first, `${path}/0`, (value) => put([value]));
	}
	if (schema.type !== "object") return;
	const members = typeof example === "object" && example !== null ? (example as Record<string, unknown>) : {};
	const [ofOthers] = Object.values((schema.patternProperties ?? {}) as Schemas);
	const all = { ...(schema.properties as Schemas), ...(ofOthers && { strange: ofOthers }) };
	for (const [name, member] of Object.entries(all))
		yield* within(member, members[name], `${path}/${name}`, (value) => put({ ...members, [name]: value }));
}

function strangeOf(schema: TSchema): readonly unknown[] {
	if (schema.type === "integer") return STRANGE_NUMBERS;
	return schema.type === "string" && schema.const === undefined ? STRANGE_TEXTS : [];
}
