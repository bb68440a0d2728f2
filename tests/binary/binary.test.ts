import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MEDIA_WORKER } from "#adapters/forwarding/forwarder";
import { WorkerProcess } from "#adapters/forwarding/worker-process";
import { buildIfStale } from "../../scripts/build.ts";
import { BINARY, run, SOURCE_PROGRAM, temporaryDirectory } from "../support/command.ts";
import { hasMediaWorker } from "../support/forwarded-people.ts";
import { freePort } from "../support/free-port.ts";
import { hasMediaPrograms, useMediaFolder } from "../support/media.ts";
import { initialPasswordOf, type ServerProcess, startProgram } from "../support/server-process.ts";
import { until } from "../support/until.ts";

const media = await useMediaFolder();
const directory = temporaryDirectory();
afterAll(() => directory.remove());

/** The program alone: no node_modules beside it or above it. */
const program = [join(directory.path, "parley")];
beforeAll(async () => {
	await buildIfStale();
	copyFileSync(BINARY, join(directory.path, "parley"));
});

let made = 0;
/** A folder with these files and nothing else. */
function freshFolder(files: Readonly<Record<string, string>> = {}): string {
	const folder = join(directory.path, `folder-${++made}`);
	mkdirSync(folder);
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

/** No PATH, no HOME; the usual port may be taken. */
const EMPTY = { PORT: "0" };

describe("the binary in an empty folder with an empty environment", () => {
	const cwd = freshFolder();
	let server: ServerProcess;
	let url: string;
	beforeAll(async () => {
		server = startProgram(program, { env: EMPTY, cwd });
		url = await server.url();
	});
	afterAll(() => server.stop());

	test("keeps its data in ./data, for its user alone", () => {
		const data = join(cwd, "data");

		const modes = Object.fromEntries(
			readdirSync(data).map((name) => [name, (statSync(join(data, name)).mode & 0o777).toString(8)]),
		);

		expect(readdirSync(cwd)).toEqual(["data"]);
		expect(statSync(data).mode & 0o777).toBe(0o700);
		expect(modes).toMatchObject({ "parley.db": "600", "encryption.key": "600" });
	});

	test("serves the documentation with everything it needs", async () => {
		const page = await (await fetch(`${url}/swagger`)).text();
		const assets = [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
			([, path = ""]) => new URL(path, `${url}/swagger`),
		);

		const answers = await Promise.all(assets.map((asset) => fetch(asset)));

		expect(assets.map(({ origin }) => origin)).toEqual(assets.map(() => url));
		expect(answers.map(({ status }) => status)).toEqual(assets.map(() => 200));
		expect(assets.length).toBeGreaterThanOrEqual(3);
	});

	test("lets the administrator sign in with the password it has kept in a file", async () => {
		const [email, password] = await initialPasswordOf(server);

		const response = await fetch(`${url}/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email, password }),
		});

		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ token_type: "Bearer", user: { role: "system_admin" } });
	});

	test("says which build it is", async () => {
		const response = await fetch(`${url}/version`);

		expect(await response.json()).toMatchObject({
			data: { name: "parley", commit: expect.not.stringMatching("source") },
		});
	});

	test("keeps a second one out of its folder", async () => {
		const second = startProgram(program, { env: EMPTY, cwd });

		expect(await second.exited).toBe(1);
		expect(await second.errors).toContain(`the data folder ${join(cwd, "data")} is in use by another server (process `);
	});

	test("ends with code 0 on SIGTERM", async () => {
		const other = startProgram(program, { env: EMPTY, cwd: freshFolder() });
		await other.url();

		expect(await other.stop()).toBe(0);
		expect(await other.errors).toBe("");
	});
});

describe("the binary", () => {
	test("runs no code and reads no settings of the folder it is started in", async () => {
		const cwd = freshFolder({
			"bunfig.toml": 'preload = ["./evil.ts"]\n',
			"evil.ts": 'require("node:fs").writeFileSync("evil", "")\n',
			".env": "LOG_LEVEL=loud\n",
			"package.json": '{ "imports": { "#kernel/*": "./evil.ts" } }\n',
			"tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.ts"] } } }\n',
		});
		const before = readdirSync(cwd);

		const outcome = await run(program, ["openapi"], { env: EMPTY, cwd });

		expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
		expect(readdirSync(cwd)).toEqual(before);
	});

	test("writes the same document as the sources", async () => {
		const compiled = await run(program, ["openapi"], { cwd: freshFolder() });
		const interpreted = await run(SOURCE_PROGRAM, ["openapi"], { cwd: freshFolder() });

		expect(compiled.stdout.length).toBeGreaterThan(10_000);
		// Not toBe: a difference would print both.
		expect(compiled.stdout === interpreted.stdout).toBe(true);
	});

	test.skipIf(!hasMediaPrograms)("decodes Opus and MP3 by itself (needs ffmpeg, flite and sox)", async () => {
		const outputs: number[] = [];

		for (const [name, container] of [
			["speech.webm", "matroska"],
			["speech.mp3", "mp3"],
		] as const) {
			await media.run("ffmpeg", "-v", "error", "-i", "slt.wav", name);
			const task = { do: "decode", path: media.at(name), container, channels: 1, maxDurationMs: 60_000 };
			const output = media.at(`${name}.pcm`);
			await run(program, ["file-worker", JSON.stringify({ ...task, output })], { env: EMPTY, cwd: freshFolder() });
			outputs.push(statSync(output).size);
		}

		expect(Math.min(...outputs)).toBeGreaterThan(100_000);
	});

	test.skipIf(!hasMediaWorker)("forwards media by itself (needs the library of the media worker)", async () => {
		const told: string[] = [];
		const worker = new WorkerProcess({
			command: [...program, MEDIA_WORKER],
			env: { TMPDIR: freshFolder() },
			onMessage: (message) => told.push(message.is),
			onEnd: (how) => told.push(how),
		});
		const rules = { isHeld: false, camerasForHosts: false };
		const person = { id: "a", roomId: "r", participantId: "p", canRun: true, sharesScreen: false, rules };
		worker.tell({ do: "listen", port: freePort(), addresses: ["127.0.0.1"] });
		worker.tell({ do: "open", ...person });

		await until(() => told.includes("offered"));
		await worker.end();

		expect(told.filter((what) => what !== "pong")).toEqual(["ready", "offered", "SIGKILL"]);
	});

	test("has every command", async () => {
		const options = { env: { ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1" }, cwd: freshFolder() };
		const lines = [
			"version",
			"migrate --init",
			"seed",
			"admin create --email a@b.example",
			"token --email a@b.example",
		];
		const codes: number[] = [];

		for (const line of lines) codes.push((await run(program, line.split(" "), options)).exitCode);
		const doctor = await run(program, ["doctor", "--json"], { ...options, env: { ...options.env, ...EMPTY } });
		const unknown = await run(program, ["sreve"], options);

		expect(codes).toEqual([0, 0, 0, 0, 0]);
		expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });
		expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("Did you mean serve?")]);
	});
});
