/**
 * `bun scripts/client.ts [--check]`: writes the types of the published client (`clients/typescript/src/generated`) from
 * docs/openapi.json and the facts of every module, or checks that they are up to date.
 */
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";
import { writeOrCheck } from "./support/generated-document.ts";
import { openapiTypes } from "./support/openapi-types.ts";

const FOLDER = "clients/typescript/src/generated";
const DOCUMENT = "docs/openapi.json";
const SCRIPT = "scripts/client.ts";
const NOTICE = (from: string) => `// Generated from ${from} by \`bun ${SCRIPT}\`; do not edit.\n`;

const { facts } = describeParley(loadConfig(() => undefined, [], false)).services;
const payloads = new Map(
	[...facts.values()].flatMap(({ event, payload }) => (event === null ? [] : [[event, payload] as const])),
);
const events = {
	openapi: "3.1.0",
	info: { title: "Events", version: "1" },
	paths: {},
	components: {
		schemas: shared([...payloads].toSorted(([a], [b]) => a.localeCompare(b))),
	},
};

/** Returns schemas by name; one that is the same as an earlier one refers to it. */
function shared(named: readonly (readonly [name: string, schema: unknown])[]): Readonly<Record<string, unknown>> {
	const names = new Map<string, string>();
	return Object.fromEntries(
		named.map(([name, schema]) => {
			const text = JSON.stringify(schema);
			const known = names.get(text);
			if (known === undefined) names.set(text, name);
			return [name, known === undefined ? schema : { $ref: `#/components/schemas/${known}` }];
		}),
	);
}

/** Parameters that the client sends by itself. */
const OWN_PARAMETERS: ReadonlySet<unknown> = new Set([
	"#/components/parameters/RequestId",
	"#/components/parameters/AcceptLanguage",
]);

const JSON_TYPE = "application/json";
const EXTRAS: ReadonlySet<string> = new Set(["example", "examples", "headers"]);

/**
 * Returns a part of the document without what the types do not need: examples, the headers of responses, which openapi-fetch
 * does not type, parameters that the client sends by itself, and other formats than JSON. They are nearly half of it.
 */
function withoutExtras(value: unknown, parent = ""): unknown {
	if (Array.isArray(value))
		return value
			.filter((item) => parent !== "parameters" || !OWN_PARAMETERS.has(item.$ref))
			.map((item) => withoutExtras(item));
	if (typeof value !== "object" || value === null) return value;
	// What an operation returns unless another format is asked for.
	if (parent === "content" && JSON_TYPE in value) return { [JSON_TYPE]: withoutExtras(value[JSON_TYPE], JSON_TYPE) };
	// The members of `properties` are named by the API.
	const isNamed = parent === "properties";
	const entries = Object.entries(value).filter(([key]) => isNamed || !EXTRAS.has(key));
	return Object.fromEntries(entries.map(([key, item]) => [key, withoutExtras(item, isNamed ? "" : key)]));
}

const document = withoutExtras(JSON.parse(await Bun.file(DOCUMENT).text())) as object;
// A copy: schemas of TypeBox carry symbols.
const eventTypes = await openapiTypes(withoutExtras(JSON.parse(JSON.stringify(events))) as object);
const operationTypes = await openapiTypes(document);

await writeOrCheck(`${FOLDER}/operations.ts`, SCRIPT, NOTICE(DOCUMENT) + operationTypes, "types of all operations");
await writeOrCheck(
	`${FOLDER}/events.ts`,
	SCRIPT,
	NOTICE("the facts of every module") + eventTypes,
	`types of ${payloads.size} events`,
);
