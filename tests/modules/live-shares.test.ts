import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { createSpeechAdapters } from "#adapters/speech/adapters";
import { shareOf } from "#kernel/fair-queue";
import { ownProgram } from "#src/own-program";
import { until } from "#tests/support/until";
import { captionsOf } from "../support/captions.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { type LiveSocket, openSocket } from "../support/live.ts";
import { inProcessDescribe } from "../support/target.ts";

/** Most tracks of one of our own processes that hear live speech, of which there is one for every two processors. */
const TRACKS = 4;
const SHARE = shareOf(TRACKS * Math.max(1, Math.floor(availableParallelism() / 2)));

/** A server of an engine for recordings, on loopback: live speech is heard by it, utterance by utterance. */
const server = Bun.serve({
	hostname: "127.0.0.1",
	port: 0,
	fetch: () => Response.json({ language: "english", duration: 1, text: "", segments: [] }),
});
await forThisFile({ close: () => server.stop(true) });

const api = await useHarness({
	isServed: true,
	env: { STT_PROVIDER: "openai", STT_LIVE_PROVIDER: "window", STT_URL: `${server.url.href}v1` },
	speech: () =>
		createSpeechAdapters({
			url: `${server.url.href}v1`,
			apiKey: undefined,
			model: undefined,
			concurrency: 2,
			whisperServer: undefined,
			threads: undefined,
			modelsDir: "/nonexistent",
			program: ownProgram(),
			log: { debug() {}, info() {}, warn() {}, error() {} },
			maxLiveTracks: TRACKS,
		}),
});
const { openLive, join, decide } = captionsOf(api);

/** Publishes audio to a meeting of its own. */
async function publish(by: SignedIn): Promise<LiveSocket> {
	const meeting = await openLive(by);
	const { id } = await join(by, meeting);
	await decide(by, meeting, id, { kind: "transcription", decision: "granted" });
	const socket = await openSocket(api.url, { meetingId: meeting.id, token: by.token, role: "publish" });
	socket.send({ type: "start", encoding: "pcm_s16le", sampleRate: 16_000 });
	return socket;
}

const isHeard = async (socket: LiveSocket): Promise<boolean> => (await socket.next("captions")).state === "on";

inProcessDescribe("tracks of live speech", () => {
	test("are at most half of an organization, so that others are heard, and the refusal says so", async () => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		const tracks = await Promise.all(Array.from({ length: SHARE }, () => publish(flooding)));
		expect(await Promise.all(tracks.map(isHeard))).toEqual(tracks.map(() => true));

		const refused = await publish(flooding);
		expect(await refused.next("captions")).toMatchObject({
			state: "busy",
			code: "rate_limited",
			message: expect.stringContaining("share of the live speech engine"),
			retryAfterMs: 500,
		});
		const ordinary = await publish(other);
		expect(await isHeard(ordinary)).toBe(true);

		// What ends is free again.
		tracks[0]?.send({ type: "stop" });
		await tracks[0]?.closed;
		await until(async () => {
			const socket = await publish(flooding);
			const heard = await isHeard(socket);
			socket.close();
			return heard;
		});
		for (const socket of [...tracks, refused, ordinary]) socket.close();
	});
});
