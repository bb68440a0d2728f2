import type { Page } from "playwright-core";
import { openBrowser } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { descendantsOf } from "#tests/support/processes";
import { FAKE_DEVICES, goToRoom, heardIn, isInside, join } from "#tests/support/room-page";
import { done, foundSchool } from "#tests/support/school";
import { cpuSecondsOf } from "../support/child-cpu.ts";
import { figures, table } from "../support/report.ts";
import { startOne } from "./servers.ts";

/** Sizes of the room at which it is looked at. */
const SIZES = [2, 4, 6, 8];
/** What a person needs to understand others: less was made up of what they hear. */
const MOST_CONCEALED = 0.05;
/** How long the media of somebody new may take to settle, in ms. */
const SETTLE_MS = 15_000;

/** Lets more and more people into a room, all of whose browsers are on this machine, and counts what arrives. */
export async function measureCrowd(seconds: number): Promise<void> {
	const port = freePort();
	const base = `http://localhost:${port}`;
	const server = await startOne({ PORT: String(port), PUBLIC_URL: base, ADMIN_EMAIL: "root@parley.example" });
	const browser = await openBrowser(FAKE_DEVICES);
	try {
		const { orgId, token } = await foundSchool(base);
		const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "History" } });
		const body = { title: "The old bridge", access: "link" };
		const { meeting } = await done(base, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });
		await done(base, "POST", `/meetings/${meeting.id}/start`, { token, body: {} });
		const pages: Page[] = [];
		const rows: (string | number)[][] = [];
		for (const size of SIZES) {
			while (pages.length < size) {
				const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
				page.setDefaultTimeout(120_000);
				await goToRoom(page, meeting.joinUrl);
				await join(page, { name: `Guest ${pages.length + 1}` });
				await isInside(page);
				pages.push(page);
			}
			await Bun.sleep(SETTLE_MS);
			const row = await look(pages, seconds);
			// At once: at the next size everything may break.
			process.stderr.write(`${row.join(" ")}\n`);
			rows.push(row);
		}
		table(
			[
				"people",
				"connected",
				"sound lost %",
				"concealed %",
				"worst %",
				"pictures/s each",
				"CPU of browsers %",
				"of the server %",
			],
			rows,
		);
		const whole = rows.filter((row) => Number(row[4]) <= MOST_CONCEALED * 100 && row[1] === expected(Number(row[0])));
		figures("room crowd", {
			people: SIZES.at(-1) ?? 0,
			understood_up_to: Math.max(0, ...whole.map(([size]) => Number(size))),
		});
	} finally {
		await browser.close();
		await server.close();
	}
}

/** Every person has a connection to every other. */
const expected = (people: number): string => `${people * (people - 1)}/${people * (people - 1)}`;

async function look(pages: readonly Page[], seconds: number): Promise<(string | number)[]> {
	const cpu = () => {
		const all = descendantsOf(process.pid);
		const of = (isIt: (command: string) => boolean) =>
			all.filter(({ command }) => isIt(command)).reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
		return [of((command) => command.includes("chrom")), of((command) => command.includes("main.ts"))] as const;
	};
	const before = await Promise.all(pages.map(heardIn));
	const cpuBefore = cpu();
	const startMs = performance.now();
	await Bun.sleep(seconds * 1_000);
	const after = await Promise.all(pages.map(heardIn));
	const [browsers, server] = cpu().map(
		(used, n) => ((used - (cpuBefore[n] ?? 0)) * 1e5) / (performance.now() - startMs),
	);
	const each = after.map((now, n) => {
		const was = before[n] ?? now;
		return {
			lost: now.lost - was.lost,
			concealed: (now.concealed - was.concealed) / (now.samples - was.samples),
			samples: now.samples - was.samples,
			frames: Math.max(0, now.frames - was.frames), // Fewer where pictures were given up: their counter goes with them.
		};
	});
	const states = (await Promise.all(pages.map(statesOf))).flat();
	const sum = (key: "lost" | "samples" | "frames") => each.reduce((all, one) => all + one[key], 0);
	// 20 ms of 48 kHz are a packet of sound; pictures are lost as well, so this is the most it can be.
	const lost = (sum("lost") * 960) / (sum("samples") + sum("lost") * 960);
	const concealed = each.map((one) => one.concealed);
	const open = states.filter((state) => state === "connected").length;
	const streams = pages.length * (pages.length - 1);
	return [
		pages.length,
		`${open}/${streams}`,
		lost * 100,
		(concealed.reduce((all, one) => all + one, 0) / concealed.length) * 100,
		Math.max(...concealed) * 100,
		sum("frames") / seconds / streams,
		browsers ?? 0,
		server ?? 0,
	];
}

/** Returns the states of the connections of a page that are not closed. */
const statesOf = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
		return connections.map(({ connectionState }) => connectionState).filter((state) => state !== "closed");
	});
