import { describe, expect, test } from "bun:test";
import { FormatRegistry, type TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ErrorResponse } from "#http/envelope";
import { declaredResponses, templateOf } from "#http/openapi/declared";
import { createOpenApiDocument } from "#http/openapi/document";
import { Problem } from "#http/openapi/failures";
import { componentName } from "#http/openapi/json-schema";
import { publishedText } from "#http/openapi/published";
import type { JsonSchema, OperationObject } from "#http/openapi/types";
import type { ResponseDescription } from "#http/operation";
import { ERROR_CODES } from "#kernel/errors";
import { PRODUCT } from "#src/product";
import { openHarness, useHarness } from "#tests/support/harness";
import manifest from "../../package.json" with { type: "json" };

/** What a route was given: the schemas that decide, and the examples that were written next to them. */
interface RouteFacts {
	readonly name: string;
	readonly schemas: Readonly<Record<string, TSchema>>;
	readonly body: TSchema | undefined;
	readonly request: unknown;
	readonly answers: Readonly<Record<string, ResponseDescription>>;
}

interface Hooks {
	readonly params?: TSchema;
	readonly query?: TSchema;
	readonly body?: TSchema;
	readonly detail?: {
		readonly hide?: boolean;
		readonly "x-operation"?: {
			readonly request: unknown;
			readonly responses: Readonly<Record<string, ResponseDescription>>;
		};
	};
}

interface Codes {
	readonly code: { readonly enum: readonly string[] };
}

/** An object of which some members are narrowed. */
interface Narrowed<P> {
	readonly allOf: readonly [JsonSchema, { readonly properties: P }];
}

const PUBLIC_URL = { href: "http://localhost:3000", prefix: "" };

const harness = await useHarness();
const generate = () =>
	createOpenApiDocument(harness.parley.router, harness.parley.access, {
		publicUrl: PUBLIC_URL,
		version: manifest.version,
		product: PRODUCT,
	});

/** The id of the format checkers before a document was made, by name. */
const formatsBefore = new Map(FormatRegistry.Entries());
const document = await generate();
const routes = harness.parley.router.routes.flatMap(({ method, path, hooks }): RouteFacts[] => {
	const { params, query, body, detail } = hooks as Hooks;
	if (detail?.hide || method === "OPTIONS") return [];
	const { responses: answers = {}, request } = detail?.["x-operation"] ?? {};
	const answered = Object.entries(answers).map(([status, { schema }]) => [status, schema]);
	const all = {
		...(params && { params }),
		...(query && { query }),
		...(body && { body }),
		...Object.fromEntries(answered),
	};
	return [{ name: `${method} ${path}`, schemas: all, body, request, answers }];
});

const operations = (): [string, OperationObject][] =>
	Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item).map(([method, operation]): [string, OperationObject] => [
			`${method.toUpperCase()} ${path}`,
			operation,
		]),
	);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Where an object schema lets members through that nobody described. */
function openObjects(schema: unknown, at: string): string[] {
	if (Array.isArray(schema)) return schema.flatMap((item, index) => openObjects(item, `${at}/${index}`));
	if (!isObject(schema)) return [];
	const inside = Object.entries(schema).flatMap(([name, value]) =>
		["examples", "example", "default", "const", "enum"].includes(name) ? [] : openObjects(value, `${at}/${name}`),
	);
	const isMap = isObject(schema.additionalProperties) || isObject(schema.patternProperties);
	return schema.type === "object" && schema.additionalProperties !== false && !isMap ? [at, ...inside] : inside;
}

describe("the OpenAPI document", () => {
	test("describes every route that is not hidden, and nothing else", () => {
		const templates = routes.map(({ name }) => name.replace(/:([A-Za-z]+)/g, "{$1}"));

		const described = operations().map(([name]) => name);

		expect(described.toSorted()).toEqual(templates.toSorted());
	});

	test("gives every operation a summary, a description, a described tag and an id of its own", () => {
		const ids = operations().map(([, { operationId }]) => operationId);

		const described = new Map(document.tags.map(({ name, description }) => [name, description]));
		const poor = operations().filter(
			([, { summary, description, tags }]) =>
				!summary ||
				!description ||
				description.startsWith(summary) ||
				tags.length !== 1 ||
				tags.some((tag) => !described.get(tag)),
		);

		expect(poor.map(([name, { tags }]) => `${name} ${tags}`)).toEqual([]);
		expect(ids.filter((id, index) => !/^[a-z][A-Za-z0-9]+$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
	});

	test("says of every operation which token it needs, or why none", () => {
		const unsaid = operations().filter(([, operation]) => {
			const scope = operation["x-required-scope"];
			const asks = operation.security.some(({ bearer }) => bearer && (!scope || bearer.includes(scope)));
			return !asks && !operation["x-open-because"];
		});

		expect(unsaid.map(([name]) => name)).toEqual([]);
	});

	test("names every member an object may have, at every level", () => {
		const open = routes.flatMap(({ name, schemas }) => openObjects(schemas, name));

		expect(open).toEqual([]);
		// Facts about a failure differ by code; they are the one open object we answer.
		expect([...openObjects(ErrorResponse, "error"), ...openObjects(Problem, "problem")]).toEqual([
			"error/properties/error/properties/meta",
			"problem/properties/meta",
		]);
	});

	test("shows an example of every body, which its schema accepts", () => {
		const isEmptyObject = (schema: TSchema) =>
			schema.type === "object" && Object.keys(schema.properties ?? {}).length === 0;
		// Text and media show what they are by their types.
		const isJson = ({ schema, mediaTypes }: ResponseDescription) =>
			!["void", "undefined", "null", "string"].includes(schema.type) && mediaTypes === undefined;
		const faults = (schema: TSchema, example: unknown, at: string): string[] =>
			example === undefined
				? [`${at}: none`]
				: [...Value.Errors(schema, example)].map(({ path, message }) => `${at}${path}: ${message}`);

		const wrong = routes.flatMap(({ name, body, request, answers }) => [
			...(body && !isEmptyObject(body) ? faults(body, request, `${name} request`) : []),
			...Object.entries(answers).flatMap(([status, response]) =>
				isJson(response) ? faults(response.schema, response.example, `${name} ${status}`) : [],
			),
		]);

		expect(wrong).toEqual([]);
	});

	test("shows an example of every failure", () => {
		const codes = new Set(operations().flatMap(([, operation]) => operation["x-error-codes"]));

		const { examples } = document.components;
		const wrong = [...codes].filter((code) => !Value.Check(ErrorResponse, examples[componentName(code)]?.value));

		expect(wrong).toEqual([]);
	});

	test("names the codes of every failure, each status its own, within one ErrorResponse", () => {
		const { responses, schemas } = document.components;

		const unnamed = operations().flatMap(([name, operation]) => {
			const codes = Object.entries(operation.responses).flatMap(([status, response]) => {
				if (Number(status) < 400 || !("$ref" in response)) return [];
				const { content } = responses[response.$ref.slice("#/components/responses/".length)] ?? {};
				const { allOf } = (content?.["application/json"]?.schema ?? {}) as Partial<
					Narrowed<{ error: Narrowed<Codes> }>
				>;
				expect(allOf?.[0]).toEqual({ $ref: "#/components/schemas/ErrorResponse" });
				return allOf?.[1].properties.error.allOf[1].properties.code.enum ?? [];
			});
			return codes.toSorted().join() === operation["x-error-codes"].join() ? [] : [name];
		});

		expect(unnamed).toEqual([]);
		expect(schemas.ErrorCode?.enum).toEqual(Object.keys(ERROR_CODES).toSorted());
	});

	test("gives components names of letters and digits, and every JSON body one that ends in RequestBody", () => {
		const names = Object.values(document.components).flatMap((kind) => Object.keys(kind));
		const bodies = operations().flatMap(([name, { requestBody }]) =>
			Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, { schema }]) =>
				/json|form/.test(mediaType) ? [`${name} ${String(schema.$ref)}`] : [],
			),
		);

		const responses = JSON.stringify(operations().map(([, operation]) => operation.responses));

		expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
		expect(bodies.length).toBeGreaterThan(40);
		expect(bodies.filter((body) => !body.endsWith("RequestBody"))).toEqual([]);
		expect(responses).not.toContain("RequestBody");
	});

	test("calls whole numbers integers, also in the query", () => {
		const parameters = operations().flatMap(([, operation]) =>
			operation.parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : [])),
		);

		const types = (name: string) =>
			new Set(parameters.flatMap((parameter) => (parameter.name === name ? [parameter.schema.type] : [])));
		const digits = parameters.filter(
			({ schema }) => schema.type === "string" && /^\^.*\\d/.test(String(schema.pattern)),
		);

		for (const name of ["limit", "fromMs", "toMs", "seq"])
			expect([name, [...types(name)]]).toEqual([name, ["integer"]]);
		for (const name of ["archived", "force", "interim", "unread"]) expect([...types(name)]).toEqual(["boolean"]);
		expect(digits.map(({ name }) => name)).toEqual([]);
	});

	test("declares what the gate, the body reader and the limiter answer, beside what the operation declares", () => {
		const declared = declaredResponses(document);

		const profile = declared.get("GET /auth/profile");
		const login = declared.get("POST /auth/login");

		expect([...(profile?.statuses ?? [])]).toEqual([200, 304, 400, 401, 403, 429, 500, 503]);
		expect(profile?.codes.has("session_revoked")).toBe(true);
		expect(login?.codes.has("token_expired")).toBe(false);
		expect([...(login?.codes ?? [])]).toEqual(
			expect.arrayContaining(["invalid_credentials", "invalid_json", "idempotency_key_invalid"]),
		);
		// It takes no notice of a key that is one.
		expect(login?.codes.has("idempotency_key_reused")).toBe(false);
		expect(declared.get("POST /orgs")?.codes.has("idempotency_key_reused")).toBe(true);
		expect(templateOf(document, "/auth/profile")).toBe("/auth/profile");
		expect(templateOf(document, "/auth/nothing")).toBeUndefined();
	});

	test("leaves the prefix of PUBLIC_URL to the server entry", async () => {
		const prefixed = await openHarness({ env: { PUBLIC_URL: "https://api.example.edu/api/dev" } });
		const { router, access } = prefixed.parley;

		const other = await createOpenApiDocument(router, access, {
			publicUrl: prefixed.config.publicUrl,
			version: "1",
			product: PRODUCT,
		});
		await prefixed.close();

		expect(other.servers.map(({ url }) => url)).toEqual(["https://api.example.edu/api/dev"]);
		expect(Object.keys(other.paths)).toEqual(Object.keys(document.paths));
	});

	test("is made without touching the format checkers of the validator", async () => {
		const after = new Map(FormatRegistry.Entries());

		// The generator's package replaces them when it is imported whole: slower by two orders, and ipv4 throws.
		expect([...after].filter(([name, check]) => formatsBefore.get(name) !== check)).toEqual([]);
		expect(after.size).toBe(formatsBefore.size);
		expect(FormatRegistry.Get("ipv4")?.("192.0.2.1")).toBe(true);
	});

	test("is the one in docs/openapi.json", async () => {
		const committed = await Bun.file("docs/openapi.json").text();

		const current = await publishedText(await generate());

		// Mend it with: bun src/main.ts openapi --out docs/openapi.json
		expect(committed === current).toBe(true);
	});
});
