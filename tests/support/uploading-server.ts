import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PARLEY } from "./command.ts";
import type { TestResponse } from "./harness.ts";
import { type ServerProcess, startProgram } from "./server-process.ts";
import { wavOf } from "./wav.ts";

const ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** A server in a process of its own, which can be killed and started again on its data. */
export interface UploadingServer {
	readonly folder: string;
	/** Resident memory of the process, in bytes. */
	rss(): Promise<number>;
	/** Ends the process at once, as a crash does. */
	kill(): Promise<void>;
	/** Starts it again, on the same port. */
	start(): Promise<void>;
	request(method: string, path: string, body?: unknown): Promise<Response>;
	/** Announces an upload in a new workspace. */
	announce(
		sizeBytes: number,
		more?: Readonly<Record<string, unknown>>,
	): Promise<{ uploadUrl: string; uploadId: string; meetingId: string }>;
	readonly token: string;
	close(): Promise<void>;
}

/** Starts a server with an organization. @param variables environment variables, as set by an operator */
export async function startUploadingServer(variables: Readonly<Record<string, string>> = {}): Promise<UploadingServer> {
	const folder = mkdtempSync(join(tmpdir(), "parley-uploads-"));
	let port = "0";
	let running: ServerProcess;
	let pid = 0;

	async function start(): Promise<void> {
		const env = {
			DATA_DIR: join(folder, "data"),
			PORT: port,
			PUBLIC_URL: "http://localhost", // Tokens stay valid when the port is known.
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
			ARGON2_MEMORY_KIB: "1024",
			ARGON2_TIME_COST: "1",
			RATE_LIMITS: "off",
			LOG_LEVEL: "error",
			...variables,
		};
		running = startProgram([...PARLEY, "serve"], { env, cwd: folder });
		port = new URL(await running.url()).port;
		pid = Number((await Bun.file(join(folder, "data", "server.pid")).text()).trim());
	}

	let token = "";
	async function request(method: string, path: string, body?: unknown): Promise<Response> {
		return fetch(`http://127.0.0.1:${port}${path}`, {
			method,
			headers: { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}
	const json = async (response: Promise<Response>): Promise<TestResponse["body"]> => (await response).json();

	await start();
	token = (await json(request("POST", "/auth/login", ADMIN))).access_token;
	const made = await json(request("POST", "/orgs", { name: "School", orgType: "business" }));
	const workspace = await json(request("POST", `/orgs/${made.data.id}/workspaces`, { name: "Biology" }));

	return {
		folder,
		request,
		start,
		token,
		async rss() {
			const status = await Bun.file(`/proc/${pid}/status`).text();
			return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
		},
		async kill() {
			running.kill("SIGKILL");
			await running.exited;
		},
		async announce(size, more = {}) {
			const body = { workspaceId: workspace.data.id, filename: "lesson.wav", contentType: "audio/wav", size, ...more };
			const answer = await json(request("POST", "/meetings/upload/init", body));
			if (!answer.data) throw new Error(JSON.stringify(answer));
			const uploadUrl = `http://127.0.0.1:${port}/uploads/${answer.data.uploadId}`;
			return { ...answer.data, uploadUrl };
		},
		async close() {
			await running.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Writes a WAV file of this size, whose content never repeats, and returns its path and its SHA-256, hex. */
export async function writeLargeWav(folder: string, sizeBytes: number): Promise<{ path: string; sha256: string }> {
	const path = join(folder, `large-${sizeBytes}.wav`);
	const writer = Bun.file(path).writer();
	const hash = new Bun.CryptoHasher("sha256");
	for (let written = 0; written < sizeBytes; ) {
		const size = Math.min(1 << 20, sizeBytes - written);
		const block = new Uint8Array(size);
		for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(block.subarray(at, Math.min(at + 65_536, size)));
		if (written === 0) block.set(wavOf(44).subarray(0, 44));
		hash.update(block);
		void writer.write(block);
		await writer.flush();
		written += size;
	}
	await writer.end();
	return { path, sha256: hash.digest("hex") };
}
