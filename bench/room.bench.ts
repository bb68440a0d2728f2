import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { ENGINE_ENV } from "#tests/support/engines";
import type { Installation, install } from "#tests/support/installation";
import { heardIn, hears, isInside, join, tileOf, voiceOf } from "#tests/support/room-page";
import { openRooms } from "#tests/support/rooms";
import { delaysOf, notesOf, takeNotes } from "./room/voices.ts";
import { quantile } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { SOURCES, serve } from "./support/program.ts";
import { figures } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"two browsers talk in a room: from the end of a sentence to its caption, and a server that is killed";
/** Required tools. */
export const needs: readonly Tool[] = ["flite", "sox"];
/** Options shown by `bun run bench room --help`. */
export const usage = `  --seconds N    how long they talk before the server is killed, and afterwards (default 60)

Two processes of Chromium, an engine (Vosk) and the server share the machine. The server is killed by SIGKILL while both speak,
and started again 5 s later. It fails when a packet between the browsers was lost, a connection between them was closed, or a
sentence is not on both screens once.
`;

/** How long the killed server stays down. */
const DOWN_MS = 5_000;
/** Everything was heard when no caption has come for so long, in ms. */
const SETTLED_MS = 30_000;
const GUEST = "Grace Hopper";

/** Has two people talk, kills the server, and counts what has arrived. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { seconds: { type: "string", default: "60" } } });
	const talkMs = positive("seconds", values.seconds) * 1000;
	const adas = await voiceOf("slt", "We need a second offer for the budget before the end of March.");
	const graces = await voiceOf("rms", "The supplier has raised the price by twelve percent.");
	const env = { ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" };
	const rooms = await openRooms(env, adas, installProgram);
	try {
		const meeting = await rooms.openMeeting();
		const ada = await rooms.bringHost(meeting);
		await join(ada);
		await isInside(ada);
		const grace = await rooms.bringGuest(meeting, GUEST, graces);
		await tileOf(ada, GUEST).waitFor();
		await Promise.all([hears(ada), hears(grace)]);
		for (const page of [ada, grace]) await page.getByRole("button", { name: "Camera off" }).click();
		const pages = [ada, grace];
		await Promise.all(pages.map(takeNotes));
		const before = await Promise.all(pages.map(heardIn));

		await Bun.sleep(talkMs);
		const [ofAda, ofGrace] = await Promise.all([notesOf(ada), notesOf(grace)]);
		const delays = [...delaysOf("A Person", ofAda, ofGrace), ...delaysOf(GUEST, ofGrace, ofAda)];
		// The last sentence of each may still be heard.
		const known = delays.filter((delay) => delay !== null);

		await rooms.ui.restart();
		await Bun.sleep(talkMs);
		for (const page of pages) await page.getByRole("button", { name: "Mute", exact: true }).click();
		await settled(pages);
		const after = await Promise.all(pages.map(heardIn));
		const states = (await Promise.all(pages.map(statesOf))).flat();
		const shown = await Promise.all(pages.map(linesOf));
		const spoken = await Promise.all(pages.map(async (page) => (await notesOf(page)).ends.length));
		const stored = await storedOf(rooms, meeting.id);

		const lost = after.map(({ lost: now }, index) => now - (before[index]?.lost ?? 0));
		const isOnce = shown.every((lines) => Bun.deepEquals(lines.toSorted(), stored.toSorted()));
		figures("room", {
			spoken: spoken.reduce((sum, each) => sum + each, 0),
			stored: stored.length,
			lines: shown.map((lines) => lines.length).join("/"),
			measured: known.length,
			median_ms: Math.round(quantile(known, 0.5)),
			p95_ms: Math.round(quantile(known, 0.95)),
			max_ms: Math.round(Math.max(...known)),
			packets_lost: lost.join("/"),
			peers: states.join("/"),
			once: isOnce ? "yes" : "no",
		});
		if (!isOnce) process.stdout.write(`${JSON.stringify({ shown, stored }, null, "\t")}\n`);
		if (lost.some((each) => each > 0) || states.some((state) => state !== "connected") || !isOnce) process.exitCode = 1;
	} finally {
		await rooms.ui.clear();
		await rooms.ui.close();
	}
}

/** Starts the sources as a process; a restart kills it, and leaves it down for a while. */
async function installProgram(variables: Readonly<Record<string, string>> = {}): ReturnType<typeof install> {
	const folder = mkdtempSync(joinPath(tmpdir(), "parley-room-"));
	const start = () => serve(SOURCES, folder, Number(variables.PORT), { ...variables, RATE_LIMITS: "off" });
	let program = await start();
	const installation: Installation = {
		url: program.url,
		async restart() {
			await program.kill();
			await Bun.sleep(DOWN_MS);
			program = await start();
		},
		async close() {
			await program.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return installation;
}

/** Waits until what was said is on the screens. */
async function settled(pages: readonly Page[]): Promise<void> {
	let before = "";
	let sinceMs = performance.now();
	while (performance.now() - sinceMs < SETTLED_MS) {
		await Bun.sleep(1_000);
		const now = JSON.stringify(await Promise.all(pages.map(linesOf)));
		if (now !== before) sinceMs = performance.now();
		before = now;
	}
}

/** Returns the states of the connections of a page that are not closed. */
const statesOf = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
		return connections.map(({ connectionState }) => connectionState);
	});

/** Returns the words of each caption on a page, without who has said them. */
const linesOf = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll(".captions-log p")].map((line) =>
			[...line.childNodes]
				.slice(1)
				.map(({ textContent }) => textContent)
				.join("")
				.trim(),
		),
	);

/** Returns the words of each stored caption, once the meeting has ended. */
async function storedOf({ ask }: Awaited<ReturnType<typeof openRooms>>, meetingId: string): Promise<string[]> {
	await ask("POST", `/meetings/${meetingId}/end`, {});
	for (;;) {
		const [transcript] = await ask("GET", `/meetings/${meetingId}/transcripts`);
		if (transcript?.state === "ready") {
			const segments = await ask("GET", `/transcripts/${transcript.id}/segments?limit=200`);
			return segments.map(({ text }: { text: string }) => text.trim());
		}
		await Bun.sleep(500);
	}
}
