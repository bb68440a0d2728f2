import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readVariable } from "#kernel/env";
import { buildIfStale } from "../../scripts/build.ts";
import { BINARY, run } from "../support/command.ts";
import { CONFINED_DATA, confined } from "../support/confined.ts";
import { type ServerProcess, startProgram } from "../support/server-process.ts";

const PATH = { PATH: readVariable("PATH") ?? "" };
const ADMIN = { ADMIN_EMAIL: "ada@example.edu", ADMIN_PASSWORD: "a perfectly long password" };
beforeAll(buildIfStale);

describe("the binary without rights, on a root file system that is read-only", () => {
	let server: ServerProcess;
	let url: string;
	beforeAll(async () => {
		const env = { ...PATH, ...ADMIN, PORT: "0", DATA_DIR: CONFINED_DATA };
		server = startProgram(confined(resolve(BINARY)), { env });
		url = await server.url();
	});
	afterAll(() => server.stop());

	const health = (port: string) => run([resolve(BINARY)], ["health", "--json"], { env: { PORT: port } });

	test("is ready, and says so to a health check", async () => {
		const [ready, { exitCode, stdout }] = await Promise.all([fetch(`${url}/health/ready`), health(new URL(url).port)]);

		expect(ready.status).toBe(200);
		expect([exitCode, JSON.parse(stdout)]).toEqual([0, { ready: true, problems: [] }]);
	});

	test("is not ready where nothing answers, and a health check says where it asked", async () => {
		const { exitCode, stdout } = await health("9");

		expect([exitCode, JSON.parse(stdout)]).toEqual([
			1,
			{ ready: false, problems: ["no server answers on 127.0.0.1:9"] },
		]);
	});

	test("writes to its data directory", async () => {
		const response = await fetch(`${url}/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
		});

		expect(response.status).toBe(200);
	});
});

describe("the unit of systemd", () => {
	test.skipIf(Bun.which("systemd-analyze") === null)("is one that systemd understands", async () => {
		// The program is not installed on the machine of the tests: `true` is there instead.
		const unit = readFileSync("deploy/parley.service", "utf8").replace("/usr/local/bin/parley serve", "/bin/true");
		const path = `/tmp/parley-${crypto.randomUUID()}.service`;
		await Bun.write(path, unit);

		const { exitCode, stderr } = await run(["systemd-analyze"], ["verify", path], { env: PATH });

		await Bun.file(path).delete();
		expect([exitCode, stderr]).toEqual([0, ""]);
	});

	test("stops later than the server needs to drain, and is not restarted for a configuration", () => {
		const unit = readFileSync("deploy/parley.service", "utf8");

		expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(15);
		expect(unit).toContain("RestartPreventExitStatus=78");
	});
});

describe("the image", () => {
	test("is built from nothing but sources", () => {
		const [first, ...others] = readFileSync(".dockerignore", "utf8")
			.split("\n")
			.filter((line) => line !== "" && !line.startsWith("#"));

		expect(first).toBe("*");
		expect(others.every((line) => line.startsWith("!"))).toBe(true);
		expect(others.filter((line) => /data|env|key|node_modules|dist/.test(line))).toEqual([]);
	});
});
