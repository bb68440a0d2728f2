/** A real nginx in front: what Parley says of a body that it does not read reaches the client, and Parley stays in use. */
import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { useHarness } from "../support/harness.ts";
import { hasNginx, PROXIES, startNginx } from "../support/nginx.ts";
import { uploading } from "../support/uploading.ts";

const MIB = 1 << 20;
/** Longer than the buffers of all sockets on the way. */
const LARGE = 24 * MIB;

const api = await useHarness({ isServed: true });
const owner = await api.createOrganization();
const nginx = hasNginx ? await startNginx(api.url) : null;
afterAll(() => nginx?.close());

interface Sent {
	readonly method?: "GET" | "POST" | "PATCH";
	readonly path: string;
	readonly headers?: readonly string[];
	readonly sizeBytes: number;
	/** Whether it comes in chunks, without its length. */
	readonly isChunked?: boolean;
	/** Pause before each mebibyte, in ms. */
	readonly pauseMs?: number;
}

/** Sends a body to its end whatever comes back, as many clients do, and returns the status and code of the response. */
async function send(host: string, { method = "POST", path, headers = [], sizeBytes, isChunked, pauseMs = 0 }: Sent) {
	const { hostname, port } = new URL(nginx?.url ?? "");
	const socket = connect(Number(port), hostname);
	let received = "";
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	socket
		.on("error", () => undefined)
		.on("data", (bytes) => {
			received += String(bytes);
		});
	const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${sizeBytes}`;
	const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", length, ...headers];
	socket.write(`${lines.join("\r\n")}\r\n\r\n`);
	const part = Buffer.alloc(MIB, " ");
	for (let sent = 0; sent < sizeBytes && !socket.destroyed; sent += part.length) {
		if (pauseMs > 0) await Bun.sleep(pauseMs);
		if (isChunked) socket.write(`${part.length.toString(16)}\r\n`);
		const hasRoom = socket.write(part.subarray(0, sizeBytes - sent));
		if (isChunked) socket.write("\r\n");
		if (!hasRoom) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
	}
	if (isChunked) socket.write("0\r\n\r\n");
	await closed;
	return [Number(received.slice(9, 12)), /"code":"(\w+)"/.exec(received)?.[1]];
}

const JSON_TYPE = ["Content-Type: application/json"];
const TOO_LARGE = [413, "payload_too_large"];

describe.skipIf(!hasNginx).each(Object.keys(PROXIES))("behind nginx as %s", (host) => {
	test("a body over the limit is our 413, however it comes, and the server is not taken out", async () => {
		const post = { path: "/auth/login", headers: JSON_TYPE, sizeBytes: LARGE };

		const answers = [
			await send(host, post),
			await send(host, { ...post, isChunked: true }),
			await send(host, { ...post, sizeBytes: 3 * MIB, pauseMs: 300 }),
			await send(host, { ...post, sizeBytes: 3 * MIB, pauseMs: 300, isChunked: true }),
		];

		expect(answers).toEqual(Array(4).fill(TOO_LARGE));
		expect(await send(host, { method: "GET", path: "/health/live", sizeBytes: 0 })).toEqual([200, undefined]);
	}, 120_000);

	test("so is what else is answered before a body was read, or in the middle of it", async () => {
		const path = `/uploads/${(await uploading(api, owner).announce(MIB)).body.data.uploadId}`;
		const tus = ["Tus-Resumable: 1.0.0", "Upload-Offset: 0", "Content-Type: application/offset+octet-stream"];
		const form = ["Content-Type: multipart/form-data; boundary=b"];
		const bearer = [`Authorization: Bearer ${owner.token}`];

		const answers = [
			await send(host, { path: "/orgs", headers: ["Authorization: Bearer none", ...JSON_TYPE], sizeBytes: 900_000 }),
			await send(host, { path: "/nowhere", headers: JSON_TYPE, sizeBytes: 900_000 }),
			await send(host, { method: "PATCH", path, headers: [...bearer, ...tus], sizeBytes: LARGE }),
			await send(host, { method: "PATCH", path, headers: [...bearer, ...tus], sizeBytes: LARGE, isChunked: true }),
			await send(host, { path: "/v1/audio/transcriptions", headers: [...bearer, ...form], sizeBytes: 30 * MIB }),
			await send(host, { path: "/v1/audio/transcriptions", headers: [...bearer, ...form], sizeBytes: LARGE }),
		];

		expect(answers.map(([status]) => status)).toEqual([401, 404, 413, 413, 413, 400]);
		expect(await send(host, { method: "GET", path: "/health/live", sizeBytes: 0 })).toEqual([200, undefined]);
	}, 120_000);
});
