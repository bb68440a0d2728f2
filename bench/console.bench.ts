import type { Page } from "playwright-core";
import { buildIfStale } from "../scripts/build.ts";
import { openBrowser } from "../tests/support/browser.ts";
import { withFolder } from "./support/folder.ts";
import { median, quantile } from "./support/load.ts";
import { BINARY, serve } from "./support/program.ts";
import { table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "time until the console takes input, on a slow device and line, and on this machine";
/** Required tools. */
export const needs: readonly Tool[] = [];

const OPENINGS = 7;
/** 1.6 Mbit/s with the latency of a mobile line, and a processor of a sixth of the speed. */
const SLOW = { bytesPerS: 200_000, latencyMs: 150, slowdown: 6 };

/** Returns the time until the sign-in takes input, in ms, with nothing in the cache of the browser. */
async function timeToInput(page: Page, url: string, isSlow: boolean): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	if (isSlow) {
		await session.send("Network.emulateNetworkConditions", {
			offline: false,
			latency: SLOW.latencyMs,
			downloadThroughput: SLOW.bytesPerS,
			uploadThroughput: SLOW.bytesPerS,
		});
		await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.slowdown });
	}
	const startMs = performance.now();
	await page.goto(url, { waitUntil: "commit" });
	await page.locator("input[name=email]").fill("ada@example.edu");
	return performance.now() - startMs;
}

/** Opens the sign-in of a new installation again and again. */
export async function run(): Promise<void> {
	await buildIfStale();
	await withFolder(async (folder) => {
		const server = await serve(BINARY, folder);
		const browser = await openBrowser();
		const ms: Record<"slow" | "fast", number[]> = { slow: [], fast: [] };
		for (let n = 0; n < OPENINGS; n++) {
			for (const kind of ["slow", "fast"] as const) {
				const context = await browser.newContext();
				const page = await context.newPage();
				ms[kind].push(await timeToInput(page, `${server.url}/console/`, kind === "slow"));
				await context.close();
			}
		}
		await browser.close();
		await server.kill();
		table(
			["sign-in takes input", "median ms", "fastest ms", "slowest ms"],
			Object.entries(ms).map(([kind, times]) => [kind, median(times), quantile(times, 0), quantile(times, 1)]),
		);
	});
}
