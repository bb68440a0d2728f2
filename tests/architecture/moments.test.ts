import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { readSources } from "./source-files.ts";

// Where plans have limits, every module reacts to what it reacts to anywhere.
const { parley } = await useHarness({ config: { billingEnforcement: "hard" } });
const reactions = parley.services.contributions.flatMap(({ reactions }) => reactions ?? []);
const sources = await readSources("{modules,platform}/**/*.ts");

const DECLARATION = /(\*\/\s*)?export const \w+ = defineMoment<[\s\S]*?>\(\s*"([^"]+)"/g;
const declared = sources.flatMap(({ path, text }) =>
	[...text.matchAll(DECLARATION)].map(([, docstring, name = ""]) => ({ path, name, isDocumented: !!docstring })),
);
const names = declared.map(({ name }) => name);

describe("a moment", () => {
	test("is declared in moments.ts, with a docstring, from which docs/moments.md is made", () => {
		const elsewhere = declared.filter(({ path, isDocumented }) => !path.endsWith("/moments.ts") || !isDocumented);

		expect(names.length).toBeGreaterThan(10);
		expect(elsewhere.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
	});

	test("has a name of its own: noun and what happened to it", () => {
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
		expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
	});

	test("has a reaction: otherwise nothing needs to know of it", () => {
		const reacted = new Set(reactions.map(({ moment }) => moment));

		expect(names.filter((name) => !reacted.has(name))).toEqual([]);
		expect([...reacted].filter((name) => !names.includes(name))).toEqual([]);
	});

	test("is reached", () => {
		const constants = sources.flatMap(({ text }) => [...text.matchAll(/export const (\w+) = defineMoment/g)]);
		const used = (constant: string) =>
			sources.some(({ text }) => new RegExp(`\\b(?:reach|of)\\([^;]*\\b${constant}\\b`).test(text));

		expect(constants.map(([, constant = ""]) => constant).filter((constant) => !used(constant))).toEqual([]);
	});
});
