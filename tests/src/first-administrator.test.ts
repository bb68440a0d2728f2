/** Whoever finds the port of a new installation open finds its administrator made, and a start that fails hides no password. */
import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { clientAt } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { connectRaw, initialPasswordOf, startServerProcess } from "#tests/support/server-process";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** A program that has a port, and that port. */
async function takePort() {
	const other: Server = createServer();
	await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
	const address = other.address();
	const port = String(typeof address === "object" ? address?.port : undefined);
	return { port, giveBack: () => new Promise<void>((resolve) => other.close(() => resolve())) };
}

const signIn = (url: string, email: string, password: string) => clientAt(url).post("/auth/login", { email, password });

/** Knocks until somebody opens. */
async function untilOpen(url: string): Promise<void> {
	for (;;) {
		try {
			await connectRaw(url);
			return;
		} catch {
			// Not yet.
		}
	}
}

describe("the first administrator", () => {
	test("can sign in with the very first connection the server takes", async () => {
		const { port, giveBack } = await takePort();
		await giveBack();
		// A slow hash leaves a long time between an open port and its administrator.
		const server = startServerProcess({
			PORT: port,
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
			ARGON2_TIME_COST: "4",
			ARGON2_MEMORY_KIB: "32768",
		});
		const url = `http://127.0.0.1:${port}`;
		await untilOpen(url);

		const response = await signIn(url, ADMIN.email, ADMIN.password);

		await server.stop();
		expect(response.status).toBe(200);
	});

	test("gets a password that is shown, however many starts failed before", async () => {
		const { port, giveBack } = await takePort();
		const variables = { DATA_DIR: join(directory.path, "data"), PORT: port };
		const failures = [];
		for (let attempt = 0; attempt < 2; attempt++) {
			const failed = startServerProcess(variables);
			failures.push({ exitCode: await failed.exited, stdout: failed.output(), stderr: await failed.errors });
		}
		await giveBack();

		const server = startServerProcess(variables);
		const [email, password] = await initialPasswordOf(server);
		const url = await server.url();
		const response = await signIn(url, email, password);

		await server.stop();
		const line = `parley: 127.0.0.1:${port} is in use by another program; stop it, or set PORT to a free port.\n`;
		expect(failures.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
			[1, line],
			[1, line],
		]);
		expect(failures.map(({ stdout }) => stdout).join("")).not.toContain("password");
		expect(response.status).toBe(200);
	});
});
