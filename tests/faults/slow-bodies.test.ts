import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { PASSWORD, useHarness } from "../support/harness.ts";
import { meetings } from "../support/meetings.ts";
import { until } from "../support/until.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";

const api = await useHarness({ isServed: true });
const owner = await api.createOrganization();
const WAV = wavOf(600_000);
/** What must arrive within two minutes. */
const ENOUGH = 480 * 1024;
const UPLOAD_MS = 120_000;
const OTHER_MS = 25_000;

/** A request whose body comes as a test sends it. */
interface SlowRequest {
	/** Everything that came in return. */
	readonly received: () => string;
	/** Whether the server has closed the connection. */
	readonly isClosed: () => boolean;
	send(bytes: Uint8Array | string): void;
	end(): void;
}

/** Sends the head of a request, and the beginning of its body. */
async function begin(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<SlowRequest> {
	const { hostname, port } = new URL(api.url);
	let received = "";
	let isClosed = false;
	const client = connect(Number(port), hostname);
	client.on("data", (bytes) => {
		received += String(bytes);
	});
	client
		.on("error", () => undefined)
		.on("close", () => {
			isClosed = true;
		});
	await new Promise((connected) => client.once("connect", connected));
	const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
	client.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
	return {
		received: () => received,
		isClosed: () => isClosed,
		send: (bytes) => void client.write(bytes),
		end: () => client.destroy(),
	};
}

/** Announces an upload, and begins to send it. */
async function beginUpload() {
	const token = await signIn();
	const uploads = uploading(api, { ...owner, token });
	const { uploadId } = (await uploads.announce(WAV.length)).body.data;
	const request = await begin("PATCH", `/uploads/${uploadId}`, {
		Authorization: `Bearer ${token}`,
		"Tus-Resumable": "1.0.0",
		"Upload-Offset": "0",
		"Content-Type": "application/offset+octet-stream",
		"Content-Length": String(WAV.length),
	});
	return { uploadId, ...request };
}

/** Sends requests of uploads as the owner, signed in again: time passes quickly here. */
const signedInAgain = async () => uploading(api, { ...owner, token: await signIn() });

/** Lets time pass until a request is answered; again, if its body was not being read yet. */
async function passUntilAnswered({ received }: SlowRequest, ms: number): Promise<void> {
	for (let rounds = 0; received() === "" && rounds < 5; rounds++) {
		api.advanceMs(ms);
		await until(received, 2_500).catch(() => {});
	}
}

describe("an upload", () => {
	test("of which less than 4 KiB a second arrives for two minutes is cut with 408, and goes on where it was", async () => {
		const slow = await beginUpload();
		slow.send(WAV.slice(0, 10_000));

		await passUntilAnswered(slow, UPLOAD_MS);
		await until(slow.isClosed);

		expect(slow.received()).toStartWith("HTTP/1.1 408 ");
		expect(slow.received()).toContain('"code":"request_timeout"');
		const uploads = await signedInAgain();
		expect((await uploads.head(slow.uploadId)).headers.get("upload-offset")).toBe("10000");
		expect((await uploads.patch(slow.uploadId, 10_000, WAV.slice(10_000))).status).toBe(204);
	});

	test("of which enough arrives goes on, until it falls behind", async () => {
		const steady = await beginUpload();
		steady.send(WAV.slice(0, ENOUGH));

		api.advanceMs(UPLOAD_MS - 1_000);
		await Bun.sleep(1_100); // It is looked every second.
		const before = steady.received();
		await passUntilAnswered(steady, UPLOAD_MS);

		expect(before).toBe("");
		expect(steady.received()).toStartWith("HTTP/1.1 408 ");
		const { headers } = await (await signedInAgain()).head(steady.uploadId);
		expect(headers.get("upload-offset")).toBe(String(ENOUGH));
	});
});

describe("any other body", () => {
	const meeting = meetings.createWorkspace(owner).then(({ id }) => meetings.made(owner, id));
	const json = { "Content-Type": "application/json" };
	const bodies: [string, string, () => Promise<string> | string, Record<string, string>, string][] = [
		["JSON", "PUT", () => `/orgs/${owner.orgId}`, { ...json, "Content-Length": "1000" }, '{"name":'],
		["JSON in chunks", "PUT", () => `/orgs/${owner.orgId}`, { ...json, "Transfer-Encoding": "chunked" }, "2\r\n{ \r\n"],
		["JSON of a stranger", "POST", () => "/auth/login", { ...json, "Content-Length": "500000" }, '{"email":'],
		[
			"a file of subtitles",
			"PUT",
			async () => `/meetings/${(await meeting).id}/transcripts`,
			{ "Content-Type": "text/vtt", "Content-Length": "9000000" },
			"WEBVTT\n\n",
		],
		[
			"captions",
			"POST",
			async () => `/meetings/${(await meeting).id}/captions?seq=1`,
			{ "Content-Type": "text/plain", "Transfer-Encoding": "chunked" },
			"2\r\nHi\r\n",
		],
		[
			"a form with a recording",
			"POST",
			() => "/v1/audio/transcriptions",
			{ "Content-Type": "multipart/form-data; boundary=b", "Content-Length": "9000000" },
			'--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
		],
	];

	test.each(bodies)("that does not arrive is answered with 408: %s", async (_, method, path, headers, start) => {
		const token = (await path()).startsWith("/auth") ? {} : { Authorization: `Bearer ${await signIn()}` };
		const slow = await begin(method, await path(), { ...token, ...headers });
		slow.send(start);

		await passUntilAnswered(slow, OTHER_MS);

		expect(slow.received()).toStartWith("HTTP/1.1 408 ");
		expect(slow.received()).toMatch(/^connection: close\r$/im);
		await until(slow.isClosed);
	});

	test("that arrives slowly but steadily is read", async () => {
		const cues = Array.from(
			{ length: 4_000 },
			(_, n) => `00:${pad(n / 60)}:${pad(n % 60)}.000 --> 00:59:59.000\nWord ${n}\n\n`,
		);
		const body = Buffer.from(`WEBVTT\n\n${cues.slice(0, 3_500).join("")}`);
		const { id } = await meeting;
		const steady = await begin("PUT", `/meetings/${id}/transcripts`, {
			Authorization: `Bearer ${await signIn()}`,
			"Content-Type": "text/vtt",
			"Content-Length": String(body.length),
		});
		steady.send(body.subarray(0, 110_000));
		api.advanceMs(OTHER_MS - 1_000);
		await Bun.sleep(1_100);
		steady.send(body.subarray(110_000));
		await until(steady.received);

		expect(steady.received()).toStartWith("HTTP/1.1 201 ");
	});
});

const pad = (value: number): string => String(Math.floor(value)).padStart(2, "0");

async function signIn(): Promise<string> {
	const body = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	return (await api.request("POST", "/auth/login", { body })).body.access_token;
}
