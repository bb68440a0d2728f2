/** One server to a data folder, and what it hears of those who write beside it. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { loadConfig } from "#src/config";
import { startServer } from "#src/serve";
import { clientAt } from "#tests/support/client";
import { parley, run, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";

const directory = temporaryDirectory();
const running: ServerProcess[] = [];
afterEach(async () => {
	for (const server of running.splice(0)) {
		server.kill("SIGKILL");
		await server.exited;
	}
});
afterAll(() => directory.remove());

let made = 0;
/** A data folder nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

function start(variables: Readonly<Record<string, string>>): ServerProcess {
	const server = startServerProcess(variables);
	running.push(server);
	return server;
}

/** How a server ended that was not let in. */
async function refusalOf(variables: Readonly<Record<string, string>>) {
	const server = start(variables);
	return { exitCode: await server.exited, stdout: server.output(), stderr: await server.errors };
}

/** How many of these servers listen, once each listens or has ended. */
async function countServing(servers: readonly ServerProcess[]): Promise<number> {
	const urls = await Promise.all(servers.map((server) => server.url().catch(() => null)));
	return urls.filter((url) => url !== null).length;
}

describe("a second server", () => {
	test("is refused the data folder, whatever the path to it, in one line that names the first", async () => {
		const dataDir = freshDataDir();
		const link = join(directory.path, "link");
		const first = start({ DATA_DIR: dataDir });
		const url = await first.url();
		const [, pid] = await first.until(/"pid":(\d+)/);
		symlinkSync(dataDir, link);

		const paths = [dataDir, link, relative(tmpdir(), dataDir)];
		const refusals = await Promise.all(paths.map((path) => refusalOf({ DATA_DIR: path })));

		for (const { exitCode, stdout, stderr } of refusals) {
			expect([exitCode, stdout]).toEqual([1, ""]);
			expect(stderr).toMatch(/^parley: the data folder \/\S+ is in use by another server \(process .+ DATA_DIR .+\n$/);
			expect(stderr).toMatch(new RegExp(`\\(process ${pid}, since \\d{4}-\\d\\d-\\d\\d`));
		}
		expect((await fetch(`${url}/health/ready`)).status).toBe(200);
	});

	test("is refused a database that another folder's server has, and may have the one beside it", async () => {
		const shared = freshDataDir();
		mkdirSync(shared);
		symlinkSync(join(shared, "a.db"), join(shared, "link.db"));
		const url = (name: string) => `sqlite:${join(shared, name)}`;
		await start({ DATABASE_URL: url("a.db") }).url();

		const [same, linked] = await Promise.all([
			refusalOf({ DATABASE_URL: url("a.db") }),
			refusalOf({ DATABASE_URL: url("link.db") }),
		]);
		const beside = await start({ DATABASE_URL: url("b.db") }).url();

		for (const { exitCode, stderr } of [same, linked]) {
			expect(exitCode).toBe(1);
			expect(stderr).toMatch(/^parley: the database \S+ is in use by another server; stop that one, or .+\n$/);
		}
		expect((await fetch(`${beside}/health/ready`)).status).toBe(200);
	});

	test("that starts at the same moment is refused: of four, one serves", async () => {
		const dataDir = freshDataDir();

		const serving = await countServing(Array.from({ length: 4 }, () => start({ DATA_DIR: dataDir })));

		expect(serving).toBe(1);
	});

	test.each(["SIGKILL", "SIGTERM"] as const)("starts as soon as %s has ended the first", async (signal) => {
		const dataDir = freshDataDir();
		const first = start({ DATA_DIR: dataDir });
		await first.url();
		first.kill(signal);
		await first.exited;

		const second = await start({ DATA_DIR: dataDir }).url();

		expect((await fetch(`${second}/health/ready`)).status).toBe(200);
	});

	test("is refused within one process too, until the first has stopped", async () => {
		const variables: Record<string, string> = { ...TEST_ENV, DATA_DIR: freshDataDir(), LOG_LEVEL: "error" };
		const config = loadConfig((name) => variables[name], Object.keys(variables), false);
		const first = await startServer(config);

		const refused = await startServer(config).catch((error: unknown) => error);
		const stillRefused = await startServer(config).catch((error: unknown) => error);
		await first.stop();
		const next = await startServer(config);
		await next.stop();

		for (const error of [refused, stillRefused]) {
			expect(String(error)).toContain(`is in use by another server (process ${process.pid}, `);
		}
	});

	test("leaves nothing open to other users behind, and no process id once it has ended", async () => {
		const dataDir = freshDataDir();
		const server = start({ DATA_DIR: dataDir });
		await server.url();
		const modes = Object.fromEntries(
			readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
		);

		await server.stop();

		expect(modes).toMatchObject({ "server.lock": "600", "server.pid": "600", "parley.db.lock": "600" });
		expect(readdirSync(dataDir)).not.toContain("server.pid");
	});
});

describe("what another process writes", () => {
	const REMOVE_MEMBER = [process.execPath, Bun.fileURLToPath(new URL("../support/remove-member.ts", import.meta.url))];

	/** A server with the demo school, whose people are signed in and known to its caches. */
	async function startSchool() {
		const dataDir = freshDataDir();
		const { organizations, password } = JSON.parse((await parley("seed --init --json", dataDir)).stdout);
		const [school] = organizations;
		const url = await start({ DATA_DIR: dataDir, RATE_LIMITS: "off" }).url();
		const ask = (path: string, token: string) => clientAt(url, token).get(path);

		async function signIn({ email }: { readonly email: string }) {
			const { body } = await clientAt(url).post("/auth/login", { email, password, orgId: school.id });
			const token: string = body.access_token;
			// Twice: the second is answered from the caches.
			await ask(`/orgs/${school.id}`, token);
			expect((await ask(`/orgs/${school.id}`, token)).status).toBe(200);
			return { token, id: String(body.user.id) };
		}

		const people = [];
		for (const person of school.people) people.push(await signIn(person));
		return { dataDir, orgId: String(school.id), people, ask };
	}

	test("is heard by the next request: a removed member is out, the others stay", async () => {
		const { dataDir, orgId, people, ask } = await startSchool();
		const [owner, ...others] = people;
		const statuses: (readonly number[])[] = [];

		for (const person of others) {
			const removal = await run(REMOVE_MEMBER, [orgId, person.id], { env: { ...TEST_ENV, DATA_DIR: dataDir } });
			const removed = await ask(`/orgs/${orgId}`, person.token);
			const kept = await ask(`/orgs/${orgId}`, owner?.token ?? "");
			statuses.push([removal.exitCode, removed.status, kept.status]);
		}

		expect(others.length).toBeGreaterThan(1);
		expect(statuses).toEqual(others.map(() => [0, 401, 200]));
	});

	test("is heard while the server is asked all the time", async () => {
		const { dataDir, orgId, people, ask } = await startSchool();
		const [owner, victim] = people;
		let isOver = false;
		const asking = Array.from({ length: 8 }, async () => {
			while (!isOver) await ask(`/orgs/${orgId}`, owner?.token ?? "");
		});

		await run(REMOVE_MEMBER, [orgId, victim?.id ?? ""], { env: { ...TEST_ENV, DATA_DIR: dataDir } });
		const removed = await ask(`/orgs/${orgId}`, victim?.token ?? "");

		isOver = true;
		await Promise.all(asking);
		expect(removed.status).toBe(401);
	});
});
