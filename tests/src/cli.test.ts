import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type CommandOptions, FROM_SOURCES, type Outcome, run, temporaryDirectory } from "../support/command.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let made = 0;
/** A data directory nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

/** Cheap hashes: these tests are about commands. */
const QUICK = { ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", PORT: "0" };

function parley(line: string, options: CommandOptions & { dataDir?: string } = {}): Promise<Outcome> {
	const env = { ...QUICK, DATA_DIR: options.dataDir ?? freshDataDir(), ...options.env };
	return run(FROM_SOURCES, line.split(" ").filter(Boolean), { ...options, env });
}

const PASSWORD = "correct horse battery";

describe("help", () => {
	const commands = ["serve", "migrate", "admin", "admin create", "token", "seed", "doctor", "openapi", "version"];

	test.each(commands)("%s explains itself without a usable configuration", async (command) => {
		const outcome = await parley(`${command} --help`, { env: { LOG_LEVEL: "loud" } });

		expect(outcome.exitCode).toBe(0);
		expect(outcome.stdout).toStartWith(`Usage: parley ${command}`);
		expect(outcome.stderr).toBe("");
	});

	test("lists every command", async () => {
		const { stdout } = await parley("--help");

		for (const command of commands) expect(stdout).toContain(`\n  ${command.split(" ")[0]} `);
	});
});

describe("a command line that is wrong", () => {
	test.each([
		["sreve", "Did you mean serve?"],
		["version --jsno", "Did you mean --json?"],
		["version twice", "too many arguments"],
		["token", "--email <address>' not specified"],
		["token --email ada", "must be one e-mail address"],
		["token --email ada@school.example --org school", "org_…"],
		["token --email ada@school.example --scopes org:red", "org:red is no scope"],
		["admin", "Usage: parley admin"],
	])("%s ends with code 2 and says what is meant", async (line, said) => {
		const outcome = await parley(line);

		expect(outcome.exitCode).toBe(2);
		expect(outcome.stdout).toBe("");
		expect(outcome.stderr).toContain(said);
	});
});

describe("an unusable configuration", () => {
	test.each(["serve", "", "migrate", "token --email ada@school.example", "openapi"])(
		"ends '%s' with code 78 and one line for each fault",
		async (line) => {
			const outcome = await parley(line, { env: { PORT: "http", LOG_LEVL: "debug" } });

			expect(outcome.exitCode).toBe(78);
			expect(outcome.stdout).toBe("");
			expect(outcome.stderr.trim().split("\n")).toEqual([
				"The configuration is not usable:",
				"  LOG_LEVL: no such variable; did you mean LOG_LEVEL?",
				'  PORT: expected a whole number from 0 to 65535, got "http"',
			]);
		},
	);
});

describe("a failure nobody foresaw", () => {
	const broken = { env: { DATABASE_URL: "postgres://parley:hunter2@127.0.0.1:1/parley" } };

	test("is told in one line, without secrets", async () => {
		const { exitCode, stderr } = await parley("migrate", broken);

		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/^parley: the database .* cannot be opened: .+\nSet LOG_LEVEL=debug .+\n$/);
		expect(stderr).not.toContain("hunter2");
	});

	test("shows where it comes from with LOG_LEVEL=debug", async () => {
		const { stderr } = await parley("migrate", { env: { ...broken.env, LOG_LEVEL: "debug" } });

		expect(stderr).toContain("    at ");
		expect(stderr).toContain("caused by");
		expect(stderr).not.toContain("hunter2");
	});
});

describe("version", () => {
	test("names what runs, with nothing configured right", async () => {
		const { exitCode, stdout } = await parley("version --json", { env: { PORT: "http" } });

		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			version: expect.stringMatching(/^\d+\.\d+\.\d+/),
			commit: "source",
			bun: Bun.version,
			engine: "sqlite",
		});
	});
});

describe("migrate", () => {
	test("says what is pending, without making a database", async () => {
		const dataDir = freshDataDir();

		const first = await parley("migrate --check --json", { dataDir });
		const again = await parley("migrate --check --json", { dataDir });

		expect(first.exitCode).toBe(1);
		expect(JSON.parse(first.stdout)).toMatchObject({ engine: "sqlite", current: [], applied: [] });
		expect(again.stdout).toBe(first.stdout);
	});

	test("applies what is pending, once", async () => {
		const dataDir = freshDataDir();
		const { pending } = JSON.parse((await parley("migrate --check --json", { dataDir })).stdout);

		const first = await parley("migrate --json", { dataDir });
		const second = await parley("migrate", { dataDir });
		const check = await parley("migrate --check", { dataDir });

		expect(JSON.parse(first.stdout).applied).toEqual(pending);
		expect(second.stdout).toStartWith("Nothing to do");
		expect([first.exitCode, second.exitCode, check.exitCode]).toEqual([0, 0, 0]);
	});
});

describe("admin create", () => {
	test("shows a one-time password on standard output alone", async () => {
		const outcome = await parley("admin create --email root@parley.example");

		expect(outcome.exitCode).toBe(0);
		expect(outcome.stdout).toMatch(/^root@parley\.example [\w-]{24}\n$/);
		expect(outcome.stderr).toContain("not shown again");
	});

	test("takes the password from standard input and does not repeat it", async () => {
		const line = "admin create --email root@parley.example --password-stdin --json";

		const outcome = await parley(line, { stdin: `${PASSWORD}\nsecond line` });

		expect(outcome.exitCode).toBe(0);
		expect(JSON.parse(outcome.stdout)).toMatchObject({ email: "root@parley.example", password: null });
		expect(outcome.stdout + outcome.stderr).not.toContain(PASSWORD);
	});

	test("refuses a weak password and an address that is taken", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --email root@parley.example", { dataDir });

		const weak = await parley("admin create --email other@parley.example --password-stdin", { stdin: "12345678" });
		const taken = await parley("admin create --email ROOT@parley.example", { dataDir });

		expect([weak.exitCode, weak.stderr]).toEqual([1, expect.stringContaining("at least 15 characters")]);
		expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining("account with the address")]);
	});
});

describe("beside a running server", () => {
	const dataDir = freshDataDir();
	const email = "root@parley.example";
	let server: ServerProcess;
	let url: string;
	beforeAll(async () => {
		server = startServerProcess({ DATA_DIR: dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD });
		url = await server.url();
	});
	afterAll(() => server.stop());

	const get = (path: string, token: string) =>
		fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token.trim()}` } });

	test("token prints a token that works", async () => {
		const { stdout, exitCode } = await parley(`token --email ${email}`, { dataDir });

		const response = await get("/auth/profile", stdout);

		expect(exitCode).toBe(0);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ data: { email, systemAdmin: true } });
	});

	test("token gives no more than the scopes asked for", async () => {
		const { stdout } = await parley(`token --email ${email} --scopes audit:read --json`, { dataDir });
		const { token, scopes, expiresAt } = JSON.parse(stdout);

		const response = await get("/orgs", token);

		expect(scopes).toEqual(["audit:read"]);
		expect(Math.abs(Date.parse(expiresAt) - Date.now() - 900_000)).toBeLessThan(60_000);
		expect(response.status).toBe(403);
	});

	test("token refuses an unknown person", async () => {
		const { stdout, stderr, exitCode } = await parley("token --email nobody@parley.example", { dataDir });

		expect([exitCode, stdout]).toEqual([1, ""]);
		expect(stderr).toContain("no account with the address nobody@parley.example");
	});

	test("an administrator made meanwhile can sign in", async () => {
		const made = await parley("admin create --email second@parley.example --password-stdin", {
			dataDir,
			stdin: PASSWORD,
		});

		const response = await fetch(`${url}/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email: "second@parley.example", password: PASSWORD }),
		});

		expect(made.exitCode).toBe(0);
		expect(response.status).toBe(200);
	});
});

describe("seed", () => {
	test("makes organizations with people who can sign in, once", async () => {
		const dataDir = freshDataDir();
		const first = JSON.parse((await parley("seed --json", { dataDir })).stdout);
		const second = JSON.parse((await parley("seed --json", { dataDir })).stdout);

		const isNew = (report: typeof first) =>
			report.organizations.flatMap((organization: { isNew: boolean; people: { isNew: boolean }[] }) => [
				organization.isNew,
				...organization.people.map((person) => person.isNew),
			]);
		const ids = (report: typeof first) => report.organizations.map(({ id }: { id: string }) => id);
		expect(new Set(isNew(first))).toEqual(new Set([true]));
		expect(new Set(isNew(second))).toEqual(new Set([false]));
		expect(ids(second)).toEqual(ids(first));
		expect(second.password).toBeNull();

		const server = startServerProcess({ DATA_DIR: dataDir });
		const [{ id, people }] = first.organizations;
		const response = await fetch(`${await server.url()}/auth/login`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email: people[0].email, password: first.password, orgId: id }),
		});
		await server.stop();
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ user: { role: "owner", name: people[0].name } });
	});

	test("shows the password to the first run alone", async () => {
		const dataDir = freshDataDir();

		const first = await parley("seed", { dataDir });
		const second = await parley("seed", { dataDir });

		expect(first.stdout).toContain("shown only this once");
		expect(second.stdout).toContain("exists already");
		expect(second.stdout).toContain("Nothing was made.");
		expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
	});
});

describe("openapi", () => {
	test("writes the document without touching the data directory", async () => {
		const dataDir = freshDataDir();
		const file = join(directory.path, "openapi.json");
		const env = { PUBLIC_URL: "https://api.school.example/v1" };

		const { stdout } = await parley("openapi", { dataDir, env });
		await parley(`openapi --out ${file}`, { dataDir, env });

		expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.1", servers: [{ url: "https://api.school.example/v1" }] });
		expect(await Bun.file(file).text()).toBe(stdout);
		expect((await parley(`openapi --check ${file}`, { env })).exitCode).toBe(0);
		expect((await parley(`openapi --check ${file}`)).exitCode).toBe(1);
		expect(await Bun.file(join(dataDir, "parley.db")).exists()).toBe(false);
	});
});

describe("doctor", () => {
	interface Report {
		readonly ok: boolean;
		readonly findings: readonly { check: string; verdict: string; detail: string; mend?: string }[];
	}
	async function examine(options: Parameters<typeof parley>[1] = {}) {
		const { stdout, exitCode } = await parley("doctor --json", options);
		const report: Report = JSON.parse(stdout);
		return { exitCode, ...report, of: (check: string) => report.findings.find((finding) => finding.check === check) };
	}

	test("finds nothing wrong before the first start, and makes nothing", async () => {
		const dataDir = freshDataDir();

		const report = await examine({ dataDir });

		expect(report.findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
		expect(report.exitCode).toBe(0);
		expect(await Bun.file(join(dataDir, "encryption.key")).exists()).toBe(false);
	});

	test("recognises a running server by its port", async () => {
		const dataDir = freshDataDir();
		const server = startServerProcess({ DATA_DIR: dataDir });
		const { port } = new URL(await server.url());

		const report = await examine({ dataDir, env: { PORT: port } });

		await server.stop();
		expect(report.of("port")).toEqual({ check: "port", verdict: "ok", detail: `parley answers on 127.0.0.1:${port}` });
		expect(report.of("stored secrets")?.verdict).toBe("ok");
	});

	test("tells of a port another program has", async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		const address = other.address();
		const port = typeof address === "object" ? address?.port : undefined;

		const report = await examine({ env: { PORT: String(port) } });

		other.close();
		expect(report).toMatchObject({ ok: false, exitCode: 1 });
		expect(report.of("port")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("PORT") });
	});

	test("tells of an unusable configuration, fault by fault", async () => {
		const report = await examine({ env: { PORT: "http", OIDC_ISSUER: "nowhere" } });

		expect(report.exitCode).toBe(1);
		expect(report.findings.map(({ detail }) => detail.split(":")[0])).toEqual(["PORT", "OIDC_AUDIENCE", "OIDC_ISSUER"]);
	});

	test("tells of a data directory that is none", async () => {
		const dataDir = freshDataDir();
		writeFileSync(dataDir, "a file");

		const report = await examine({ dataDir });

		expect(report.exitCode).toBe(1);
		expect(report.of("data directory")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("DATA_DIR") });
	});

	test("tells of a key that others can read, and of one that is lost", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --email root@parley.example", { dataDir });
		chmodSync(join(dataDir, "encryption.key"), 0o644);
		const open = await examine({ dataDir });
		await Bun.file(join(dataDir, "encryption.key")).delete();

		const lost = await examine({ dataDir });

		expect(open.of("encryption key")).toMatchObject({
			verdict: "fail",
			detail: expect.stringContaining("open to other"),
		});
		expect(lost.of("encryption key")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("backup") });
	});

	test("tells of a key that belongs to another database", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --email root@parley.example", { dataDir });

		const report = await examine({ dataDir, env: { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64") } });

		expect(report.of("stored secrets")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("backup") });
	});

	test("tells of a database that is none, and of one that does not answer", async () => {
		const dataDir = freshDataDir();
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, "parley.db"), "this is no database, whatever its name says".repeat(20));
		const url = "postgres://parley:hunter2@127.0.0.1:1/parley";

		const broken = await examine({ dataDir });
		const silent = await examine({ env: { DATABASE_URL: url } });

		expect(broken.of("database")?.verdict).toBe("fail");
		expect(silent.of("database")?.verdict).toBe("fail");
		expect(JSON.stringify(silent.findings)).not.toContain("hunter2");
	});

	test("tells of a provider that does not answer", async () => {
		const report = await examine({ env: { OIDC_ISSUER: "http://127.0.0.1:1", OIDC_AUDIENCE: "parley" } });

		expect(report.of("OIDC provider")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("OIDC_ISSUER") });
	});

	test.each([
		[{ HOST: "0.0.0.0" }, "links"],
		[{ PUBLIC_URL: "http://parley.school.example" }, "certificate"],
		[{ PUBLIC_URL: "https://parley.school.example" }, "TRUSTED_PROXIES"],
	])("warns of %p", async (env, mend) => {
		const report = await examine({ env });

		expect(report.of("public URL")).toMatchObject({ verdict: "warn", mend: expect.stringContaining(mend) });
		expect(report.exitCode).toBe(0);
	});
});
