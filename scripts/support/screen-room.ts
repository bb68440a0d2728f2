/** The pictures of the room: people with pictures of their own, which Chromium takes for cameras. */
import { join } from "node:path";
import { $ } from "bun";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openBrowser } from "#tests/support/browser";
import { FAKE_DEVICES, isInside, join as joinRoom, tileOf } from "#tests/support/room-page";

/** Flags of a browser whose camera shows a person of this colour, and whose microphone is silent. */
export async function cameraOf(browser: Browser, folder: string, hue: number): Promise<readonly string[]> {
	const [picture, film] = [join(folder, `person-${hue}.png`), join(folder, `person-${hue}.y4m`)];
	const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
	await page.setContent(`<style>body { margin: 0 }</style>
		<svg viewBox="0 0 640 480" width="640" height="480">
			<linearGradient id="wall" x2="0.4" y2="1">
				<stop stop-color="oklch(86% 0.05 ${hue})"/><stop offset="1" stop-color="oklch(66% 0.08 ${hue})"/>
			</linearGradient>
			<rect width="640" height="480" fill="url(#wall)"/>
			<path d="M120 480c0-120 90-170 200-170s200 50 200 170z" fill="oklch(42% 0.08 ${hue + 140})"/>
			<circle cx="320" cy="205" r="92" fill="oklch(80% 0.05 60)"/>
			<path d="M226 200c-6-90 44-124 94-124s100 34 94 124c-20-44-50-62-94-62s-74 18-94 62z" fill="oklch(34% 0.04 50)"/>
		</svg>`);
	await page.screenshot({ path: picture });
	await page.close();
	await $`ffmpeg -v error -y -loop 1 -i ${picture} -t 0.2 -r 10 -pix_fmt yuv420p ${film}`.quiet();
	return [...FAKE_DEVICES, `--use-file-for-fake-video-capture=${film}`];
}

/** A person at the door of a meeting, in a browser of their own. */
export interface Visitor {
	readonly name: string;
	readonly page: Page;
	close(): Promise<void>;
}

/** Brings a person to the door. @param enter opens the page: signed in, or by an address with its code */
export async function bringToDoor(
	name: string,
	flags: readonly string[],
	look: BrowserContextOptions,
	enter: (page: Page) => Promise<void>,
): Promise<Visitor> {
	const browser = await openBrowser(flags);
	const page = await browser.newPage({ locale: "en-GB", reducedMotion: "reduce", ...look });
	await enter(page);
	const isAsked = page.getByLabel("Your name");
	await page.getByRole("button", { name: "Join now" }).waitFor();
	if (await isAsked.isVisible()) await isAsked.fill(name);
	await page.locator(".preview video").waitFor();
	return { name, page, close: () => browser.close() };
}

/** Lets people through the door, and waits until they see each other. */
export async function fillRoom(people: readonly Visitor[]): Promise<void> {
	for (const { page } of people) {
		await joinRoom(page);
		await isInside(page);
	}
	for (const { page } of people)
		for (const { name } of people) await tileOf(page, name).locator("video").first().waitFor();
}
