import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { expectWhole } from "#tests/support/console-page";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { goToRoom, hears, isInside, join } from "#tests/support/room-page";
import { choose, endForAll, isRecorded, keeps, tracksOf } from "#tests/support/room-recordings";
import { openSpokenRooms, type Rooms } from "#tests/support/rooms";
import { until } from "#tests/support/until";

/** Two browsers speak, and an engine hears three tracks. */
const TIMEOUT_MS = 400_000;

describe.skipIf(!hasBrowser)(`The recording of a room (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	let graces: readonly string[];
	beforeAll(async () => {
		({ rooms, second: graces } = await openSpokenRooms({
			...ENGINE_ENV,
			STT_PROVIDER: "whisper-server",
			STT_LIVE_PROVIDER: "vosk",
		}));
	}, 60_000);
	afterEach(async () => {
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	engineTest(
		"is that of each person by themselves: a reload costs two seconds at most, and all becomes one transcript with their names",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const ada = await rooms.bringHost(meeting);
			await join(ada);
			await isInside(ada);
			const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
			grace.on("dialog", (dialog) => void dialog.accept());
			await isInside(grace);
			await hears(ada);

			await choose(ada, "Record");
			await ada.getByRole("dialog").getByText("2 of 2 agree to being recorded.").waitFor();
			await expectWhole(ada);
			await ada.getByRole("dialog").getByRole("button", { name: "Record" }).click();
			await Promise.all([isRecorded(ada), isRecorded(grace)]);
			await grace.getByText("This meeting is being recorded.").waitFor();
			await keeps(grace, 6);

			const reloadedAtMs = Date.now();
			await grace.reload();
			await isRecorded(grace);
			// What was left of the first page has arrived, although the recording goes on.
			await until(
				async () => (await tracksOf(rooms, meeting.id)).some(({ durationMs }) => durationMs !== null),
				60_000,
			);
			const [first] = await tracksOf(rooms, meeting.id);
			const endedAtMs = Date.parse(first?.startedAt ?? "") + (first?.durationMs ?? 0);
			expect(Math.abs(reloadedAtMs - endedAtMs)).toBeLessThan(2_000);
			await keeps(grace, 6);

			await choose(ada, "Stop recording");
			await until(async () => (await tracksOf(rooms, meeting.id)).length === 3, 60_000);
			const tracks = await tracksOf(rooms, meeting.id);
			expect(new Set(tracks.map(({ participantId }) => participantId)).size).toBe(2);

			await endForAll(ada);
			await grace.getByText("Your recording has arrived.").waitFor();
			await ada.getByText("Your recording has arrived.").waitFor();
			await expectWhole(ada);

			const api = clientAt(rooms.ui.base, rooms.host.token);
			const transcripts = async () => (await api.get(`/meetings/${meeting.id}/transcripts`)).body.data;
			const ofTracks = async () =>
				(await transcripts()).filter((each: { captureId: string | null }) => each.captureId === "room");
			await until(async () => (await ofTracks())[0]?.state === "ready", 200_000);
			const [{ id }] = await ofTracks();
			const saidBy = async (name: string) =>
				(await api.get(`/transcripts/${id}/segments`)).body.data
					.filter(({ speaker }: { speaker: { label: string } | null }) => speaker?.label === name)
					.map(({ text }: { text: string }) => text)
					.join(" ");
			// It is readable with the first track, and tracks that arrive later extend it.
			await until(async () => (await saidBy("A Person")) !== "", 200_000);
			expect(await saidBy("A Person")).toMatch(/budget|next year|morning/i);
			expect(await saidBy("Grace Hopper")).toMatch(/supplier|price|percent/i);

			// The three recordings play as one, each person on a waveform of their own.
			await ada.getByRole("link", { name: "To the transcript" }).click();
			await ada.locator(".position svg").waitFor();
			await ada.locator(".segment").filter({ hasText: "Grace Hopper" }).first().waitFor();
			await ada.getByRole("button", { name: "Play", exact: true }).click();
			await ada.locator(".segment[aria-current]").waitFor();
			await ada.getByRole("button", { name: "Pause" }).click();
			await expectWhole(ada);
		},
		TIMEOUT_MS,
	);

	engineTest(
		"survives a browser that is killed: two seconds are lost at most, and the rest is sent when the person is back",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const folder = mkdtempSync(joinPath(tmpdir(), "parley-profile-"));
			const visit = () => rooms.ui.visitWith(folder, "about:blank", graces);
			const record = (state: string) => rooms.ask("POST", `/meetings/${meeting.id}/recording`, { state });
			try {
				const killed = await visit();
				await goToRoom(killed.page, meeting.joinUrl);
				await join(killed.page, { name: "Grace Hopper" });
				await isInside(killed.page);
				await record("started");
				await isRecorded(killed.page);
				await keeps(killed.page, 8);
				const killedAtMs = Date.now();
				await killed.kill();
				expect((await tracksOf(rooms, meeting.id)).filter(({ durationMs }) => durationMs !== null)).toEqual([]);

				const back = await visit();
				await back.page.goto(meeting.joinUrl);
				await until(
					async () => (await tracksOf(rooms, meeting.id)).some(({ durationMs }) => durationMs !== null),
					120_000,
				);
				const [track] = await tracksOf(rooms, meeting.id);
				const lostMs = killedAtMs - Date.parse(track?.startedAt ?? "") - (track?.durationMs ?? 0);
				expect(lostMs).toBeLessThan(2_000);
				expect(lostMs).toBeGreaterThan(-1_000);
				await back.close();
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		},
		TIMEOUT_MS,
	);
});
