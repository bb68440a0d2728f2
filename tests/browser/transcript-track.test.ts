import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { CHROMIUM, hasBrowser, openBrowser } from "#tests/support/browser";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();

/** What is said, with everything that could break a subtitle. */
const SAID = [
	{ startMs: 0, endMs: 1_500, label: "Ada <Countess> & Co", text: "1 < 2 && 3 --> 4" },
	{ startMs: 1_500, endMs: 3_000, label: "Bob", text: "NOTE two lines\n00:00:00.000 --> 00:00:09.000" },
	{ startMs: 2_000, endMs: 4_000, label: null, text: "<i>not</i> &amp; <v Eve>never" },
	{ startMs: 4_000, endMs: 5_000, label: "عليا", text: "مرحبا 🙂 {\\an8}" },
];

describe.skipIf(!hasBrowser)(`A browser that shows a transcript over its recording (needs ${CHROMIUM})`, () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser?.close());

	/** Returns the WebVTT of a transcript that says {@link SAID}. */
	async function exported(): Promise<string> {
		const owner = await api.createOrganization();
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const { id: meetingId } = await meetings.made(owner, workspaceId);
		const speakerOf = (label: string | null, n: number) =>
			label && { id: `spk_01jd0z7v9gf2nbrexx3vqjhp4${n}`, participantId: null, label };
		const segments = SAID.map(({ label, ...said }, n) => ({ ...said, speaker: speakerOf(label, n) }));
		const { id } = await transcripts.imported(owner, meetingId, JSON.stringify({ segments }), "application/json");
		return (await transcripts.get(owner, id, "?format=vtt")).text;
	}

	test("has every cue at its time, by its speaker, as it was said", async () => {
		const vtt = await exported();
		const page = await browser.newPage();

		const shown = await page.evaluate(async (text) => {
			// Six seconds of silence: a WAV of 8,000 samples a second.
			const samples = 48_000;
			const wav = new DataView(new ArrayBuffer(44 + samples));
			const put = (at: number, name: string) => new Uint8Array(wav.buffer).set(new TextEncoder().encode(name), at);
			put(0, "RIFF");
			wav.setUint32(4, 36 + samples, true);
			put(8, "WAVEfmt ");
			for (const [at, value] of [
				[16, 16],
				[24, 8_000],
				[28, 8_000],
				[40, samples],
			] as const)
				wav.setUint32(at, value, true);
			for (const [at, value] of [
				[20, 1],
				[22, 1],
				[32, 1],
				[34, 8],
			] as const)
				wav.setUint16(at, value, true);
			put(36, "data");
			new Uint8Array(wav.buffer).fill(128, 44);

			const video = document.createElement("video");
			video.src = URL.createObjectURL(new Blob([wav.buffer], { type: "audio/wav" }));
			const element = document.createElement("track");
			element.src = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
			element.default = true;
			video.append(element);
			document.body.append(video);
			await new Promise((resolve, reject) => {
				element.onload = resolve;
				element.onerror = () => reject(new Error("the track cannot be read"));
			});
			const cues = [...(element.track.cues ?? [])] as VTTCue[];
			video.currentTime = 2.5;
			await new Promise((resolve) => {
				video.onseeked = resolve;
			});
			await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
			return {
				cues: cues.map((cue) => {
					const html = cue.getCueAsHTML();
					const voice = html.querySelector("span[title]")?.getAttribute("title") ?? null;
					return { startMs: cue.startTime * 1000, endMs: cue.endTime * 1000, label: voice, text: html.textContent };
				}),
				active: [...(element.track.activeCues ?? [])].map((cue) => Math.round(cue.startTime * 1000)),
			};
		}, vtt);
		await page.close();

		expect(shown.cues).toEqual(SAID);
		expect(shown.active).toEqual([1_500, 2_000]);
	});
});
