import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { clientAt } from "#tests/support/client";
import { type Console, expectWhole, openConsole } from "#tests/support/console-page";
import { engineTest } from "#tests/support/engines";
import { foundSchool, PASSWORD, type Person } from "#tests/support/school";
import { DIALOGUE, speak } from "#tests/support/spoken";
import { until } from "#tests/support/until";

/** Captions of a minute, of which only some seconds are recorded. */
const CAPTIONS = [
	[500, "Welcome to the old bridge."],
	[30_000, "The supplier of the stones was paid late."],
	[58_000, "Lena brings the drawings."],
] as const;
const HEARD = "The supplier has raised the price.";

/** Returns speech as a browser records it: of no length that it says by itself. */
async function recorded(sentence: number): Promise<Uint8Array<ArrayBuffer>> {
	const path = await speak(DIALOGUE.slice(sentence, sentence + 1));
	const command = ["ffmpeg", "-loglevel", "error", "-i", path, "-c:a", "libopus", "-f", "webm", "pipe:1"];
	return new Response(Bun.spawn(command, { stdin: "ignore" }).stdout).bytes() as Promise<Uint8Array<ArrayBuffer>>;
}

describe.skipIf(!hasBrowser)(`A meeting with captions and a recording in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let host: Person;
	let api: ReturnType<typeof clientAt>;
	let page: Page;
	let meetingId: string;
	/** What the engine waits for before it hears the first of both recordings, and the other. */
	let mayHear = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
	let heard = 0;
	const engine = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		async fetch() {
			await mayHear[heard++ === 0 ? 0 : 1].promise;
			const segments = [{ start: 0, end: 1.5, text: HEARD }];
			return Response.json({ text: HEARD, language: "en", duration: 2, segments });
		},
	});
	const open = () => page.goto(`${ui.base}/console/o/${host.orgId}/meetings/${meetingId}`);
	const said = (text: string) => page.locator(".segment > p").getByText(text);

	beforeAll(async () => {
		ui = await openConsole({
			STT_PROVIDER: "openai",
			STT_URL: `http://127.0.0.1:${engine.port}/v1`,
			STT_MODEL: "whisper-tiny",
			PROCESSING_CONCURRENCY: "1",
		});
		host = await foundSchool(ui.base);
		api = clientAt(ui.base, host.token);
		page = await ui.openAs({ email: host.email, password: PASSWORD }, `o/${host.orgId}/meetings`);
	}, 60_000);
	afterEach(() => expect(ui.alarms.splice(0)).toEqual([]));
	afterAll(async () => {
		for (const each of mayHear) each.resolve();
		await ui.close();
		await engine.stop(true);
	});

	/** Holds a meeting with captions, two people of which are recorded from its third second on. */
	async function hold(): Promise<string> {
		mayHear = [Promise.withResolvers(), Promise.withResolvers()];
		heard = 0;
		const workspace = (await api.post(`/orgs/${host.orgId}/workspaces`, { name: `History ${Date.now()}` })).body.data
			.id;
		const body = { title: "The old bridge", transcription: { live: true } };
		const { id } = (await api.post(`/workspaces/${workspace}/meetings`, body)).body.data.meeting;
		await api.post(`/meetings/${id}/start`, {});
		const participantId = (await api.post(`/meetings/${id}/join`, {})).body.data.id;
		const segments = CAPTIONS.map(([startMs, text]) => ({
			startMs,
			endMs: startMs + 1_500,
			text,
			speaker: { label: "Lena" },
		}));
		expect((await api.post(`/meetings/${id}/captions`, { segments })).status).toBeLessThan(300);
		await Bun.sleep(3_000);
		for (const sentence of [1, 0]) {
			const raw = await recorded(sentence);
			const track = { participantId, captureId: "room", startedAt: new Date().toISOString(), language: "en" };
			const file = { meetingId: id, filename: "track.webm", contentType: "audio/webm", size: raw.length, ...track };
			const announced = await api.post("/meetings/upload/init", file);
			expect(announced.status).toBe(201);
			const headers = {
				"tus-resumable": "1.0.0",
				"upload-offset": "0",
				"content-type": "application/offset+octet-stream",
			};
			await api.patch(`/uploads/${announced.body.data.uploadId}`, undefined, { raw, headers });
		}
		await api.post(`/meetings/${id}/end`, {});
		await until(async () => (await transcriptsOf(id)).some((each) => each.state === "ready" && !each.live));
		return id;
	}
	interface Listed {
		readonly id: string;
		readonly state: string;
		readonly live: boolean;
		readonly captureId: string | null;
	}
	const transcriptsOf = async (id: string): Promise<Listed[]> =>
		(await api.get(`/meetings/${id}/transcripts`)).body.data;
	const isTranscribed = async () =>
		(await transcriptsOf(meetingId)).some(({ captureId, state }) => captureId !== null && state === "ready");

	const choice = () => page.getByRole("combobox", { name: "Transcript" });
	const length = () => page.locator(".player output").textContent();

	engineTest("plays its captions with what was recorded, as long as the recordings are", async () => {
		meetingId = await hold();
		await open();
		await said("Welcome to the old bridge.").waitFor();
		await until(async () => /^0:0\d \/ 0:\d\d$/.test((await length()) ?? ""));
		await page.getByRole("button", { name: "Play", exact: true }).click();
		await page.locator(".segment[aria-current]").waitFor();
		expect(await length()).toMatch(/^0:0\d \/ 0:\d\d$/);
		// What the browser has recorded is of no length.
		expect(await page.getByRole("slider", { name: "Position" }).getAttribute("max")).toMatch(/^\d{4,5}$/);
	});

	engineTest("is transcribed without a step back, whichever recording is heard", async () => {
		await page.evaluate(`globalThis.seen = []; setInterval(() => {
			const progress = document.querySelector(".notice progress");
			if (progress && progress.value !== seen.at(-1)) seen.push(progress.value);
		}, 20)`);
		// A player that is put in its place does not have it.
		await page.locator(".player").evaluate((player) => player.setAttribute("data-kept", ""));
		mayHear[0].resolve();
		await until(() => page.evaluate<boolean>("seen.some((value) => value > 0)"), 60_000);
		mayHear[1].resolve();
		await until(isTranscribed, 60_000);
		await page.getByRole("progressbar").waitFor({ state: "detached" });
		const seen = await page.evaluate<number[]>("seen");
		expect(seen).toEqual(seen.toSorted((one, other) => one - other));
	});

	engineTest("keeps what is read and played when another transcript is ready, and leads to it", async () => {
		const notice = page.getByRole("status").filter({ hasText: "A newer transcript is ready: Recording, 0:0" });
		await notice.waitFor();
		expect(await page.locator(".player[data-kept]").count()).toBe(1);
		expect(await said("Welcome to the old bridge.").isVisible()).toBe(true);
		expect(await length()).toMatch(/^0:0\d \/ 0:0\d$/);
		await expectWhole(page);
		await notice.getByRole("button", { name: "Show it" }).click();

		await said(HEARD).first().waitFor();
		expect(page.url()).toContain("transcript=trn_");
		expect(await length()).toMatch(/^0:0\d \/ 0:0\d$/);
		await page.goBack();
		await said("Welcome to the old bridge.").waitFor();
	});

	engineTest("says what was not recorded, and leads to the captions that have it", async () => {
		await open();
		await said(HEARD).first().waitFor();
		const notice = page.getByRole("status").filter({ hasText: /Only 0:0\d–0:0\d was recorded. The captions have/ });
		await notice.waitFor();
		await expectWhole(page);
		await notice.getByRole("button", { name: "Show the captions" }).click();
		await said("Lena brings the drawings.").waitFor();
		await notice.waitFor({ state: "detached" });
		expect(await choice().locator("option").allTextContents()).toEqual([
			expect.stringMatching(/^Recording, 0:0\d–0:0\d$/),
			"Captions of the meeting",
		]);
		await choice().selectOption({ index: 0 });
		await said(HEARD).first().waitFor();
		await page.goBack();
		await said("Lena brings the drawings.").waitFor();
		await page.reload();
		await said("Lena brings the drawings.").waitFor();
	});

	engineTest("is entered by a hit, a statement and a notification at the transcript they are of", async () => {
		const [recording, captions] = await transcriptsOf(meetingId);
		await until(async () => (await api.get("/transcripts/search?q=stones")).body.data.length === 1);
		await page.goto(`${ui.base}/console/o/${host.orgId}/search?q=stones`);
		await page.getByRole("link", { name: "Open The old bridge at 0:30" }).click();
		await page.locator(".segment[aria-current]").filter({ hasText: "The supplier of the stones" }).waitFor();
		expect(await choice().inputValue()).toBe(captions?.id ?? "");
		// Nothing was recorded then: it is shown, and the player stays within what there is.
		expect(await length()).toMatch(/^0:0\d \/ 0:0\d$/);
		await page.getByRole("button", { name: "0:58", exact: true }).click();
		await page.locator(".segment[aria-current]").filter({ hasText: "Lena brings the drawings." }).waitFor();
		expect(await page.getByRole("button", { name: "Play", exact: true }).isVisible()).toBe(true);

		const summary = page.getByRole("complementary", { name: "Summary" });
		await summary.getByRole("button", { name: "Play at 0:0" }).first().click();
		await page.locator(".segment[aria-current]").filter({ hasText: HEARD }).waitFor();
		expect(await choice().inputValue()).toBe(recording?.id ?? "");

		await page.goto(`${ui.base}/console/me/notifications`);
		await page.getByRole("link", { name: /^The transcript of the recording of “.+” is ready\./ }).waitFor();
		await page.getByRole("link", { name: /^The captions of “.+” can be read\./ }).waitFor();
		const links = page.getByRole("link", { name: /^The (transcript of the recording|captions) of/ });
		const leadTo = await links.evaluateAll((all) =>
			all.map((each) => new URL((each as HTMLAnchorElement).href).search),
		);
		expect(leadTo.sort()).toEqual([recording, captions].map((each) => `?transcript=${each?.id}`).sort());
	});
});
