import { afterAll, expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { useHarness } from "../support/harness.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";

const api = await useHarness({ isServed: true, idleSeconds: 4 });
const owner = await api.createOrganization();
const clients: Socket[] = [];
afterAll(() => {
	for (const client of clients) client.destroy();
});

/** Opens a connection that sends a text, and reads nothing from then on. */
function connectAndSend(text: string): Promise<Socket> {
	const { hostname, port } = new URL(api.url);
	return new Promise((resolve) => {
		const client = connect(Number(port), hostname, () => client.write(text, () => resolve(client)));
		client.on("error", () => undefined).pause();
		clients.push(client);
	});
}

/** What the descriptors of this process are, which has both ends of each connection. */
const descriptors = (): string[] =>
	readdirSync("/proc/self/fd").map((descriptor) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`);
		} catch {
			return ""; // Closed since the folder was read.
		}
	});
const countSockets = (): number => descriptors().filter((target) => target.startsWith("socket:")).length;
const openBlobs = (): string[] =>
	descriptors().filter((target) => target.startsWith(join(api.config.dataDir, "blobs")));

const head = (path: string, more = "") =>
	`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n${more}\r\n`;

test("clients that never read what they asked for are cut off, and what it was read from is closed", async () => {
	const { path } = await uploading(api, owner).upload(wavOf(12_000_000));
	const content = `${path}/content`;
	const before = countSockets();

	const asked = [head(content), head(content, "Range: bytes=1000000-11000000\r\n"), head(content).repeat(3)];
	for (const text of asked) await connectAndSend(text);
	// The server has closed its ends; those of the clients are still open.
	while (countSockets() > before + asked.length || openBlobs().length > 0) await Bun.sleep(100);

	const range = { authorization: `Bearer ${owner.token}`, range: "bytes=0-999" };
	expect((await fetch(api.url + content, { headers: range })).status).toBe(206);
}, 120_000);

test("a response that closes the connection does not wait long for the rest of a body", async () => {
	const post =
		"POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n";
	const client = await connectAndSend(`${post}Content-Length: 2000000\r\n\r\n${" ".repeat(100_000)}`);

	let received = "";
	client.resume().on("data", (bytes) => {
		received += String(bytes);
	});
	await new Promise((closed) => client.once("close", closed));

	expect(received).toStartWith("HTTP/1.1 413");
}, 120_000);
