/** A server that a person started in a terminal, by `bun run start`: Ctrl-C reaches it twice, the end of the terminal as SIGHUP. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARLEY, run, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { connectRaw, type ServerProcess, startProgram } from "#tests/support/server-process";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
const running: Pick<ServerProcess, "kill" | "exited">[] = [];
afterEach(async () => {
	for (const server of running.splice(0)) {
		server.kill("SIGKILL");
		await server.exited;
	}
});

let made = 0;
/** Variables of an installation nobody has used. */
const freshEnv = () => ({ ...TEST_ENV, DATA_DIR: join(directory.path, `data-${++made}`) });

/** Starts the program by a script of a package, in a terminal of its own. */
async function startInTerminal() {
	const folder = join(directory.path, `package-${++made}`);
	mkdirSync(folder);
	const start = `true && ${PARLEY.join(" ")} serve`;
	writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start } }));
	let output = "";
	const decoder = new TextDecoder();
	const child = Bun.spawn([process.execPath, "run", "start"], {
		cwd: folder,
		env: { ...freshEnv(), PATH: Bun.env.PATH ?? "", NO_COLOR: "1", BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
		terminal: {
			cols: 200,
			rows: 24,
			data(_, bytes) {
				output += decoder.decode(bytes, { stream: true });
			},
		},
	});
	running.push({ kill: (signal) => child.kill(signal), exited: child.exited });
	async function until(pattern: RegExp): Promise<RegExpExecArray> {
		for (;;) {
			const found = pattern.exec(output);
			if (found) return found;
			if (child.exitCode !== null) throw new Error(`it ended before it wrote ${pattern}:\n${output}`);
			await Bun.sleep(10);
		}
	}
	const [, url = ""] = await until(/listens on (\S+)[\s\S]*serving/);
	return { child, url, until, output: () => output };
}

const BODY = JSON.stringify({ email: "nobody@parley.example", password: "wrong" });

/** Sends the first half of a sign-in, and waits until it has begun. */
async function sendHalf(url: string) {
	const slow = await connectRaw(url);
	const head = `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
	slow.write(head + BODY.slice(0, 10));
	await fetch(`${url}/health/live`);
	return slow;
}

describe("Ctrl-C at `bun run start`", () => {
	test("answers what has begun, and ends with code 0 and not a word of an error", async () => {
		const { child, url, until, output } = await startInTerminal();
		const slow = await sendHalf(url);

		child.terminal?.write("\x03");
		await until(/stopping/);
		slow.write(BODY.slice(10));

		expect(await slow.until(/"status":"error"/)).toStartWith("HTTP/1.1 401");
		expect(await child.exited).toBe(0);
		expect(output()).toContain("stopped");
		expect(output()).not.toMatch(/error:|exited with code/);
	});

	test("once more after a second ends it at once, and says so", async () => {
		const { child, url, until, output } = await startInTerminal();
		await sendHalf(url);
		child.terminal?.write("\x03");
		await until(/stopping/);
		await Bun.sleep(1_100);

		child.terminal?.write("\x03");

		expect(await child.exited).toBe(130);
		expect(output()).toContain("stopped immediately");
		expect(output()).not.toMatch(/error:|exited with code/);
	});
});

describe("signals", () => {
	test("SIGINT twice within a second, as a terminal and `bun run` send it, is one", async () => {
		const server = startProgram([...PARLEY, "serve"], { env: freshEnv() });
		running.push(server);
		const slow = await sendHalf(await server.url());

		server.kill("SIGINT");
		server.kill("SIGINT");
		await server.until(/"message":"stopping"/);
		server.kill("SIGHUP");
		slow.write(BODY.slice(10));

		expect(await slow.until(/"status":"error"/)).toStartWith("HTTP/1.1 401");
		expect(await server.exited).toBe(0);
	});

	test("the end of the terminal drains", async () => {
		const server = startProgram([...PARLEY, "serve"], { env: freshEnv() });
		running.push(server);
		const slow = await sendHalf(await server.url());

		server.kill("SIGHUP");
		await server.until(/"message":"stopping".*"signal":"SIGHUP"/);
		slow.write(BODY.slice(10));

		expect(await slow.until(/"status":"error"/)).toStartWith("HTTP/1.1 401");
		expect(await server.exited).toBe(0);
	});

	test("a server started to outlive its terminal does", async () => {
		const command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", ...PARLEY, "serve"];
		const server = startProgram(command, { env: freshEnv() });
		running.push(server);
		const url = await server.url();

		server.kill("SIGHUP");
		const alive = await fetch(`${url}/health/live`);

		expect(alive.status).toBe(200);
		expect(await server.stop()).toBe(0);
		expect(server.output()).not.toContain("SIGHUP");
	});
});

test("an installation of packages that fails says why", async () => {
	const folder = join(directory.path, "packages");
	mkdirSync(folder);
	for (const name of ["bun.lock", "package.json", "patches", "scripts/install.ts"])
		cpSync(new URL(`../../${name}`, import.meta.url), join(folder, name), { recursive: true });
	const env = { BUN_CONFIG_REGISTRY: "http://127.0.0.1:9", BUN_INSTALL_CACHE_DIR: join(folder, "cache") };

	const outcome = await run([process.execPath, "scripts/install.ts"], ["--production"], { cwd: folder, env });

	expect([outcome.exitCode, outcome.stdout]).toEqual([1, ""]);
	const [announced = "", ...failed] = outcome.stderr.split(/(?<=\n)/);
	expect(announced).toStartWith("parley: installing the packages it needs");
	expect(failed.join("")).toMatch(/^parley: the packages .*\n {2}error: ConnectionRefused .+\n[\s\S]*and \d+ more\n$/);
});
