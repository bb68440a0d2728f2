import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { expectWhole } from "#tests/support/console-page";
import { ENGINE_ENV, engineTest } from "#tests/support/engines";
import { hears, isCaptioned, isInside, join, remove, tileOf } from "#tests/support/room-page";
import { openSpokenRooms, type Rooms } from "#tests/support/rooms";

const TIMEOUT_MS = 240_000;

describe.skipIf(!hasBrowser)(`The room of a meeting (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	let graces: readonly string[];
	beforeAll(async () => {
		({ rooms, second: graces } = await openSpokenRooms({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" }));
	}, 60_000);
	afterEach(async () => {
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	/** Switches live captions of a running meeting, which those in its room read at once. */
	async function caption({ id }: { readonly id: string }, live: boolean, pages: readonly Page[]): Promise<void> {
		await rooms.ask("PATCH", `/meetings/${id}`, { transcription: { live } });
		for (const page of pages) await page.getByText(`Live captions are ${live ? "on" : "off"}.`).waitFor();
	}

	/** Where the buttons of the toolbar are, and how large. */
	const placesOf = (page: Page) =>
		page
			.getByRole("toolbar", { name: "Controls" })
			.getByRole("button")
			.evaluateAll((buttons) => buttons.map((button) => JSON.stringify(button.getBoundingClientRect())));

	/** Asserts that on a phone at least two lines of the captions are above an open panel. */
	async function isReadOnPhone(page: Page): Promise<void> {
		const whole = page.viewportSize() ?? { width: 1_280, height: 720 };
		await page.setViewportSize({ width: 390, height: 800 });
		const [log, chat] = await Promise.all(
			["Captions", "Chat"].map((name) => page.getByRole("log", { name }).boundingBox()),
		);
		expect(log?.height).toBeGreaterThan(2 * 18 * 1.4);
		expect((log?.y ?? 0) + (log?.height ?? 0)).toBeLessThanOrEqual(chat?.y ?? 0);
		await page.setViewportSize(whole);
	}

	engineTest(
		"a guest comes through the lobby; both hear each other, and read what each of them says under their name",
		async () => {
			const meeting = await rooms.openMeeting({ lobby: true, transcription: { live: false } });
			const ada = await rooms.bringHost(meeting);
			await ada.locator(".preview video").waitFor();
			await expectWhole(ada);
			await join(ada);
			await isInside(ada);

			const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
			await grace.getByRole("heading", { name: "The host knows that you are here" }).waitFor();
			await ada.getByText("Grace Hopper is waiting").first().waitFor();
			await expectWhole(grace);
			await expectWhole(ada);
			await ada.getByRole("button", { name: "Admit Grace Hopper" }).click();
			await isInside(grace);

			await Promise.all([tileOf(ada, "Grace Hopper").waitFor(), tileOf(grace, "A Person").waitFor()]);
			await Promise.all([hears(ada), hears(grace)]);
			await caption(meeting, true, [ada, grace]);
			for (const page of [ada, grace]) {
				await isCaptioned(page, "A Person", /budget|next year|morning/);
				await isCaptioned(page, "Grace Hopper", /supplier|price|percent/);
			}
			await Promise.all([expectWhole(ada), expectWhole(grace)]);
			await caption(meeting, false, [ada, grace]);

			const [before, places] = [await placesOf(ada), await placesOf(grace)];
			await grace.getByRole("button", { name: "Chat" }).click();
			await isReadOnPhone(grace);
			await grace.getByLabel("Message").fill("Why did it fall? (https://example.edu/bridge?of=1879)");
			await grace.keyboard.press("Enter");
			await ada.getByRole("button", { name: "Chat 1 new" }).waitFor();
			expect(await placesOf(ada)).toEqual(before);
			await ada.getByRole("button", { name: "Chat 1 new" }).click();
			await ada.getByRole("log", { name: "Chat" }).getByText("Why did it fall?").waitFor();
			const link = ada
				.getByRole("log", { name: "Chat" })
				.getByRole("link", { name: "https://example.edu/bridge?of=1879" });
			expect(await link.getAttribute("href")).toBe("https://example.edu/bridge?of=1879");
			// Only the host may delete it, and everyone sees it go.
			expect(await grace.getByRole("button", { name: "Delete the message of Grace Hopper" }).count()).toBe(0);
			await ada.getByRole("button", { name: "Delete the message of Grace Hopper" }).click();
			for (const page of [ada, grace])
				await page.getByRole("log", { name: "Chat" }).getByText("Why did it fall?").waitFor({ state: "detached" });
			await grace.getByRole("button", { name: "Close" }).click();

			await grace.getByRole("button", { name: "Raise hand" }).click();
			await tileOf(ada, "Grace Hopper").getByText("Hand raised").waitFor();
			await grace.locator("h1").click();
			await grace.keyboard.press("m");
			await tileOf(ada, "Grace Hopper").getByText("Muted").waitFor();
			await grace.getByRole("button", { name: "Unmute" }).waitFor();
			expect(await placesOf(grace)).toEqual(places);

			// The same person, at once and without a question.
			await grace.reload();
			await isInside(grace);
			await grace.getByRole("button", { name: "Lower hand" }).waitFor();
			await grace.getByRole("button", { name: "Unmute" }).click();
			await hears(ada);
			expect(await tileOf(ada, "Grace Hopper").count()).toBe(1);

			await remove(ada, "Grace Hopper");
			await grace.getByRole("heading", { name: "You were removed from the meeting" }).waitFor();
			await expectWhole(grace);
		},
		TIMEOUT_MS,
	);

	/** Lets what a page says to other browsers get lost: all of its first two seconds, or its first description alone. */
	const lose = (page: Page, what: "all" | "description") =>
		page.evaluate((part) => {
			const { send } = WebSocket.prototype;
			let firstMs: number | null = null;
			let isLost = false;
			WebSocket.prototype.send = function (message) {
				if (typeof message === "string" && message.includes('"type":"signal"')) {
					firstMs ??= performance.now();
					if (part === "all" && performance.now() - firstMs < 2_000) return;
					if (part === "description" && !isLost && message.includes('"description"')) {
						isLost = true;
						return;
					}
				}
				send.call(this, message);
			};
		}, what);

	test.each([
		["what one browser says to the other at first", "host", "all"],
		["the answer", "guest", "description"],
	] as const)(
		"both hear each other although %s gets lost",
		async (_, who, what) => {
			const meeting = await rooms.openMeeting({ lobby: true, transcription: { live: false } });
			const ada = await rooms.bringHost(meeting);
			await join(ada);
			await isInside(ada);
			const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
			await grace.getByRole("heading", { name: "The host knows that you are here" }).waitFor();
			await lose(who === "host" ? ada : grace, what);
			await ada.getByRole("button", { name: "Admit Grace Hopper" }).click();

			await Promise.all([isInside(grace), tileOf(ada, "Grace Hopper").waitFor()]);
			await Promise.all([hears(ada), hears(grace)]);
		},
		120_000,
	);

	test("sound goes on while the server is gone, and the room is whole again once it is back", async () => {
		const meeting = await rooms.openMeeting();
		const ada = await rooms.bringHost(meeting);
		await join(ada);
		await isInside(ada);
		const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
		await Promise.all([hears(ada), hears(grace)]);

		const restarting = rooms.ui.restart();
		await ada.getByText("The connection to the server was lost.").waitFor();
		expect(await tileOf(ada, "Grace Hopper").count()).toBe(1);
		await hears(ada);
		await restarting;

		await ada.getByText("The connection to the server was lost.").waitFor({ state: "detached" });
		await grace.getByRole("button", { name: "Raise hand" }).click();
		await tileOf(ada, "Grace Hopper").getByText("Hand raised").waitFor();
	}, 120_000);
});
