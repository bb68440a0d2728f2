import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientAt } from "#tests/support/client";
import { MEASURED } from "#tests/support/measured-limit";
import { connectRaw, initialPasswordOf, type ServerProcess, startServerProcess } from "#tests/support/server-process";

const running: ServerProcess[] = [];
afterEach(async () => {
	for (const server of running.splice(0)) {
		server.kill("SIGKILL");
		await server.exited;
	}
});

/** A server that listens, and where. */
async function start(variables?: Readonly<Record<string, string>>) {
	const server = startServerProcess(variables);
	running.push(server);
	const [, url = ""] = await server.until(/listens on (\S+)[\s\S]*\n\n/);
	return { server, url };
}

const login = (url: string, email: string, password: string) => clientAt(url).post("/auth/login", { email, password });

const ADMIN = { ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };

async function tokenOf(url: string): Promise<string> {
	return (await login(url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).body.access_token;
}

/** An API key of a new organization, and where it is looked at. */
async function makeKey(url: string): Promise<{ key: string; path: string }> {
	const admin = clientAt(url, await tokenOf(url));
	const { id: orgId } = (await admin.post("/orgs", { name: "Last use", orgType: "business" })).body.data;
	const { id, key } = (await admin.post(`/orgs/${orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] })).body.data;
	return { key, path: `/orgs/${orgId}/api-keys/${id}` };
}

/** Longer than signals are taken for one, in ms. */
const ONE_SIGNAL_MS = 1_100;

/** A sign-in that is never complete by itself: its body comes in two pieces. */
const BODY = JSON.stringify({ email: "nobody@parley.example", password: "wrong" });
const HEAD = `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/** A server in the middle of a request. */
async function startAndAskSlowly() {
	const { server, url } = await start();
	const slow = await connectRaw(url);
	slow.write(HEAD + BODY.slice(0, 10));
	// The answer to a later request means that the first has begun.
	await fetch(`${url}/health/live`);
	return { server, url, slow };
}

describe("the start", () => {
	test("tells where the console and the API are, and the file with a password that signs the first administrator in", async () => {
		const { server, url } = await start();

		const [, ui, swagger] = await server.until(/Console: (\S+)\n.*(http:\S+\/swagger)\n/);
		const [email, password] = await initialPasswordOf(server);

		expect([ui, swagger]).toEqual([`${url}/console/`, `${url}/swagger`]);
		expect((await login(url, email, password)).status).toBe(200);
	});

	test("does not show a password the operator has chosen", async () => {
		const chosen = { ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };

		const { server, url } = await start(chosen);

		expect(server.output()).toContain("Sign in as root@parley.example with ADMIN_PASSWORD.");
		expect(server.output()).not.toContain(chosen.ADMIN_PASSWORD);
		expect((await login(url, chosen.ADMIN_EMAIL, chosen.ADMIN_PASSWORD)).status).toBe(200);
	});

	test("removes the drafts of keys that killed processes have left behind, and nothing else", async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-drafts-"));
		const names = ["encryption.key.0123456789ab", "encryption.key.ba9876543210", "encryption.key.bak"];
		for (const name of names) writeFileSync(join(folder, name), "a key");
		for (const name of [names[0], names[2]]) utimesSync(join(folder, name ?? ""), 1, 1);

		await start({ DATA_DIR: folder });

		const left = readdirSync(folder).filter((name) => name.startsWith("encryption.key"));
		rmSync(folder, { recursive: true, force: true });
		expect(left.sort()).toEqual(["encryption.key", "encryption.key.ba9876543210", "encryption.key.bak"]);
	});

	test("says in one line that the port is taken", async () => {
		const { url } = await start();
		const { host, port } = new URL(url);

		const second = startServerProcess({ PORT: port });

		expect(await second.exited).toBe(1);
		expect(await second.errors).toBe(
			`parley: ${host} is in use by another program; stop it, or set PORT to a free port.\n`,
		);
		expect(second.output()).not.toContain("password");
	});
});

describe("SIGTERM", () => {
	test("lets a request under way finish, takes no new ones, and ends with code 0", async () => {
		const { server, url, slow } = await startAndAskSlowly();

		server.kill("SIGTERM");
		await server.until(/"message":"stopping"/);
		const late = connectRaw(url);
		await expect(late).rejects.toMatchObject({ code: "ECONNREFUSED" });
		slow.write(BODY.slice(10));

		expect(await slow.until(/invalid_credentials/)).toStartWith("HTTP/1.1 401 ");
		await slow.closed;
		expect(await server.exited).toBe(0);
		expect(server.output()).toMatch(/"route":"\/auth\/login","status":401[\s\S]*"message":"stopped"/);
	});

	test("still writes that an API key was used by the last request", async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-last-use-"));
		const { server, url } = await start({ ...ADMIN, DATA_DIR: folder });
		const { key, path } = await makeKey(url);
		const last = await connectRaw(url);
		last.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bea`);
		await fetch(`${url}/health/live`);

		server.kill("SIGTERM");
		await server.until(/"message":"stopping"/);
		last.write(`rer ${key}\r\n\r\n`);

		expect(await last.until(/insufficient_scope/)).toStartWith("HTTP/1.1 403 ");
		expect(await server.exited).toBe(0);
		const again = await start({ ...ADMIN, DATA_DIR: folder });
		const { body } = await clientAt(again.url, await tokenOf(again.url)).get(path);
		rmSync(folder, { recursive: true, force: true });
		expect(body.data.lastUsedAt).toMatch(/^\d{4}-/);
	});

	test(
		"closes connections nobody uses, and ends at once",
		async () => {
			const { server, url } = await start();
			const idle = await connectRaw(url);
			idle.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
			await idle.until(/"live":true/);
			const startedAt = performance.now();

			server.kill("SIGTERM");

			await idle.closed;
			expect(await server.exited).toBe(0);
			expect(performance.now() - startedAt).toBeLessThan(3_000);
		},
		MEASURED,
	);

	test("a second time ends the process whatever it does", async () => {
		const { server } = await startAndAskSlowly();
		server.kill("SIGTERM");
		await server.until(/"message":"stopping"/);
		await Bun.sleep(ONE_SIGNAL_MS);

		server.kill("SIGTERM");

		expect(await server.exited).toBe(1);
		expect(server.output()).toContain("stopped immediately");
	});
});

describe("SIGTERM with a delay", () => {
	const LONG = { SHUTDOWN_DELAY_SECONDS: "60" };

	test("is answered by a service that says it is not ready, and serves on", async () => {
		const { server, url } = await start(LONG);

		server.kill("SIGTERM");
		await server.until(/"message":"stopping"/);
		const ready = await fetch(`${url}/health/ready`);
		const other = await fetch(`${url}/version`);

		const { error } = await ready.json();
		expect(ready.status).toBe(503);
		expect(error.meta.checks).toContainEqual({ name: "accepting", ok: false, detail: "The service is stopping." });
		expect([other.status, other.headers.get("connection")]).toEqual([200, "close"]);
	});

	test("closes the port after it, and ends with code 0", async () => {
		const { server, url } = await start({ SHUTDOWN_DELAY_SECONDS: "1" });

		server.kill("SIGTERM");

		expect(await server.exited).toBe(0);
		expect(server.output()).toContain('"message":"stopped"');
		await expect(connectRaw(url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
	});

	test("does not wait for it when it comes a second time, or when Ctrl-C does", async () => {
		const [twice, interrupted] = await Promise.all([start(LONG), start(LONG)]);

		twice.server.kill("SIGTERM");
		await twice.server.until(/"message":"stopping"/);
		await Bun.sleep(ONE_SIGNAL_MS);
		twice.server.kill("SIGTERM");
		interrupted.server.kill("SIGINT");

		expect(await twice.server.exited).toBe(1);
		expect(await interrupted.server.exited).toBe(0);
	});
});

describe("an error nobody handles", () => {
	test("is logged: a lost rejection is survived, after an exception the process drains and ends with code 1", async () => {
		const program = Bun.fileURLToPath(new URL("../support/misbehave.ts", import.meta.url));

		const child = Bun.spawn([process.execPath, program], { stdout: "pipe" });
		const output = await new Response(child.stdout).text();

		const told = [...output.matchAll(/a lost rejection|still alive|a thrown error|stop was called|stopped/g)].map(
			String,
		);
		expect([...new Set(told)]).toEqual([
			"a lost rejection",
			"still alive",
			"a thrown error",
			"stop was called",
			"stopped",
		]);
		expect(await child.exited).toBe(1);
	});
});
