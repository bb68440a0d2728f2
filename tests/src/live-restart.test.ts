import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#src/config";
import { type RunningServer, startServer } from "#src/serve";
import { clientAt } from "../support/client.ts";
import { createTestDatabase } from "../support/database.ts";
import { FIRST_ADMIN } from "../support/installation.ts";
import { type Frame, openSocket, openStream } from "../support/live.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-live-"));
const database = await createTestDatabase("empty");
afterAll(async () => {
	await database.drop();
	rmSync(folder, { recursive: true, force: true });
});

/** Starts a server on the same data each time. */
function start(): Promise<RunningServer> {
	const variables: Record<string, string> = {
		PORT: "0",
		PUBLIC_URL: "http://localhost", // Tokens stay valid whatever the port is.
		DATA_DIR: folder,
		DATABASE_URL: database.url.replace(/^file:/, "sqlite:"),
		LOG_LEVEL: "error",
		RATE_LIMITS: "off",
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
	};
	return startServer(loadConfig((name) => variables[name], Object.keys(variables), false));
}

test("a server that stops closes its connections with 1012, and those who come back to the next one miss nothing", async () => {
	const first = await start();
	const token = (await clientAt(first.url).post("/auth/login", FIRST_ADMIN)).body.access_token;
	const admin = clientAt(first.url, token);
	const organization = await admin.post("/orgs", { name: "School", orgType: "business" });
	const workspaces = `/orgs/${organization.body.data.id}/workspaces`;
	const workspace = await admin.post(workspaces, { name: "Physics" });
	const path = `/workspaces/${workspace.body.data.id}/meetings`;
	const recording = { mode: "off", consent: "notify" };
	const made = await admin.post(path, { title: "Optics", recording, transcription: { live: true } });
	const meetingId = made.body.data.meeting.id;
	const say = (server: RunningServer, ...texts: string[]) =>
		clientAt(server.url, token).post(`/meetings/${meetingId}/captions`, { segments: texts.map((text) => ({ text })) });
	const options = { meetingId, token };
	const [socket, stream] = await Promise.all([openSocket(first.url, options), openStream(first.url, options)]);
	const { sessionId } = await socket.next("ready");
	await Promise.all([socket.next("status"), stream.next("status")]);
	const said = await say(first, "one", "two");
	const seen = await Promise.all([
		socket.next("final"),
		socket.next("final"),
		stream.next("final"),
		stream.next("final"),
	]);

	const beganMs = performance.now();
	await first.stop();
	const stoppedMs = performance.now() - beganMs;
	const second = await start();
	await say(second, "three", "four");
	const [again, streamed] = await Promise.all([
		openSocket(second.url, options),
		openStream(second.url, options, Number(stream.lastEventId)),
	]);
	again.send({ type: "resume", sessionId, lastSeq: 2 });
	await say(second, "five");
	const five = (frame: Frame) => frame.segment?.text === "five";
	await Promise.all([again.next("final", five), streamed.next("final", five)]);

	expect(said.status).toBeLessThan(300);
	expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 1, 2]);
	expect(await socket.closed).toEqual({ code: 1012, reason: "restarting" });
	await stream.ended;
	expect(stoppedMs).toBeLessThan(5_000);
	const finals = ({ frames }: typeof again | typeof streamed) =>
		frames.filter(({ type }) => type === "final").map(({ seq, segment }) => [seq, segment.text]);
	const missed = [
		[3, "three"],
		[4, "four"],
		[5, "five"],
	];
	expect(finals(again)).toEqual(missed);
	expect(finals(streamed)).toEqual(missed);
	await second.stop();
}, 120_000);
