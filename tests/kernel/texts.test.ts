import { describe, expect, test } from "bun:test";
import { LOCALES } from "#kernel/languages";
import { inEnglish, type Message, render, text, translations } from "#kernel/texts";
import { readSources } from "#tests/architecture/source-files";

const all = [...translations()].map(([key, translations]) => ({ key, ...translations }));

const placeholders = (template: string): string[] => [...template.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** The texts that are the same in every language: frames around other texts, and headers. */
const SAME = all.filter(({ key }) => key.replace(/\{\w+\}/g, "").replace(/[\s.:;,]/g, "") === "").map(({ key }) => key);

describe("translations", () => {
	test("have the values of the English text, each once", () => {
		const other = all.filter(({ key, es, de }) =>
			[es, de].some((translated) => placeholders(translated).join() !== placeholders(key).join()),
		);

		expect(other).toEqual([]);
		expect(all.length).toBeGreaterThan(600);
	});

	test("are there, and in another language", () => {
		const missing = all.filter(({ key, es, de }) => !SAME.includes(key) && (es === key || de === key || es === de));

		expect(missing.filter(({ es, de }) => es.trim() === "" || de.trim() === "")).toEqual([]);
		expect(missing).toEqual([]);
	});

	test("end, and begin, as the English text does: a predicate stays one", () => {
		const end = (template: string) => /[.:]$/.exec(template)?.[0] ?? "";
		const unlike = all.filter(({ key, es, de }) => [es, de].some((translated) => end(translated) !== end(key)));

		expect(unlike).toEqual([]);
	});

	test("keep names in backticks, paths and variables as they are", () => {
		const names = (template: string) =>
			(template.match(/`[^`]+`|\b[A-Z]+_[A-Z_]+\b|\/[a-z-]+\/[a-z-]+/g) ?? []).sort().join();
		const changed = all.filter(({ key, es, de }) => [es, de].some((translated) => names(translated) !== names(key)));

		expect(changed).toEqual([]);
	});

	test("stand in one catalogue each, and the program uses each", async () => {
		const sources = await readSources("{src,operations,adapters,modules,platform,http,db,kernel}/**/*.ts");
		const isCatalogue = ({ path }: { path: string }) => path.startsWith("kernel/texts/");
		const parts = sources.filter((file) => isCatalogue(file) && !file.path.endsWith("/catalogue.ts"));
		const catalogues = await Promise.all(parts.map(({ path }) => import(`../../${path}`)));
		const keys = catalogues.flatMap((catalogue) => Object.values<object>(catalogue).flatMap(Object.keys));
		const program = sources
			.filter((file) => !isCatalogue(file))
			.map((file) => file.text)
			.join("\n");
		const isUsed = (key: string) => program.includes(JSON.stringify(key)) || program.includes(`'${key}'`);

		expect(keys.toSorted()).toEqual(all.map(({ key }) => key).toSorted());
		expect(keys.filter((key) => !isUsed(key))).toEqual([]);
	});
});

describe("a text", () => {
	const inAll = (message: Message) => LOCALES.map((locale) => render(message, locale));

	test("is rendered with its values, which may be texts and alternatives", () => {
		const message = text("{member} {problem}.", {
			member: "limit",
			problem: text("must be {expected}", { expected: { anyOf: [text("a whole number"), "null"] } }),
		});

		expect(inAll(message)).toEqual([
			"limit must be a whole number or null.",
			"limit debe ser un número entero o null.",
			"limit muss eine ganze Zahl oder null sein.",
		]);
	});

	test("shows values as they are, whatever they contain", () => {
		const hostile = text("There is no feature flag {key}.", { key: "{key} a string $& {__proto__}" });

		expect(render(hostile, "en")).toBe("There is no feature flag {key} a string $& {__proto__}.");
		expect(render(hostile, "de")).toBe("Das Feature-Flag {key} a string $& {__proto__} gibt es nicht.");
	});

	test("stays English where it is for operators only, or of an earlier version", () => {
		expect(inAll(inEnglish("The disk is {odd}."))).toEqual(Array(3).fill("The disk is {odd}."));
		expect(render("A sentence that was stored by an earlier version.", "de")).toBe(
			"A sentence that was stored by an earlier version.",
		);
	});
});
