import { describe, expect, test } from "bun:test";
import { openSocket } from "../support/live.ts";
import { openRoom } from "../support/live-room.ts";
import { MEASURED } from "../support/measured-limit.ts";
import { done } from "../support/school.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";

const TIMEOUT_MS = 120_000;
/** Without messages of the other server, each of three steps would wait for a look, every four seconds. */
const TOLD_MS = 6_000;

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const { here, there, owner, redis, untilHeard } = await openTwoServers();
	const { token } = owner;

	/** Starts a meeting with a lobby: its host is connected to the first server, and somebody waits at the second. */
	async function openMeeting() {
		const room = await openRoom(here.url, owner, { lobby: true, recording: { mode: "manual" } });
		const { meetingId } = room;
		const path = `/meetings/${meetingId}`;
		await done(here.url, "POST", `${path}/join`, { token, body: {} });
		const host = await openSocket(here.url, { meetingId, token });
		await host.next("room");
		const guest = await room.guest(there.url, "Wanda");
		const waiting = await openSocket(there.url, { meetingId, token: guest.token });
		await waiting.next("lobby");
		const decide = (decision: string) =>
			done(here.url, "GET", `${path}/participants`, { token }).then((people) => {
				const [own] = people.filter(({ role }: { role: string }) => role === "host");
				const body = { kind: "recording", decision };
				return done(here.url, "PUT", `${path}/participants/${own.id}/consent`, { token, body });
			});
		return { path, host, waiting, decide };
	}

	/** Follows somebody from the lobby of one server to what the host at the other hears, and the recording back. */
	async function follow({ path, host, waiting, decide }: Awaited<ReturnType<typeof openMeeting>>) {
		const { waiting: people } = await host.next("lobby", (frame) => frame.waiting.length === 1);
		await done(here.url, "POST", `${path}/participants/${people[0].participantId}/admit`, { token, body: {} });
		const snapshot = await waiting.next("room");
		await decide("granted");
		const consents = await waiting.next("consents", ({ recording }) => recording.granted === 1);
		await done(here.url, "POST", `${path}/recording`, { token, body: { state: "started" } });
		return { snapshot, consents, recording: await waiting.next("recording") };
	}

	describe("what a room of two servers is told", () => {
		test(
			"reaches the lobby and the room of the other server",
			async () => {
				const meeting = await openMeeting();
				const sinceMs = performance.now();
				const { snapshot, consents, recording } = await follow(meeting);
				const tookMs = performance.now() - sinceMs;

				expect(tookMs).toBeLessThan(TOLD_MS);
				expect(snapshot.you).toMatchObject({ name: "Wanda" });
				expect(consents.recording).toMatchObject({ granted: 1, missing: 1, participants: null });
				expect(recording).toMatchObject({ state: "started", by: { participantId: expect.any(String) } });
			},
			{ timeout: TIMEOUT_MS, ...MEASURED },
		);

		test(
			"reaches them although the servers do not hear each other",
			async () => {
				const meeting = await openMeeting();
				await redis.kill();
				await untilHeard(false);

				const { snapshot, consents, recording } = await follow(meeting);
				await redis.restart();
				await untilHeard(true);

				expect(snapshot.you).toMatchObject({ name: "Wanda" });
				expect(consents.recording).toMatchObject({ granted: 1 });
				expect(recording).toMatchObject({ state: "started" });
			},
			TIMEOUT_MS,
		);
	});
}
