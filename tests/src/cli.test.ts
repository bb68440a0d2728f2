import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PARLEY, parley, SOURCE_PROGRAM, temporaryDirectory } from "../support/command.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let made = 0;
/** A data directory nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

describe("help", () => {
	const commands = [
		"serve",
		"migrate",
		"admin",
		"admin create",
		"keys rotate",
		"backup",
		"restore",
		"copy",
		"audit verify",
		"models pull",
		"health",
		"token",
		"seed",
		"doctor",
		"config",
		"openapi",
		"version",
	];

	test.each(commands)("%s explains itself without a usable configuration", async (command) => {
		const outcome = await parley(`${command} --help`, freshDataDir(), { env: { LOG_LEVEL: "loud" } });

		expect(outcome.exitCode).toBe(0);
		expect(outcome.stdout).toStartWith(`Usage: parley ${command}`);
		expect(outcome.stdout.match(/Exit codes: 0 success, 1 failure, 2 usage error/g)).toHaveLength(1);
		expect(outcome.stderr).toBe("");
	});

	test("lists every command", async () => {
		const { stdout } = await parley("--help", freshDataDir());

		for (const command of commands) expect(stdout).toContain(`\n  ${command.split(" ")[0]} `);
	});
});

test.skipIf(!existsSync("/dev/full"))("help that nobody can read is a failure of one line", async () => {
	const child = Bun.spawn([...PARLEY, "--help"], { stdout: Bun.file("/dev/full"), stderr: "pipe" });

	expect(await new Response(child.stderr).text()).toStartWith("parley: ENOSPC: no space left on device");
	expect(await child.exited).toBe(1);
});

describe("a command line that is wrong", () => {
	test.each([
		["sreve", "Did you mean serve?"],
		["version --jsno", "Did you mean --json?"],
		["version twice", "too many arguments"],
		["token", "--email <address>' not specified"],
		["token --email ada", "must be one e-mail address"],
		["token --email ada@school.example --org school", "org_…"],
		["token --email ada@school.example --scopes org:red", "Unknown: org:red"],
		["admin", "Usage: parley admin"],
	])("%s ends with code 2 and says what is meant", async (line, said) => {
		const outcome = await parley(line, freshDataDir());

		expect(outcome.exitCode).toBe(2);
		expect(outcome.stdout).toBe("");
		expect(outcome.stderr).toContain(said);
	});
});

describe("a URL with a password on a command line that is wrong", () => {
	const unencoded = "is not a URL as it stands: percent-encode";

	test.each([
		["copy --from postgres://parley:hun/ter2@db/parley --to sqlite:other.db", `--from: ${unencoded}`],
		["copy --from sqlite:parley.db --to postgres://parley:hun%zter2@db/parley", `--to: ${unencoded}`],
		["copy --from postgress://parley:hunter2@db/parley --to sqlite:other.db", "--from: expected sqlite:<file> or"],
		["version --too=postgres://parley:hunter2@db/parley", "--too=postgres://***@db/parley"],
		["copy postgres://parley:hunter2@db/parley", "--from <url>' not specified"],
	])("is not repeated: %s", async (line, said) => {
		const outcome = await parley(line, freshDataDir());

		expect([outcome.exitCode, outcome.stdout]).toEqual([2, ""]);
		expect(outcome.stderr).toContain(said);
		expect(outcome.stderr).not.toMatch(/hun|ter2/);
	});
});

describe("an unusable configuration", () => {
	test.each(["serve", "", "migrate", "token --email ada@school.example", "openapi"])(
		"ends '%s' with code 78 and one line for each fault",
		async (line) => {
			const outcome = await parley(line, freshDataDir(), { env: { PORT: "http", LOG_LEVL: "debug" } });

			expect(outcome.exitCode).toBe(78);
			expect(outcome.stdout).toBe("");
			expect(outcome.stderr.trim().split("\n")).toEqual([
				"The configuration is invalid:",
				"  LOG_LEVL: no such variable; did you mean LOG_LEVEL?",
				'  PORT: expected a whole number from 0 to 65535, got "http"',
			]);
		},
	);
});

describe("a failure nobody foresaw", () => {
	const broken = { env: { DATABASE_URL: "postgres://parley:hunter2@127.0.0.1:1/parley" } };

	test("is told in one line, without secrets", async () => {
		const { exitCode, stderr } = await parley("migrate", freshDataDir(), broken);

		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/^parley: the database .* cannot be opened: .+\nSet LOG_LEVEL=debug .+\n$/);
		expect(stderr).not.toContain("hunter2");
	});

	test("shows where it comes from with LOG_LEVEL=debug", async () => {
		const { stderr } = await parley("migrate", freshDataDir(), { env: { ...broken.env, LOG_LEVEL: "debug" } });

		expect(stderr).toContain("    at ");
		expect(stderr).toContain("caused by");
		expect(stderr).not.toContain("hunter2");
	});
});

describe("version", () => {
	test("names what runs, with nothing configured right", async () => {
		const { exitCode, stdout } = await parley("version --json", freshDataDir(), { env: { PORT: "http" } });

		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			version: expect.stringMatching(/^\d+\.\d+\.\d+/),
			commit: PARLEY === SOURCE_PROGRAM ? "source" : expect.stringMatching(/^([0-9a-f]{12}|unknown)$/),
			bun: Bun.version,
			engine: "sqlite",
		});
	});
});

describe("migrate", () => {
	test("says what is pending, without making a database", async () => {
		const dataDir = freshDataDir();

		const first = await parley("migrate --check --json", dataDir);
		const again = await parley("migrate --check --json", dataDir);

		expect(first.exitCode).toBe(1);
		expect(JSON.parse(first.stdout)).toMatchObject({ engine: "sqlite", current: [], applied: [] });
		expect(again.stdout).toBe(first.stdout);
	});

	test("applies what is pending, once", async () => {
		const dataDir = freshDataDir();
		const { pending } = JSON.parse((await parley("migrate --check --json", dataDir)).stdout);

		const first = await parley("migrate --init --json", dataDir);
		const second = await parley("migrate", dataDir);
		const check = await parley("migrate --check", dataDir);

		expect(JSON.parse(first.stdout).applied).toEqual(pending);
		expect(second.stdout).toStartWith("Nothing to do");
		expect([first.exitCode, second.exitCode, check.exitCode]).toEqual([0, 0, 0]);
	});
});

describe("config", () => {
	const env = {
		PORT: "3456",
		METRICS_TOKEN: "hunter2-hunter2-hunter2",
		DATABASE_URL: "sqlite:/srv/parley.db?password=hunter2",
		SMTP_URL: "smtp://ada:hunter2@mail.school.example:587",
		MAIL_FROM: "parley@school.example",
		RATE_LIMITS: "read=6000/60",
	};

	test("shows each variable with its value and source, and no secret", async () => {
		const file = join(directory.path, "public-url");
		await Bun.write(file, "https://api.school.example/v1\n");

		const { exitCode, stdout } = await parley("config --json", freshDataDir(), {
			env: { ...env, PUBLIC_URL_FILE: file },
		});
		const { variables } = JSON.parse(stdout);
		const of = (name: string) => variables.find((each: { readonly name: string }) => each.name === name);

		expect(exitCode).toBe(0);
		expect(of("PORT")).toEqual({ name: "PORT", value: "3456", source: "environment", used: true });
		expect(of("PUBLIC_URL")).toMatchObject({ value: "https://api.school.example/v1", source: "file" });
		expect(of("HOST")).toMatchObject({ value: "127.0.0.1", source: "default" });
		expect(of("METRICS_TOKEN")).toMatchObject({ value: "***", source: "environment" });
		expect(of("SMTP_URL").value).toContain("mail.school.example:587");
		expect(of("RATE_LIMITS").value).toBe("read=6000/60");
		expect(of("OTEL_EXPORTER_OTLP_ENDPOINT")).toMatchObject({ used: false });
		expect(of("BILLING_ENFORCEMENT")).toMatchObject({ used: true });
		expect(stdout).not.toContain("hunter2");
	});

	test("is readable, and says which variables this version does not use", async () => {
		const dataDir = freshDataDir();

		const { stdout } = await parley("config", dataDir, { env });

		expect(stdout).toMatch(/^PORT +3456 {2}\(environment\)$/m);
		expect(stdout).toMatch(/^BILLING_ENFORCEMENT +off {2}\(default\)$/m);
		expect(stdout).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT .*\(default, no effect in this version\)$/m);
		expect(stdout).not.toContain("hunter2");
		expect(await Bun.file(join(dataDir, "parley.db")).exists()).toBe(false);
	});
});

describe("openapi", () => {
	test("writes the document without touching the data directory", async () => {
		const dataDir = freshDataDir();
		const file = join(directory.path, "openapi.json");
		const env = { PUBLIC_URL: "https://api.school.example/v1" };

		const { stdout } = await parley("openapi", dataDir, { env });
		await parley(`openapi --out ${file}`, dataDir, { env });

		expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.1", servers: [{ url: "https://api.school.example/v1" }] });
		expect(await Bun.file(file).text()).toBe(stdout);
		expect((await parley(`openapi --check ${file}`, freshDataDir(), { env })).exitCode).toBe(0);
		expect((await parley(`openapi --check ${file}`, freshDataDir())).exitCode).toBe(1);
		expect(await Bun.file(join(dataDir, "parley.db")).exists()).toBe(false);
	});
});
