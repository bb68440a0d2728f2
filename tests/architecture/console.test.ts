/** The console is small: what a first visit loads, and each further screen, in kB as it is sent. */
import { afterAll, describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "#tests/support/command";
import { en } from "../../console/i18n/en.ts";
import { buildConsole } from "../../scripts/console.ts";

const folder = temporaryDirectory();
afterAll(() => folder.remove());
await buildConsole(folder.path);
const page = await Bun.file(join(folder.path, "index.html")).text();
const assets = join(folder.path, "assets");
const kilobytesOf = async (name: string) => Bun.gzipSync(await Bun.file(join(assets, name)).bytes()).length / 1000;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

const scriptsOf = (html: string) =>
	new Set([...html.matchAll(/\{\{assets\}\}\/([\w-]+\.js)/g)].map(([, name = ""]) => name));
const needed = scriptsOf(page);
const room = scriptsOf(await Bun.file(join(folder.path, "meet.html")).text());
const all = [...new Bun.Glob("*").scanSync(assets)];

describe("the console", () => {
	test("starts with at most 80 kB of scripts", async () => {
		expect(needed.size).toBeGreaterThan(0);
		expect(sum(await Promise.all([...needed].map(kilobytesOf)))).toBeLessThan(80);
	});

	test("has at most 15 kB of styles, in one file", async () => {
		const styles = all.filter((name) => name.endsWith(".css") && !/^(captions|meet)-/.test(name));

		expect(styles).toHaveLength(1);
		expect(sum(await Promise.all(styles.map(kilobytesOf)))).toBeLessThan(15);
	});

	test("has screens of at most 20 kB each", async () => {
		const screens = all.filter((name) => name.endsWith(".js") && !needed.has(name) && !room.has(name));

		expect(screens.length).toBeGreaterThan(4);
		const sizes = await Promise.all(screens.map(async (name) => [name, await kilobytesOf(name)] as const));
		expect(sizes.filter(([, size]) => size > 20)).toEqual([]);
	});

	test("has a room of at most 25 kB behind a door of at most 12, and neither loads a router or a screen", async () => {
		const door = [...room].filter((name) => name.startsWith("meet-"));
		const inside = all.filter((name) => /^(stage|room|pcm-worklet)-.*js$/.test(name));

		expect([door.length, inside.length]).toEqual([1, 3]);
		expect(sum(await Promise.all(door.map(kilobytesOf)))).toBeLessThan(12);
		expect(sum(await Promise.all(inside.map(kilobytesOf)))).toBeLessThan(25);
		expect(sum(await Promise.all([...room].map(kilobytesOf)))).toBeLessThan(65);
	});

	test("adds at most 1.5 MB to the binary, which has its files as they are", async () => {
		const files = [...new Bun.Glob("**/*").scanSync(folder.path)];
		const megabytes = sum(files.map((name) => Bun.file(join(folder.path, name)).size)) / 1e6;

		expect(files.length).toBeGreaterThan(all.length);
		expect(megabytes).toBeLessThan(1.5);
	});

	test("imports nothing of the server but the published client", async () => {
		const sources = [...new Bun.Glob("console/**/*.{ts,tsx}").scanSync(".")];
		const imports = sources.map(async (path) => {
			const text = await Bun.file(path).text();
			return [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => [path, name] as const);
		});

		const ours = (await Promise.all(imports)).flat().filter(([, name]) => name.startsWith("#"));

		expect(ours.filter(([, name]) => !/^#client(\/uploads)?$/.test(name))).toEqual([]);
	});

	test("shows each of its texts", async () => {
		const sources = [...new Bun.Glob("console/**/*.tsx").scanSync(".")];
		const all = (await Promise.all(sources.map((path) => Bun.file(path).text()))).join("\n");
		const texts = Object.entries(en).flatMap(([group, of]) =>
			// Names of values are looked up by these.
			all.includes(`t.${group}[`) || all.includes(`Object.entries(t.${group})`)
				? []
				: Object.keys(of).map((name) => `t.${group}.${name}`),
		);

		expect(texts.length).toBeGreaterThan(50);
		expect(texts.filter((text) => !all.includes(text))).toEqual([]);
	});

	test("shows each text of a screen in it", async () => {
		const files = [...new Bun.Glob("console/screens/*/texts.ts").scanSync(".")];
		const unused = files.map(async (file) => {
			const { texts } = (await import(`../../${file}`)) as { texts: { en: object } };
			const screens = [...new Bun.Glob("*.tsx").scanSync(dirname(file))].map((name) => join(dirname(file), name));
			const code = (await Promise.all(screens.map((path) => Bun.file(path).text()))).join("\n");
			return Object.keys(texts.en)
				.filter((name) => !new RegExp(`\\.${name}\\b`).test(code))
				.map((name) => `${file}: ${name}`);
		});

		expect((await Promise.all(unused)).flat()).toEqual([]);
	});
});
