import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "../support/browser.ts";
import { uploadByClient } from "../support/tus-client.ts";
import { startUploadingServer, type UploadingServer } from "../support/uploading-server.ts";
import { wavOf } from "../support/wav.ts";

/** A minute of sound: more than a player takes at once. */
const SECONDS = 60;
const WAV = wavOf(44 + SECONDS * 32_000);

/** A player of another site. The page is a file of this test, so that nothing but the recording is the server's. */
describe.skipIf(!hasBrowser)(`A player in a browser (needs ${CHROMIUM})`, () => {
	let server: UploadingServer;
	let browser: Browser;
	let page: Page;
	let url: string;
	let mediaRequests: { readonly range: string | undefined; readonly status: number }[] = [];

	beforeAll(async () => {
		server = await startUploadingServer();
		const path = `${server.folder}/lesson.wav`;
		await Bun.write(path, WAV);
		const { uploadUrl, uploadId } = await server.announce(WAV.length);
		const upload = { url: uploadUrl, token: server.token, path, sizeBytes: WAV.length, chunkBytes: 1 << 20 };
		await uploadByClient(upload);
		const { data } = await (await server.request("GET", `/uploads/${uploadId}`)).json();
		const recording = `/meetings/${data.meetingId}/recordings/${data.recordingId}`;
		const ticket = await (await server.request("POST", `${recording}/tickets`, {})).json();
		url = new URL(new URL(ticket.data.url).pathname, uploadUrl).href;
		browser = await openBrowser();
		page = await browser.newPage();
		page.on("response", async (response) => {
			if (!response.url().includes("/recordings/")) return;
			mediaRequests.push({ range: response.request().headers().range, status: response.status() });
		});
	}, 120_000);
	afterAll(async () => {
		await browser?.close();
		await server?.close();
	});

	const evaluate = <T>(script: string): Promise<T> => page.evaluate(script) as Promise<T>;

	test("plays a recording by its ticket, and knows how long it is", async () => {
		await page.setContent("<audio muted></audio>");

		const duration = await evaluate<number>(`new Promise((resolve, reject) => {
			const audio = document.querySelector("audio");
			audio.onloadedmetadata = () => resolve(audio.duration);
			audio.onerror = () => reject(new Error(audio.error.message));
			audio.src = ${JSON.stringify(url)};
		})`);

		expect(duration).toBeCloseTo(SECONDS, 1);
		expect(mediaRequests.map(({ status }) => status)).toContain(206);
	}, 120_000);

	test("seeks, and plays on from there", async () => {
		mediaRequests = [];

		const [at, then] = await evaluate<[number, number]>(`new Promise((resolve, reject) => {
			const audio = document.querySelector("audio");
			audio.onerror = () => reject(new Error(audio.error.message));
			audio.onseeked = async () => {
				const at = audio.currentTime;
				await audio.play();
				audio.ontimeupdate = () => audio.currentTime > at + 0.2 && resolve([at, audio.currentTime]);
			};
			audio.currentTime = 50;
		})`);

		expect(at).toBeCloseTo(50, 0);
		expect(then).toBeGreaterThan(at);
	}, 120_000);

	test("whose window is sent there saves a file: nothing of it is a page", async () => {
		const download = page.waitForEvent("download");

		await page.goto(url).catch(() => undefined);

		expect((await download).suggestedFilename()).toBe("lesson.wav");
	}, 120_000);
});
