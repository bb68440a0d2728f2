/**
 * Turns a recording into a transcript: signs in, creates an organization with a workspace, uploads a file in pieces,
 * follows the progress, and prints the transcript as WebVTT. Uses plain `fetch`, no client library.
 *
 *   parley serve                                                      # in another terminal; once: parley models pull
 *   PARLEY_PASSWORD=… bun examples/recording-to-transcript.ts lesson.m4a > lesson.vtt
 *
 * Set PARLEY_URL (default http://localhost:3000), and PARLEY_EMAIL (default admin@parley.local) and PARLEY_PASSWORD to
 * those of a system administrator.
 */
import { basename } from "node:path";

const BASE = (process.env.PARLEY_URL ?? "http://localhost:3000").replace(/\/$/, "");
const CHUNK_BYTES = 5 * 1024 * 1024;

/** A response of the API, as far as this example reads it. */
interface Answer {
	readonly data: Record<string, unknown>;
	readonly error?: { readonly code: string; readonly detail: string };
}

let token = "";

/** Sends a request. @throws with a line for a person when no server answers */
async function send(url: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(url, init);
	} catch (cause) {
		throw new Error(`no server answers at ${url}: start Parley, or set PARLEY_URL to its address`, { cause });
	}
}

/** Sends a request and returns what the response says. */
async function call(method: string, path: string, body?: unknown): Promise<Answer["data"]> {
	const response = await send(BASE + path, {
		method,
		headers: {
			...(token !== "" && { authorization: `Bearer ${token}` }),
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const answer = (await response.json().catch(() => null)) as Answer | null;
	if (answer === null) throw new Error(`${BASE} is not the address of Parley: set PARLEY_URL to it`);
	if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.code}: ${answer.error?.detail}`);
	return answer.data ?? (answer as unknown as Answer["data"]);
}

/** Uploads a file with the tus protocol. An interrupted upload would resume at the offset that HEAD returns. */
async function upload(url: string, file: Blob): Promise<void> {
	for (let offset = 0; offset < file.size; ) {
		const chunk = file.slice(offset, offset + CHUNK_BYTES);
		const response = await send(url, {
			method: "PATCH",
			headers: {
				authorization: `Bearer ${token}`,
				"tus-resumable": "1.0.0",
				"upload-offset": String(offset),
				"content-type": "application/offset+octet-stream",
			},
			body: chunk,
		});
		if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
		offset = Number(response.headers.get("upload-offset"));
		console.error(`uploaded ${offset} of ${file.size} bytes`);
	}
}

/** Polls until the transcript of a meeting is ready. */
async function waitForTranscript(meetingId: string): Promise<string> {
	for (let shown = ""; ; await Bun.sleep(500)) {
		const meeting = await call("GET", `/meetings/${meetingId}`);
		const { transcript } = meeting.artifacts as {
			transcript: { state: string; transcriptId: string | null; segmentCount: number };
		};
		const hint = transcript.state === "waiting" ? " (if there is no speech model yet: parley models pull)" : "";
		if (transcript.state !== shown) console.error(`transcript: ${transcript.state}${hint}`);
		shown = transcript.state;
		if (transcript.state === "ready" && transcript.transcriptId !== null) return transcript.transcriptId;
		if (transcript.state === "failed" || transcript.state === "cancelled")
			throw new Error(`transcript ${transcript.state}`);
	}
}

async function main(): Promise<void> {
	const [path] = process.argv.slice(2);
	if (path === undefined) throw new Error("usage: bun examples/recording-to-transcript.ts FILE");
	const file = Bun.file(path);
	if (!(await file.exists())) throw new Error(`there is no file ${path}`);

	const { access_token } = await call("POST", "/auth/login", {
		email: process.env.PARLEY_EMAIL ?? "admin@parley.local",
		password: process.env.PARLEY_PASSWORD ?? "",
	});
	token = String(access_token);

	const organization = await call("POST", "/orgs", { name: "Example School", orgType: "education" });
	const workspace = await call("POST", `/orgs/${organization.id}/workspaces`, { name: "Physics", kind: "class" });
	const announced = await call("POST", "/meetings/upload/init", {
		workspaceId: workspace.id,
		filename: basename(path),
		contentType: file.type || "application/octet-stream",
		size: file.size,
	});
	await upload(String(announced.uploadUrl), file);
	const transcriptId = await waitForTranscript(String(announced.meetingId));

	const subtitles = await send(`${BASE}/transcripts/${transcriptId}?format=vtt`, {
		headers: { authorization: `Bearer ${token}` },
	});
	console.log(await subtitles.text());
}

await main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
