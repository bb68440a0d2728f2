/** The password of the first administrator: shown once or kept in a file, and changed before anything else is done. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "#src/config";
import { startServer } from "#src/serve";
import { bannerOf as textOf } from "#src/serve/banner";
import { clientAt } from "#tests/support/client";
import { parley, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { initialPasswordOf, type ServerProcess, startServerProcess } from "#tests/support/server-process";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const NEW_PASSWORD = "an entirely new password";

const signIn = (url: string, email: string, password: string) => clientAt(url).post("/auth/login", { email, password });

/** Returns the banner of a start, which is then ended. */
async function bannerOf(env: Readonly<Record<string, string>>): Promise<string> {
	const server = startServerProcess(env);
	const [banner] = await server.until(/listens on [\s\S]*?\n\n/);
	await server.stop();
	return banner;
}

describe("without a terminal", () => {
	const dataDir = join(directory.path, "kept");
	const file = join(dataDir, "initial-password");
	let server: ServerProcess;
	let url: string;
	let token: string;
	let email: string;
	let password: string;
	beforeAll(async () => {
		server = startServerProcess({ DATA_DIR: dataDir });
		url = await server.url();
		[email, password] = await initialPasswordOf(server);
		token = (await signIn(url, email, password)).body.access_token;
	});
	afterAll(() => server.stop());

	test("the password is in a file for its owner only, which the log names", async () => {
		const [line] = await server.until(/\{[^\n]*first administrator's password[^\n]*\}/);

		expect(JSON.parse(line)).toMatchObject({ level: "warn", file });
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readFileSync(file, "utf8")).toBe(`${password}\n`);
		expect(server.output()).not.toContain(password);
	});

	test("nothing but the change of the password is open to its session", async () => {
		const admin = clientAt(url, token);
		const refused = [
			await admin.get("/orgs"),
			await admin.post("/orgs", { name: "School" }),
			await admin.get("/auth/sessions"),
			await admin.post("/auth/mfa/totp", {}),
		];
		const profile = await admin.get("/auth/profile");
		const byOperator = (await parley(`token --email ${email}`, dataDir)).stdout.trim();

		expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
			refused.map(() => [403, "password_change_required"]),
		);
		expect(refused[0]?.body.error.detail).toContain("PATCH /auth/update-profile");
		expect([profile.status, profile.body.data.passwordChangeRequired]).toEqual([200, true]);
		expect((await clientAt(url, byOperator).get("/orgs")).status).toBe(200);
	});

	test("the change opens everything else, and removes the file", async () => {
		const started = startServerProcess({ DATA_DIR: join(directory.path, "changed") });
		const at = await started.url();
		const [name, initial] = await initialPasswordOf(started);
		const session = (await signIn(at, name, initial)).body;
		const kept = join(directory.path, "changed", "initial-password");
		const before = existsSync(kept);

		const changed = await clientAt(at, session.access_token).patch("/auth/update-profile", {
			password: { current: initial, new: NEW_PASSWORD },
		});
		const opened = await clientAt(at, session.access_token).get("/orgs");
		const again = await signIn(at, name, NEW_PASSWORD);
		while (existsSync(kept)) await Bun.sleep(20);
		await started.stop();
		const banner = await bannerOf({ DATA_DIR: join(directory.path, "changed") });

		expect([before, changed.status, opened.status, again.status]).toEqual([true, 200, 200, 200]);
		expect((await clientAt(url, token).get("/orgs")).status).toBe(403);
		expect(banner).toMatch(/Console: http:\/\/\S+\/\n {2}API reference: \S+\n\n$/);
	});

	test("the command that resets the password removes the file, and asks for another change", async () => {
		const folder = join(directory.path, "reset");
		await bannerOf({ DATA_DIR: folder });
		const before = existsSync(join(folder, "initial-password"));

		const reset = JSON.parse((await parley("admin reset-password --email admin@parley.local --json", folder)).stdout);
		const started = startServerProcess({ DATA_DIR: folder });
		const at = await started.url();
		const session = (await signIn(at, reset.email, reset.password)).body;
		const refused = await clientAt(at, session.access_token).get("/orgs");
		const [banner] = await started.until(/listens on [\s\S]*?\n\n/);
		await started.stop();

		expect([before, existsSync(join(folder, "initial-password"))]).toEqual([true, false]);
		expect(refused.body.error.code).toBe("password_change_required");
		expect(banner).toContain("admin reset-password --email admin@parley.local");
	});
});

describe("on a terminal", () => {
	test("the password is shown once, and is in no file", async () => {
		const dataDir = join(directory.path, "shown");
		const variables: Record<string, string> = { ...TEST_ENV, DATA_DIR: dataDir, LOG_LEVEL: "error" };
		const config = loadConfig((name) => variables[name], Object.keys(variables), true);

		const server = await startServer(config, { showsPassword: true });
		const [, email = "", password = ""] = /Sign in as (\S+) with the password (\S+) \(/.exec(server.banner) ?? [];
		const session = await signIn(server.url, email, password);
		await server.stop();

		expect(session.status).toBe(200);
		expect(existsSync(join(dataDir, "initial-password"))).toBe(false);
		expect(await bannerOf({ DATA_DIR: dataDir })).toContain("with the password that was shown once");
	});
});

test("where no administrator can sign in, the banner tells how to create one", async () => {
	const config = loadConfig((name) => TEST_ENV[name as keyof typeof TEST_ENV], Object.keys(TEST_ENV), true);
	const disabled = { state: "disabled", passwordInitial: false };
	const administrators = { list: async () => [disabled] } as never;

	const banner = await textOf({ url: "http://127.0.0.1:3000", newAdministrator: null, administrators }, config);

	expect(banner).toMatch(/To create an administrator: .* admin create --email <address>\n\n$/);
});

describe("a password the operator has chosen", () => {
	test("is not to be changed, and the banner tells what ADMIN_EMAIL and ADMIN_PASSWORD are worth later", async () => {
		const dataDir = join(directory.path, "chosen");
		const chosen = { DATA_DIR: dataDir, ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };
		const server = startServerProcess(chosen);
		const url = await server.url();
		const session = (await signIn(url, chosen.ADMIN_EMAIL, chosen.ADMIN_PASSWORD)).body;
		const opened = await clientAt(url, session.access_token).get("/orgs");
		await server.stop();

		const same = await bannerOf(chosen);
		const otherPassword = await bannerOf({ ...chosen, ADMIN_PASSWORD: "another horse battery" });
		const otherAddress = await bannerOf({ ...chosen, ADMIN_EMAIL: "boss@parley.example" });

		expect(opened.status).toBe(200);
		expect(same).toContain("Sign in as root@parley.example with ADMIN_PASSWORD.");
		expect(otherPassword).toMatch(
			/root@parley\.example has a different password.*(src\/main\.ts|dist\/parley) admin reset-password --email/,
		);
		expect(otherAddress).toMatch(
			/boss@parley\.example is not an administrator.*(src\/main\.ts|dist\/parley) admin list/,
		);
	});
});
