import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { expectWhole } from "#tests/support/console-page";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { heardIn, hears, isCaptioned, isInside, join, tileOf } from "#tests/support/room-page";
import { openSpokenRooms, type Rooms } from "#tests/support/rooms";
import { addPerson } from "#tests/support/school";
import { until } from "#tests/support/until";

const TIMEOUT_MS = 240_000;
/** Not less: the browser of a host who is there may get no processor for some seconds. */
const HOLD = { whenUnattended: { action: "hold", graceSeconds: 5 } };
/** Longer than a sentence with the silence after it. */
const ROUND_MS = 9_000;
/** Energy of silence, over some seconds. */
const SILENCE = 0.001;

describe.skipIf(!hasBrowser)(`A room whose last host is gone (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	let bens: readonly string[];
	beforeAll(async () => {
		({ rooms, second: bens } = await openSpokenRooms({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" }));
	}, 60_000);
	afterEach(async () => {
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	const held = (page: Page) => page.getByRole("status").getByText(/The meeting is paused .* when A Person is back/);
	const write = async (page: Page, text: string) => {
		await page.getByLabel("Message").fill(text);
		await page.keyboard.press("Enter");
		await page.getByRole("log", { name: "Chat" }).getByText(text).waitFor();
	};
	const captionsOf = (page: Page) => page.getByRole("log", { name: "Captions" }).locator("p").count();

	engineTest(
		"says who is missed and since when; nothing is said, written or captioned until they are back, then all goes on",
		async () => {
			const meeting = await rooms.openMeeting(HOLD);
			const host = await rooms.bringHost(meeting);
			await join(host);
			await isInside(host);
			const grace = await rooms.bringGuest(meeting, "Grace Hopper");
			const ben = await rooms.bringGuest(meeting, "Ben Okafor", bens);
			await Promise.all([isInside(grace), isInside(ben)]);
			await Promise.all([hears(grace), hears(ben)]);
			await isCaptioned(grace, "Ben Okafor", /supplier|price|percent/);
			await grace.getByRole("button", { name: "Raise hand" }).click();
			await tileOf(ben, "Grace Hopper").getByText("Hand raised").waitFor();
			await grace.getByRole("button", { name: "Chat" }).click();
			await write(grace, "Before");

			await host.context().close();
			await Promise.all([held(grace).waitFor(), held(ben).waitFor()]);
			await held(grace)
				.getByText(/Paused since \d+:\d+/)
				.waitFor();
			await grace.getByText("Messages can be written when a host is back.").waitFor();
			expect(await grace.getByLabel("Message").count()).toBe(0);
			await grace.getByRole("log", { name: "Chat" }).getByText("Before").waitFor();
			await expectWhole(grace);
			// What was being said may still come for a moment; Ben speaks every few seconds.
			let before = { energy: (await heardIn(grace)).energy, captions: await captionsOf(grace) };
			await until(async () => {
				await Bun.sleep(ROUND_MS);
				const now = { energy: (await heardIn(grace)).energy, captions: await captionsOf(grace) };
				const isQuiet = now.energy - before.energy < SILENCE && now.captions === before.captions;
				before = now;
				return isQuiet;
			}, 60_000);

			const back = await rooms.bringHost(meeting);
			await join(back);
			await isInside(back);
			await Promise.all([grace, ben].map((page) => held(page).waitFor({ state: "detached" })));
			await Promise.all([grace, ben].map(hears));
			await hears(back);
			await until(async () => (await captionsOf(grace)) > before.captions, 90_000);
			await write(grace, "After");
			await grace.getByRole("button", { name: "Lower hand" }).waitFor();
			await tileOf(back, "Grace Hopper").getByText("Hand raised").waitFor();
			await back.getByRole("button", { name: /^Chat/ }).click();
			for (const text of ["Before", "After"]) await back.getByRole("log", { name: "Chat" }).getByText(text).waitFor();
			await expectWhole(grace);
		},
		TIMEOUT_MS,
	);

	test("is not held while another host is there, and in another language says so", async () => {
		const meeting = await rooms.openMeeting({ ...HOLD, transcription: { live: false } });
		const teacher = await addPerson(rooms.ui.base, rooms.host, "teacher");
		await rooms.ask("POST", `/meetings/${meeting.id}/participants`, { userId: teacher.userId, role: "host" });
		const host = await rooms.bringHost(meeting);
		await join(host);
		await isInside(host);
		const second = await rooms.bringHost(meeting, teacher.email);
		await join(second);
		await isInside(second);
		const grace = await rooms.bringGuest(meeting, "Grace Hopper");
		await isInside(grace);
		await grace.getByRole("button", { name: "Chat" }).click();

		await host.context().close();
		await tileOf(grace, "A Person").nth(1).waitFor({ state: "detached" });
		await write(grace, "Still here");
		expect((await rooms.ask("GET", `/meetings/${meeting.id}`)).held).toBeNull();

		await second.context().close();
		await held(grace).waitFor();
		for (const [tag, said] of [
			["de", "Die Besprechung ist angehalten"],
			["es", "La reunión está en pausa"],
		] as const) {
			await grace.evaluate((language) => localStorage.setItem("parley.language", language), tag);
			await grace.reload();
			await grace.getByRole("status").getByText(said).waitFor();
		}
	}, 120_000);
});
