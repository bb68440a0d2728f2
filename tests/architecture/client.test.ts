import { describe, expect, test } from "bun:test";
import manifest from "../../clients/typescript/package.json" with { type: "json" };
import { readSources, withoutComments } from "./source-files.ts";

/** The parts of the published client, lowest first, and what each may import of the others. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	uuid: [],
	waiting: [],
	"audio-buffer": [],
	"event-stream": [],
	errors: ["generated/operations"],
	"live-messages": ["generated/operations"],
	"live-error": [],
	"live-options": ["live-messages"],
	retries: ["errors", "waiting"],
	headers: ["retries", "uuid"],
	credentials: ["errors", "retries"],
	session: ["credentials", "errors", "generated/operations", "headers", "retries"],
	pages: ["errors"],
	client: ["credentials", "generated/operations", "headers", "retries"],
	following: ["client", "errors", "event-stream", "retries", "waiting"],
	changes: ["client", "following", "generated/operations"],
	events: ["client", "following", "generated/events", "generated/operations"],
	webhooks: ["events"],
	live: ["audio-buffer", "client", "errors", "live-error", "live-messages", "live-options", "retries", "waiting"],
	uploads: ["client", "errors", "generated/operations"],
	index: [
		...["changes", "client", "credentials", "errors", "events", "following", "generated/operations", "live"],
		...["live-error", "live-messages", "live-options", "pages", "retries", "session", "webhooks"],
	],
};

const FOLDER = "clients/typescript/src/";
const files = await readSources(`${FOLDER}**/*.ts`);
const nameOf = (path: string): string => path.slice(FOLDER.length, -".ts".length);
const parts = files.filter(({ path }) => !nameOf(path).startsWith("generated/"));

describe("the published client", () => {
	test("imports its own parts downwards, and nothing else of the repository", () => {
		const wrong = parts.flatMap(({ path, imports }) =>
			imports
				.filter((specifier) => /^[.#]/.test(specifier))
				.map((specifier) => specifier.replace(/^\.\/|\.ts$/g, ""))
				.filter((name) => !ALLOWED[nameOf(path)]?.includes(name))
				.map((name) => `${path}: ${name}`),
		);

		expect(wrong).toEqual([]);
		expect(parts.map(({ path }) => nameOf(path)).sort()).toEqual(Object.keys(ALLOWED).sort());
	});

	test("needs openapi-fetch, and tus-js-client where recordings are uploaded, but no runtime", () => {
		const packages = parts.flatMap(({ path, imports }) =>
			imports.filter((specifier) => !/^[.#]/.test(specifier)).map((name) => `${nameOf(path)}: ${name}`),
		);

		expect(packages.sort()).toEqual(["client: openapi-fetch", "session: openapi-fetch", "uploads: tus-js-client"]);
		expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
		expect(manifest.peerDependenciesMeta["tus-js-client"].optional).toBe(true);
	});

	test("loads tus-js-client only when something is uploaded", () => {
		const uploads = parts.find(({ path }) => nameOf(path) === "uploads")?.text ?? "";

		expect(uploads).toMatch(/^import type .* from "tus-js-client";$/m);
		expect(withoutComments(uploads)).toContain('await import("tus-js-client")');
		expect(parts.find(({ path }) => nameOf(path) === "index")?.text).not.toContain("./uploads.ts");
	});

	test("generated files say where they are from", () => {
		const generated = files.filter(({ path }) => nameOf(path).startsWith("generated/"));

		expect(generated.map(({ path }) => nameOf(path))).toEqual(["generated/events", "generated/operations"]);
		for (const { text } of generated) expect(text).toStartWith("// Generated from ");
	});
});
