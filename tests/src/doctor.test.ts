import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parley, temporaryDirectory } from "../support/command.ts";
import { openMailbox } from "../support/mailbox.ts";
import { startServerProcess } from "../support/server-process.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let made = 0;
/** A data directory nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

describe("doctor", () => {
	interface Report {
		readonly ok: boolean;
		readonly findings: readonly { check: string; verdict: string; detail: string; mend?: string }[];
	}
	async function examine(env: Readonly<Record<string, string>> = {}, dataDir = freshDataDir()) {
		const { stdout, exitCode } = await parley("doctor --json", dataDir, { env });
		const report: Report = JSON.parse(stdout);
		return { exitCode, ...report, of: (check: string) => report.findings.find((finding) => finding.check === check) };
	}

	test("finds nothing wrong before the first start, and makes nothing", async () => {
		const dataDir = freshDataDir();

		const report = await examine({}, dataDir);

		expect(report.findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
		expect(report.of("database")?.detail).toEndWith(
			"no installation yet; parley serve creates it, other commands do so only with --init",
		);
		expect(report.of("memory")?.detail).toMatch(/^64 MiB for caches, of \d+$/);
		expect(report.exitCode).toBe(0);
		expect(await Bun.file(join(dataDir, "encryption.key")).exists()).toBe(false);
	});

	test("recognises a running server by its lock and its port", async () => {
		const dataDir = freshDataDir();
		const server = startServerProcess({ DATA_DIR: dataDir });
		const { port } = new URL(await server.url());
		const [, pid] = await server.until(/"pid":(\d+)/);

		const report = await examine({ PORT: port }, dataDir);

		const exitCode = await server.stop();
		const after = await examine({ PORT: port }, dataDir);
		expect(report.of("server")?.detail).toStartWith(`one is running (process ${pid}, since 2`);
		expect(after.of("server")).toEqual({ check: "server", verdict: "ok", detail: "none is running" });
		expect(exitCode).toBe(0);
		expect(report.of("port")).toEqual({ check: "port", verdict: "ok", detail: `parley answers on 127.0.0.1:${port}` });
		expect(report.of("stored secrets")?.verdict).toBe("ok");
	});

	test("tells of a server of another installation, and of a clock that is behind what servers wrote", async () => {
		const [mine, other] = [freshDataDir(), freshDataDir()];
		await parley("admin create --init --email ada@example.edu", mine);
		const database = new Database(join(mine, "parley.db"));
		database.run("UPDATE service_state SET updated_at_ms = updated_at_ms + 7200000");
		database.close();
		const server = startServerProcess({ DATA_DIR: other });
		const { port } = new URL(await server.url());

		const report = await examine({ PORT: port }, mine);

		await server.stop();
		expect(report.of("port")).toMatchObject({
			verdict: "fail",
			detail: `another installation of parley answers on 127.0.0.1:${port}`,
		});
		const clocks = report.findings.filter(({ check, verdict }) => check === "clock" && verdict === "fail");
		expect(clocks.map(({ detail }) => detail)).toEqual([
			expect.stringMatching(/^7[12]\d\d s behind the time at which a server last wrote to this database$/),
		]);
	});

	test("tells of a data file that is damaged", async () => {
		const dataDir = freshDataDir();
		await parley("migrate --init", dataDir);
		const whole = await examine({}, dataDir);
		const path = join(dataDir, "parley.db");
		const bytes = await Bun.file(path).bytes();
		// From the third page on: the header and the schema are left as they are.
		await Bun.write(path, bytes.fill(0xee, 8_192));

		const report = await examine({}, dataDir);

		expect(whole.of("database")?.verdict).toBe("ok");
		expect(report.of("database")?.verdict).toBe("fail");
		expect(report.exitCode).toBe(1);
	});

	test("counts the blobs, once there is a database", async () => {
		const dataDir = freshDataDir();
		const before = await examine({}, dataDir);
		await parley("migrate --init", dataDir);

		const report = await examine({}, dataDir);

		expect(before.of("blobs")).toBeUndefined();
		expect(report.of("blobs")).toMatchObject({ verdict: "ok", detail: `0 in ${dataDir}/blobs` });
	});

	test("tells of a port another program has", async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		const address = other.address();
		const port = typeof address === "object" ? address?.port : undefined;

		const report = await examine({ PORT: String(port) });

		other.close();
		expect(report).toMatchObject({ ok: false, exitCode: 1 });
		expect(report.of("port")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("PORT") });
	});

	test("tells of an unusable configuration, fault by fault", async () => {
		const report = await examine({ PORT: "http", OIDC_ISSUER: "nowhere" });

		expect(report.exitCode).toBe(1);
		expect(report.findings.map(({ detail }) => detail.split(":")[0])).toEqual(["PORT", "OIDC_AUDIENCE", "OIDC_ISSUER"]);
	});

	test("tells of a data directory that is none", async () => {
		const dataDir = freshDataDir();
		writeFileSync(dataDir, "a file");

		const report = await examine({}, dataDir);

		expect(report.exitCode).toBe(1);
		expect(report.of("data directory")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("DATA_DIR") });
	});

	test("tells of a key that others can read, and of one that is lost", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --init --email root@parley.example", dataDir);
		chmodSync(join(dataDir, "encryption.key"), 0o644);
		const open = await examine({}, dataDir);
		await Bun.file(join(dataDir, "encryption.key")).delete();

		const lost = await examine({}, dataDir);

		expect(open.of("encryption key")).toMatchObject({
			verdict: "fail",
			detail: expect.stringContaining("accessible to other"),
		});
		expect(lost.of("stored secrets")).toMatchObject({ verdict: "fail", detail: "there is no usable key to open them" });
		expect(await Bun.file(join(dataDir, "encryption.key")).exists()).toBe(false);
	});

	test("tells of a key that belongs to another database", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --init --email root@parley.example", dataDir);

		const report = await examine({ ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64") }, dataDir);

		expect(report.of("stored secrets")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("backup") });
	});

	test("tells of a database that is none, and of one that does not answer", async () => {
		const dataDir = freshDataDir();
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, "parley.db"), "this is no database, whatever its name says".repeat(20));
		const url = "postgres://parley:hunter2@127.0.0.1:1/parley";

		const broken = await examine({}, dataDir);
		const silent = await examine({ DATABASE_URL: url });

		expect(broken.of("database")?.verdict).toBe("fail");
		expect(silent.of("database")?.verdict).toBe("fail");
		expect(JSON.stringify(silent.findings)).not.toContain("hunter2");
	});

	test("compares the clock with those of the services that are used", async () => {
		const hourAgo = new Date(Date.now() - 3_600_000).toUTCString();
		const serve = (date: () => string) =>
			Bun.serve({ port: 0, fetch: () => new Response("", { headers: { date: date() } }) });
		const late = serve(() => hourAgo);
		const right = serve(() => new Date().toUTCString());

		const report = await examine({ LLM_URL: late.url.href, TRANSLATE_URL: right.url.href });

		await Promise.all([late.stop(true), right.stop(true)]);
		const clocks = report.findings.filter(({ check }) => check === "clock");
		expect(clocks.map(({ verdict }) => verdict).sort()).toEqual(["ok", "ok", "warn"]);
		expect(clocks.find(({ verdict }) => verdict === "warn")?.detail).toMatch(/^3\d\d\d s ahead of http/);
	});

	test("signs in to the mail server and sends nothing; a wrong password fails and is not shown", async () => {
		const account = { user: "parley", password: "right-password" };
		const mailbox = await openMailbox({ account });
		const mailing = (credentials: string) => ({
			SMTP_URL: mailbox.url.replace("//", `//${credentials}@`),
			MAIL_FROM: "Parley <parley@school.example>",
		});

		const right = await examine(mailing("parley:right-password"));
		const wrong = await examine(mailing("parley:wr0ng-secret"));
		await mailbox.close();
		const away = await examine(mailing("parley:right-password"));
		const none = await examine();

		const server = new URL(mailbox.url).host;
		expect(right.of("mail")).toEqual({ check: "mail", verdict: "ok", detail: `${server}, not encrypted, signed in` });
		expect(mailbox.received()).toEqual([]);
		expect(wrong.of("mail")).toMatchObject({
			verdict: "fail",
			detail: `the mail server ${server} failed: the sign-in was refused (EAUTH 535 AUTH PLAIN)`,
			mend: expect.stringContaining("password in SMTP_URL"),
		});
		expect([wrong.exitCode, JSON.stringify(wrong.findings).includes("wr0ng-secret")]).toEqual([1, false]);
		expect(away.of("mail")).toMatchObject({ verdict: "fail", detail: expect.stringContaining("nothing is listening") });
		expect(none.of("mail")?.verdict).toBe("ok");
	});

	test("tells of a provider that does not answer", async () => {
		const report = await examine({ OIDC_ISSUER: "http://127.0.0.1:1", OIDC_AUDIENCE: "parley" });

		expect(report.of("OIDC provider")).toMatchObject({ verdict: "fail", mend: expect.stringContaining("OIDC_ISSUER") });
	});

	test.each([
		[{ HOST: "0.0.0.0" }, "links"],
		[{ PUBLIC_URL: "http://parley.school.example" }, "certificate"],
		[{ PUBLIC_URL: "https://parley.school.example" }, "TRUSTED_PROXIES"],
	])("warns of %p", async (env, mend) => {
		const report = await examine(env);

		expect(report.of("public URL")).toMatchObject({ verdict: "warn", mend: expect.stringContaining(mend) });
		expect(report.exitCode).toBe(0);
	});
});
