import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { expectWhole } from "#tests/support/console-page";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { goToRoom, hears, isInside, join } from "#tests/support/room-page";
import { choose, endForAll, keeps, startRecording, tracksOf } from "#tests/support/room-recordings";
import { openSpokenRooms, type Rooms } from "#tests/support/rooms";
import { until } from "#tests/support/until";

/** Up to three browsers speak, and an engine hears two tracks. */
const TIMEOUT_MS = 400_000;

describe.skipIf(!hasBrowser)(
	`A recording that a participant refuses, or that is sent twice (needs ${CHROMIUM})`,
	() => {
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

		/** Returns the participant who is the host of a meeting. */
		async function hostIn(meetingId: string): Promise<string> {
			const { data } = (await clientAt(rooms.ui.base, rooms.host.token).get(`/meetings/${meetingId}/participants`))
				.body;
			return data.find(({ role }: { role: string }) => role === "host").id;
		}

		engineTest(
			"ends when somebody does not agree any more, of whom nothing is kept",
			async () => {
				const meeting = await rooms.openMeeting({ recording: { mode: "manual" } });
				const ada = await rooms.bringHost(meeting);
				await join(ada);
				await isInside(ada);
				const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
				await isInside(grace);
				await startRecording(ada);
				await keeps(grace, 3);
				await expectWhole(grace);

				await choose(grace, "Consent");
				const dialog = grace.getByRole("dialog");
				await dialog.getByRole("group", { name: "A recording of my voice" }).getByLabel("I do not agree").check();
				await dialog.getByRole("button", { name: "Save" }).click();
				await dialog.waitFor({ state: "detached" });
				await ada.getByText("The recording has stopped: not everyone agrees to it.").waitFor();
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

				await endForAll(ada);
				// What the others said before that stays.
				await ada.getByText("Your recording has arrived.").waitFor();
				await grace.getByRole("heading", { name: "The meeting is over" }).waitFor();
				expect((await tracksOf(rooms, meeting.id)).map(({ participantId }) => participantId)).toEqual([
					await hostIn(meeting.id),
				]);
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
				await startRecording(ada);
				await Promise.all([keeps(ada, 5), keeps(grace, 5)]);

				const mallory = await rooms.ui.visitBeside("about:blank", graces);
				await goToRoom(mallory, meeting.joinUrl);
				await mallory.getByLabel("Your name").fill("Mallory");
				for (const radio of await mallory.getByRole("radio", { name: "I agree", exact: true }).all())
					await radio.check();
				const about = mallory.getByRole("group", { name: "A recording of my voice" });
				await about.getByRole("radio", { name: "I do not agree" }).check();
				await mallory.getByRole("button", { name: "Join now" }).click();
				await isInside(mallory);
				await ada.getByText("The recording has stopped: not everyone agrees to it.").waitFor();
				const stoppedAtMs = Date.now();
				await hears(ada);
				await endForAll(ada);

				for (const page of [ada, grace]) {
					await page.getByText("Your recording has arrived.").waitFor();
					expect(await page.getByText("not accepted").count()).toBe(0);
				}
				await until(
					async () => (await tracksOf(rooms, meeting.id)).every(({ durationMs }) => durationMs !== null),
					60_000,
				);
				const tracks = await tracksOf(rooms, meeting.id);
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
				await startRecording(ada);
				await keeps(ada, 4);
				const uploads = /\/uploads\/upl_\w+$/;
				// The server gets everything, and its answers do not come back.
				await ada.route(uploads, async (route) => {
					await route.fetch();
					await route.fulfill({ status: 403, body: "" });
				});
				await choose(ada, "Stop recording");
				await until(async () => (await tracksOf(rooms, meeting.id)).length === 1, 60_000);
				await endForAll(ada);
				await ada.getByText("Your recording was not accepted").waitFor();
				await ada.unroute(uploads);

				await ada.goto(`${rooms.ui.base}/console/o/${rooms.host.orgId}/meetings/${meeting.id}`);
				const tray = ada.getByRole("complementary", { name: "Uploads" });
				await tray.getByText("An unfinished recording was found.").waitFor();
				await tray.getByRole("button", { name: "Upload", exact: true }).click();
				await tray.getByText("It had been uploaded already").waitFor();
				await expectWhole(ada);
				expect(await tracksOf(rooms, meeting.id)).toHaveLength(1);
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
				await startRecording(ada);
				await keeps(ada, 4);
				await ada.route(/\/uploads\/upl_\w+$/, async (route) => {
					if (route.request().method() === "GET") return route.fallback();
					await route.fetch();
					return route.fulfill({ status: 403, body: "" });
				});
				await choose(ada, "Stop recording");
				await until(async () => (await tracksOf(rooms, meeting.id)).length === 1, 60_000);
				await endForAll(ada);

				await ada.getByText("Your recording has arrived.").waitFor();
				expect(await ada.getByText("not accepted").count()).toBe(0);
				await ada.goto(`${rooms.ui.base}/console/o/${rooms.host.orgId}/meetings/${meeting.id}`);
				await ada.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();
				expect(await ada.getByRole("complementary", { name: "Uploads" }).count()).toBe(0);
				expect(await tracksOf(rooms, meeting.id)).toHaveLength(1);
			},
			TIMEOUT_MS,
		);
	},
);
