import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { type Spoken, speak } from "./spoken.ts";
import { until } from "./until.ts";

/** Flags of a browser with a camera and a microphone, which may be used. */
export const FAKE_DEVICES = [
	"--use-fake-ui-for-media-stream",
	"--use-fake-device-for-media-stream",
	"--autoplay-policy=no-user-gesture-required",
];

/** Returns the flags of a browser whose microphone says a sentence again and again, with silence in between. */
export const voiceOf = async (voice: Spoken["voice"], text: string): Promise<readonly string[]> => [
	...FAKE_DEVICES,
	`--use-file-for-fake-audio-capture=${await speak([{ voice, text }], { silence: 4 })}`,
];

/** Keeps the connections of a page where a test finds them; runs before any script of the page. */
const KEEP_CONNECTIONS = `
	window.connections = [];
	window.RTCPeerConnection = class extends RTCPeerConnection {
		constructor(...options) { super(...options); window.connections.push(this); }
	};`;

/** Opens the address of a room in a page that is there. */
export async function goToRoom(page: Page, address: string): Promise<void> {
	await page.context().addInitScript(KEEP_CONNECTIONS);
	await page.goto(address);
}

/** Answers what is asked at the door, and joins. */
export async function join(
	page: Page,
	{ name, agrees = true }: { name?: string; agrees?: boolean } = {},
): Promise<void> {
	if (name !== undefined) await page.getByLabel("Your name").fill(name);
	const answer = agrees ? "I agree" : "I do not agree";
	for (const radio of await page.getByRole("radio", { name: answer, exact: true }).all()) await radio.check();
	await page.getByRole("button", { name: "Join now" }).click();
}

export const isInside = (page: Page) => page.getByRole("toolbar", { name: "Controls" }).waitFor();

/** Returns the tile of somebody. */
export const tileOf = (page: Page, name: string) =>
	page.getByRole("list", { name: "People in the meeting" }).getByRole("listitem").filter({ hasText: name });

interface Heard {
	/** Energy of what was received. */
	readonly energy: number;
	/** Samples that were made up, of all. */
	readonly concealed: number;
	readonly samples: number;
	readonly lost: number;
	readonly frames: number;
}

/** Returns what the page has received of all others so far. */
export const heardIn = (page: Page): Promise<Heard> =>
	page.evaluate(async () => {
		const heard = { energy: 0, concealed: 0, samples: 0, lost: 0, frames: 0 };
		const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
		for (const connection of connections) {
			if (connection.connectionState !== "connected") continue;
			const report = (await connection.getStats()) as unknown as Map<string, Record<string, number | string>>;
			for (const entry of report.values()) {
				if (entry.type !== "inbound-rtp") continue;
				heard.energy += Number(entry.totalAudioEnergy ?? 0);
				heard.concealed += Number(entry.concealedSamples ?? 0);
				heard.samples += Number(entry.totalSamplesReceived ?? 0);
				heard.lost += Number(entry.packetsLost ?? 0);
				heard.frames += Number(entry.framesDecoded ?? 0);
			}
		}
		return heard;
	});

/** Waits until a page has heard somebody speak; silence has an energy of 5e-9. */
export async function hears(page: Page): Promise<void> {
	const before = await heardIn(page);
	await until(async () => (await heardIn(page)).energy > before.energy + 0.01, 60_000);
}

/** Waits until a page shows a caption of somebody with a word. */
export const isCaptioned = (page: Page, name: string, word: RegExp) =>
	page
		.getByRole("log", { name: "Captions" })
		.locator("p", { hasText: name })
		.filter({ hasText: word })
		.first()
		.waitFor({ timeout: 90_000 });

/** Removes somebody, and asserts that their tile goes within a second of the answer. */
export async function remove(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: /^People/ }).click();
	await page.getByRole("button", { name: `Actions for ${name}` }).click();
	await page.getByRole("menuitem", { name: "Remove" }).click();
	const answered = page.waitForResponse((response) => response.request().method() === "DELETE");
	await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
	await answered;
	const sinceMs = performance.now();
	await tileOf(page, name).waitFor({ state: "detached" });
	expect(performance.now() - sinceMs).toBeLessThan(1_000);
}
