import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { expectWhole } from "#tests/support/console-page";
import { type LiveSocket, openSocket } from "#tests/support/live";
import { descendantsOf } from "#tests/support/processes";
import { heardIn, isInside, join, tileOf } from "#tests/support/room-page";
import { openSpokenRooms, type Rooms } from "#tests/support/rooms";
import { until } from "#tests/support/until";

/** With the two who have a browser, more than a mesh has. */
const WITHOUT_BROWSER = 9;

/** Brings people who have a socket and nothing else. */
async function bringOthers({ ui }: Rooms, { id: meetingId, joinUrl }: { id: string; joinUrl: string }) {
	return Promise.all(
		Array.from({ length: WITHOUT_BROWSER }, async (_, at) => {
			const body = JSON.stringify({ code: joinUrl.split("#")[1], name: `Guest ${at + 1}` });
			const headers = { "content-type": "application/json" };
			const answer = await fetch(`${ui.base}/meetings/join`, { method: "POST", headers, body });
			const { access_token: token } = (await answer.json()) as { access_token: string };
			return openSocket(ui.base, { meetingId, token });
		}),
	);
}

/** Waits until a page hears somebody at this moment, by whatever connection. */
const isHearing = (page: Page) =>
	until(async () => {
		const before = await heardIn(page);
		await Bun.sleep(300);
		return (await heardIn(page)).energy > before.energy + 0.002;
	}, 10_000);

/** Returns how many connections of a page stand, and how many lines they have. */
const standing = (page: Page): Promise<readonly number[]> =>
	page.evaluate(() =>
		(globalThis as unknown as { connections: RTCPeerConnection[] }).connections
			.filter(({ connectionState }) => connectionState === "connected")
			.map((connection) => connection.getTransceivers().length),
	);

/** Has a page share a drawing as its screen. */
async function share(page: Page): Promise<void> {
	await page.evaluate(() => {
		navigator.mediaDevices.getDisplayMedia = async () => {
			const screen = document.createElement("canvas");
			Object.assign(screen, { width: 1600, height: 900 });
			const drawing = screen.getContext("2d");
			setInterval(() => drawing?.fillRect(0, 0, 100, 100), 100);
			return screen.captureStream(5);
		};
	});
	await page.getByRole("button", { name: "Share screen" }).click();
}

/** The names of those who speak, as a page marks them. */
const marked = (page: Page) => page.locator('.tile[data-speaking="true"] .tile-name').allInnerTexts();

const workers = () => descendantsOf(process.pid).filter(({ command }) => command.includes("media-worker"));

describe.skipIf(!hasBrowser)(`A room of more than eight people (needs ${CHROMIUM})`, () => {
	let rooms: Rooms;
	let graces: readonly string[];
	const others: LiveSocket[] = [];
	beforeAll(async () => {
		const worker = { MEDIA_WORKER: "on", MEDIA_PORT: "0", MEDIA_HOST: "127.0.0.1" };
		({ rooms, second: graces } = await openSpokenRooms(worker));
	}, 60_000);
	afterEach(async () => {
		for (const socket of others.splice(0)) socket.close();
		await rooms.ui.clear();
		expect(rooms.ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => rooms.ui.close());

	test("goes through the server, which is said before; when its worker dies, both hear each other again", async () => {
		const meeting = await rooms.openMeeting({ transcription: { live: false } });
		const ada = await rooms.bringHost(meeting);
		await ada.getByText("sound and pictures may go through the server").waitFor();
		await expectWhole(ada);
		await join(ada);
		await isInside(ada);
		const grace = await rooms.bringGuest(meeting, "Grace Hopper", graces);
		await Promise.all([isHearing(ada), isHearing(grace)]);

		others.push(...(await bringOthers(rooms, meeting)));
		const isSaid = ada.getByText("Sound and pictures go through the server now.").waitFor();
		await ada.getByRole("button", { name: "People 11" }).waitFor();
		await isSaid;
		// One connection, with the lines of the worker.
		for (const page of [ada, grace]) await until(async () => Bun.deepEquals(await standing(page), [9]), 20_000);
		await Promise.all([isHearing(ada), isHearing(grace)]);
		await until(async () => (await marked(ada)).includes("Grace Hopper"), 20_000);
		expect((await marked(ada)).filter((name) => name.startsWith("Guest"))).toEqual([]);
		await tileOf(ada, "Grace Hopper").locator("video").waitFor();

		await share(ada);
		await grace.getByRole("figure", { name: "Screen of A Person" }).waitFor();
		await expectWhole(grace);
		await ada.getByRole("button", { name: "Stop sharing" }).click();
		await grace.getByRole("figure").waitFor({ state: "detached" });

		for (const page of [ada, grace]) {
			await page.getByRole("button", { name: "+3 more people" }).click();
			await page.getByRole("region", { name: "People" }).getByText("Guest 9").waitFor();
			await expectWhole(page);
		}

		const [worker] = workers();
		process.kill(worker?.pid ?? 0, "SIGKILL");
		await Promise.all([isHearing(ada), isHearing(grace)]);
	}, 90_000);
});
