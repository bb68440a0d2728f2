import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { expectWhole } from "#tests/support/console-page";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { goToRoom, hears, isInside, join, voiceOf } from "#tests/support/room-page";
import { openRooms, type Rooms } from "#tests/support/rooms";
import { until } from "#tests/support/until";

/** Two browsers speak, and an engine hears three tracks. */
const TIMEOUT_MS = 400_000;

/** A recording, as far as these tests read it. */
interface Track {
	readonly participantId: string | null;
	readonly startedAt: string;
	readonly durationMs: number | null;
}

describe.skipIf(!hasBrowser)(`The recording of a room (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	let graces: readonly string[];
	beforeAll(async () => {
		const adas = await voiceOf("slt", "Good morning everyone, let us start with the budget for next year.");
		graces = await voiceOf("rms", "The supplier has raised the price by twelve percent.");
		rooms = await openRooms({ ...ENGINE_ENV, STT_PROVIDER: "whisper-server", STT_LIVE_PROVIDER: "vosk" }, adas);
	}, 60_000);
	afterEach(async () => {
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	async function choose(page: Page, item: string): Promise<void> {
		await page.getByRole("button", { name: "More" }).click();
		await page.getByRole("menuitem", { name: item }).click();
	}
	const isRecorded = (page: Page) => page.locator(".stage-head").getByText("Recording", { exact: true }).waitFor();

	/** Returns what is at the server of a meeting. */
	const tracksOf = async (meetingId: string) =>
		(await clientAt(rooms.ui.base, rooms.host.token).get(`/meetings/${meetingId}/recordings`)).body.data as Track[];

	/** Returns the participant who is the host of a meeting. */
	async function hostIn({ id }: { readonly id: string }): Promise<string> {
		const { data } = (await clientAt(rooms.ui.base, rooms.host.token).get(`/meetings/${id}/participants`)).body;
		return data.find(({ role }: { role: string }) => role === "host").id;
	}

	async function end(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Leave" }).click();
		await page.getByRole("button", { name: "End for all" }).click();
	}

	/** Waits until so much of a track of the page's own is kept in its browser. */
	const keeps = (page: Page, seconds: number) =>
		until(
			() =>
				page.evaluate(async (wanted) => {
					const opening = indexedDB.open("parley.uploads");
					await new Promise((resolve) => opening.addEventListener("success", resolve));
					const count = opening.result.transaction("pieces").objectStore("pieces").count();
					await new Promise((resolve) => count.addEventListener("success", resolve));
					opening.result.close();
					return count.result >= wanted;
				}, seconds),
			60_000,
		);

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
			await until(async () => (await tracksOf(meeting.id)).some(({ durationMs }) => durationMs !== null), 60_000);
			const [first] = await tracksOf(meeting.id);
			const endedAtMs = Date.parse(first?.startedAt ?? "") + (first?.durationMs ?? 0);
			expect(Math.abs(reloadedAtMs - endedAtMs)).toBeLessThan(2_000);
			await keeps(grace, 6);

			await choose(ada, "Stop recording");
			await until(async () => (await tracksOf(meeting.id)).length === 3, 60_000);
			const tracks = await tracksOf(meeting.id);
			expect(new Set(tracks.map(({ participantId }) => participantId)).size).toBe(2);

			await ada.getByRole("button", { name: "Leave" }).click();
			await ada.getByRole("button", { name: "End for all" }).click();
			await grace.getByText("Your recording has arrived.").waitFor();
			await ada.getByText("Your recording has arrived.").waitFor();
			await expectWhole(ada);

			const api = clientAt(rooms.ui.base, rooms.host.token);
			const transcripts = async () => (await api.get(`/meetings/${meeting.id}/transcripts`)).body.data;
			const ofTracks = async () =>
				(await transcripts()).filter((each: { captureId: string | null }) => each.captureId === "room");
			await until(async () => (await ofTracks())[0]?.state === "ready", 200_000);
			const [{ id }] = await ofTracks();
			const { data } = (await api.get(`/transcripts/${id}/segments`)).body;
			const saidBy = (name: string) =>
				data
					.filter(({ speaker }: { speaker: { label: string } | null }) => speaker?.label === name)
					.map(({ text }: { text: string }) => text)
					.join(" ");
			expect(saidBy("A Person")).toMatch(/budget|next year|morning/i);
			expect(saidBy("Grace Hopper")).toMatch(/supplier|price|percent/i);

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
				expect((await tracksOf(meeting.id)).filter(({ durationMs }) => durationMs !== null)).toEqual([]);

				const back = await visit();
				await back.page.goto(meeting.joinUrl);
				await until(async () => (await tracksOf(meeting.id)).some(({ durationMs }) => durationMs !== null), 120_000);
				const [track] = await tracksOf(meeting.id);
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

	engineTest(
		"ends when somebody does not agree any more, of whom nothing is kept",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const ada = await rooms.bringHost(meeting);
			await join(ada);
			await isInside(ada);
			const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
			await isInside(grace);
			await choose(ada, "Record");
			await ada.getByRole("dialog").getByRole("button", { name: "Record" }).click();
			await keeps(grace, 3);
			await expectWhole(grace);

			await choose(grace, "Consent");
			const dialog = grace.getByRole("dialog");
			await dialog.getByRole("group", { name: "A recording of my voice" }).getByLabel("I do not agree").check();
			await dialog.getByRole("button", { name: "Save" }).click();
			await dialog.waitFor({ state: "detached" });
			await ada.getByText("The recording has stopped.").waitFor();
			await grace.evaluate(async () => {
				const opening = indexedDB.open("parley.uploads");
				await new Promise((resolve) => opening.addEventListener("success", resolve));
				for (;;) {
					const count = opening.result.transaction("pieces").objectStore("pieces").count();
					await new Promise((resolve) => count.addEventListener("success", resolve));
					if (count.result === 0) break;
				}
				opening.result.close();
			});

			await ada.getByRole("button", { name: "Leave" }).click();
			await ada.getByRole("button", { name: "End for all" }).click();
			// What the others said before that stays.
			await ada.getByText("Your recording has arrived.").waitFor();
			await grace.getByRole("heading", { name: "The meeting is over" }).waitFor();
			expect((await tracksOf(meeting.id)).map(({ participantId }) => participantId)).toEqual([await hostIn(meeting)]);
			expect(await grace.getByText(/Your recording/).count()).toBe(0);
		},
		TIMEOUT_MS,
	);

	engineTest(
		"keeps what was said before a newcomer refuses it, and says so to those who said it",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const ada = await rooms.bringHost(meeting);
			await join(ada);
			await isInside(ada);
			const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
			await isInside(grace);
			const refused: string[] = [];
			for (const page of [ada, grace])
				page.on("response", (response) => {
					if (response.status() >= 400 && /upload/.test(response.url())) refused.push(response.url());
				});
			await choose(ada, "Record");
			await ada.getByRole("dialog").getByRole("button", { name: "Record" }).click();
			await Promise.all([keeps(ada, 5), keeps(grace, 5)]);

			const mallory = await rooms.ui.visitBeside("about:blank", graces);
			await goToRoom(mallory, meeting.joinUrl);
			await mallory.getByLabel("Your name").fill("Mallory");
			for (const radio of await mallory.getByRole("radio", { name: "I agree", exact: true }).all()) await radio.check();
			const about = mallory.getByRole("group", { name: "A recording of my voice" });
			await about.getByRole("radio", { name: "I do not agree" }).check();
			await mallory.getByRole("button", { name: "Join now" }).click();
			await isInside(mallory);
			await ada.getByText("The recording has stopped.").waitFor();
			const stoppedAtMs = Date.now();
			await hears(ada);
			await end(ada);

			for (const page of [ada, grace]) {
				await page.getByText("Your recording has arrived.").waitFor();
				expect(await page.getByText("not accepted").count()).toBe(0);
			}
			await until(async () => (await tracksOf(meeting.id)).every(({ durationMs }) => durationMs !== null), 60_000);
			const tracks = await tracksOf(meeting.id);
			expect(tracks).toHaveLength(2);
			expect(new Set(tracks.map(({ participantId }) => participantId)).size).toBe(2);
			for (const { startedAt, durationMs } of tracks)
				expect(Date.parse(startedAt) + (durationMs ?? 0)).toBeLessThan(stoppedAtMs + 2_000);
			expect(refused).toEqual([]);
		},
		TIMEOUT_MS,
	);

	engineTest(
		"is there once, however often it is sent, and the panel of what was found says so",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const ada = await rooms.bringHost(meeting);
			ada.on("dialog", (dialog) => void dialog.accept());
			await join(ada);
			await isInside(ada);
			await choose(ada, "Record");
			await ada.getByRole("dialog").getByRole("button", { name: "Record" }).click();
			await keeps(ada, 4);
			const uploads = /\/uploads\/upl_\w+$/;
			// The server gets everything, and its answers do not come back.
			await ada.route(uploads, async (route) => {
				await route.fetch();
				await route.fulfill({ status: 403, body: "" });
			});
			await choose(ada, "Stop recording");
			await until(async () => (await tracksOf(meeting.id)).length === 1, 60_000);
			await end(ada);
			await ada.getByText("Your recording was not accepted").waitFor();
			await ada.unroute(uploads);

			await ada.goto(`${rooms.ui.base}/console/o/${rooms.host.orgId}/meetings/${meeting.id}`);
			const tray = ada.getByRole("complementary", { name: "Uploads" });
			await tray.getByText("An unfinished recording was found.").waitFor();
			await tray.getByRole("button", { name: "Upload", exact: true }).click();
			await tray.getByText("It had been uploaded already").waitFor();
			await expectWhole(ada);
			expect(await tracksOf(meeting.id)).toHaveLength(1);
			await ada.reload();
			await ada.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();
			expect(await tray.count()).toBe(0);
		},
		TIMEOUT_MS,
	);

	engineTest(
		"is known to have arrived although the answers were lost: nothing of it stays in the browser",
		async () => {
			const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
			const ada = await rooms.bringHost(meeting);
			await join(ada);
			await isInside(ada);
			await choose(ada, "Record");
			await ada.getByRole("dialog").getByRole("button", { name: "Record" }).click();
			await keeps(ada, 4);
			await ada.route(/\/uploads\/upl_\w+$/, async (route) => {
				if (route.request().method() === "GET") return route.fallback();
				await route.fetch();
				return route.fulfill({ status: 403, body: "" });
			});
			await choose(ada, "Stop recording");
			await until(async () => (await tracksOf(meeting.id)).length === 1, 60_000);
			await end(ada);

			await ada.getByText("Your recording has arrived.").waitFor();
			expect(await ada.getByText("not accepted").count()).toBe(0);
			await ada.goto(`${rooms.ui.base}/console/o/${rooms.host.orgId}/meetings/${meeting.id}`);
			await ada.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();
			expect(await ada.getByRole("complementary", { name: "Uploads" }).count()).toBe(0);
			expect(await tracksOf(meeting.id)).toHaveLength(1);
		},
		TIMEOUT_MS,
	);
});
