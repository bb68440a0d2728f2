import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PARLEY } from "#tests/support/command";
import { connectRaw, type ServerProcess, startProgram } from "#tests/support/server-process";

/** Descriptors of the server in these tests; about twenty are its own. */
const LIMIT = 300;
const ADMIN = { ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };

const folder = mkdtempSync(join(tmpdir(), "parley-connections-"));
let server: ServerProcess | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	server?.kill("SIGKILL");
	await server?.exited;
	rmSync(folder, { recursive: true, force: true });
});

/** Starts the program where it may not open more than {@link LIMIT} descriptors. */
async function start(): Promise<string> {
	const env = { PORT: "0", DATA_DIR: folder, ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", ...ADMIN };
	const command = ["sh", "-c", `ulimit -n ${LIMIT}; exec "$@"`, "sh", ...PARLEY, "serve"];
	server = startProgram(command, { env: { ...env, RATE_LIMITS: "off" } });
	return server.url();
}

/** Opens connections that send this and nothing more. */
function flood(url: string, connections: number, text: string): void {
	const { hostname, port } = new URL(url);
	for (let i = 0; i < connections; i++) {
		const socket = connect(Number(port), hostname, () => void (text !== "" && socket.write(text)));
		socket.on("error", () => undefined).resume();
		sockets.push(socket);
	}
}

const openDescriptors = (): number => readdirSync(`/proc/${server?.pid}/fd`).length;

/** Processor time of the server so far, in hundredths of a second. */
function processorTicks(): number {
	const fields = readFileSync(`/proc/${server?.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return Number(fields[11]) + Number(fields[12]);
}

const organization = (name: string): string => JSON.stringify({ name, orgType: "business" });

/** A whole request as it goes over a connection. */
function requestOf(path: string, headers: Readonly<Record<string, string>>, body: string): string {
	const lines = Object.entries({ host: "localhost", ...headers, "content-length": String(body.length) });
	return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

async function signIn(url: string): Promise<string> {
	const response = await fetch(`${url}/auth/login`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
	});
	return (await response.json()).access_token;
}

describe("more connections than there are file descriptors", () => {
	test("wait, and leave the program what it needs: nothing fails, and whoever waits is served later", async () => {
		const url = await start();
		const headers = { authorization: `Bearer ${await signIn(url)}`, "content-type": "application/json" };
		const underWay = await connectRaw(url);
		underWay.write(requestOf("/orgs", headers, organization("Under way")).slice(0, -5));

		flood(url, 1_000, "GET /health/live HTTP/1.1\r\nHost: lo");
		await server?.until(/connections wait/);
		const waiting = fetch(`${url}/orgs`, { method: "POST", headers, body: organization("Waiting") });
		const spentBefore = processorTicks();
		await Bun.sleep(1_000);
		const [spent, open] = [processorTicks() - spentBefore, openDescriptors()];
		underWay.write(requestOf("/orgs", headers, organization("Under way")).slice(-5));
		const during = await underWay.until(/^HTTP.*/);
		for (const socket of sockets.splice(0)) socket.destroy();
		const after = await waiting;

		expect(open).toBeLessThan(LIMIT);
		// A server that tries to accept what it cannot uses all of its 100.
		expect(spent).toBeLessThan(50);
		expect(during).toStartWith("HTTP/1.1 201 ");
		expect(after.status).toBe(201);
		await server?.until(/accepted again/);
		expect(server?.output()).not.toMatch(/EMFILE|"level":"error"/);
	}, 120_000);
});
