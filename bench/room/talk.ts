import type { Page } from "playwright-core";
import { ENGINE_ENV } from "#tests/support/engines";
import type { install } from "#tests/support/installation";
import { heardIn, hears, isInside, join, tileOf } from "#tests/support/room-page";
import { openRooms, type Rooms } from "#tests/support/rooms";
import { quantile } from "../support/load.ts";
import { figures } from "../support/report.ts";
import { ADAS, type Flaws, flawsOf, GRACES, voiceSaying } from "./sentences.ts";
import { delaysOf, notesOf, takeNotes } from "./voices.ts";

/** Everything was heard when no caption has come for so long, in ms. */
const SETTLED_MS = 30_000;
const HOST = "A Person";
const GUEST = "Grace Hopper";
const VOICES = { [HOST]: ADAS, [GUEST]: GRACES };

/** A caption on a screen, or stored. */
interface Line {
	readonly name: string;
	readonly text: string;
}

/** How two people talk. */
export interface Talk {
	readonly name: string;
	/** How long before and after what happens, in ms. */
	readonly talkMs: number;
	/** Starts the server. What happens is its restart. */
	readonly start: typeof install;
	/** Flags of the guest's browser, besides those of the voice. */
	readonly guestFlags?: readonly string[];
}

/** Has two people talk while a server is killed. @returns whether nothing was lost, doubled or disconnected */
export async function measureTalk({ name, talkMs, start, guestFlags = [] }: Talk): Promise<boolean> {
	const adas = await voiceSaying("slt", ADAS);
	const graces = [...(await voiceSaying("rms", GRACES)), ...guestFlags];
	const rooms = await openRooms({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" }, adas, start);
	try {
		const { meetingId, pages } = await meet(rooms, graces);
		const [ada, grace] = pages;
		await Promise.all(pages.map(takeNotes));
		const before = await Promise.all(pages.map(heardIn));
		await Bun.sleep(talkMs);
		const [ofAda, ofGrace] = await Promise.all([notesOf(ada), notesOf(grace)]);
		const delays = [...delaysOf(HOST, ofAda, ofGrace), ...delaysOf(GUEST, ofGrace, ofAda)];

		await rooms.ui.restart();
		await Bun.sleep(talkMs);
		// One that is cut off by muting may be heard, or not.
		const spoken = await Promise.all(pages.map(async (page) => (await notesOf(page)).ends.length));
		for (const page of pages) await page.getByRole("button", { name: "Mute", exact: true }).click();
		await settled(pages);
		const after = await Promise.all(pages.map(heardIn));
		const states = (await Promise.all(pages.map(statesOf))).flat();
		const shown = await Promise.all(pages.map(linesOf));
		const stored = await storedOf(rooms, meetingId);

		const lost = after.map(({ lost: now }, index) => now - (before[index]?.lost ?? 0));
		const isSame = shown.every((lines) => Bun.deepEquals(textsOf(lines), textsOf(stored)));
		// What is stored names no speaker, and is the same or not.
		const flaws = shown.map(flawsOfAll);
		const count = (kind: keyof Flaws) => flaws.map((each) => each[kind].length).join("/");
		// Those that were not heard at all at the end leave no gap between others.
		const missing = shown.map((lines) =>
			[HOST, GUEST].reduce((sum, who, n) => {
				const found = lines.filter((line) => line.name === who).length;
				return sum + Math.max(0, (spoken[n] ?? 0) - found);
			}, 0),
		);
		// The last sentence of each may still be heard.
		const known = delays.filter((delay) => delay !== null);
		figures(name, {
			spoken: spoken.join("/"),
			lines: [...shown, stored].map(({ length }) => length).join("/"),
			sentences_lost: count("lost"),
			sentences_missing: missing.join("/"),
			sentences_doubled: count("doubled"),
			unknown: count("unknown"),
			screens_as_stored: isSame ? "yes" : "no",
			measured: known.length,
			median_ms: Math.round(quantile(known, 0.5)),
			p95_ms: Math.round(quantile(known, 0.95)),
			max_ms: Math.round(Math.max(...known)),
			packets_lost: lost.join("/"),
			peers: states.join("/"),
		});
		const isWhole =
			isSame &&
			missing.every((each) => each === 0) &&
			flaws.every(({ lost: gone, doubled }) => gone.length + doubled.length === 0);
		if (!isWhole) process.stdout.write(`${JSON.stringify({ flaws, shown, stored }, null, "\t")}\n`);
		return isWhole && lost.every((each) => each <= 0) && states.every((state) => state === "connected");
	} finally {
		await rooms.ui.clear();
		await rooms.ui.close();
	}
}

/** Brings two people into a room, without pictures. */
async function meet(rooms: Rooms, graces: readonly string[]) {
	const meeting = await rooms.openMeeting();
	const ada = await rooms.bringHost(meeting);
	await join(ada);
	await isInside(ada);
	const grace = await rooms.bringGuest(meeting, GUEST, graces);
	await tileOf(ada, GUEST).waitFor();
	await Promise.all([hears(ada), hears(grace)]);
	for (const page of [ada, grace]) await page.getByRole("button", { name: "Camera off" }).click();
	return { meetingId: meeting.id, pages: [ada, grace] as const };
}

const textsOf = (lines: readonly Line[]): string[] => lines.map(({ text }) => text).toSorted();

/** Returns what is wrong with the lines of both. */
function flawsOfAll(lines: readonly Line[]): Flaws {
	const each = Object.entries(VOICES).map(([name, texts]) =>
		flawsOf(
			lines.filter((line) => line.name === name).map(({ text }) => text),
			texts,
		),
	);
	const all = (kind: keyof Flaws) => each.flatMap((flaws) => flaws[kind]);
	return { lost: all("lost"), doubled: all("doubled"), unknown: all("unknown") };
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

/** Returns the captions on a page. */
const linesOf = (page: Page): Promise<Line[]> =>
	page.evaluate(
		(names) =>
			[...document.querySelectorAll(".captions-log p")].map((line) => {
				const [who, ...words] = [...line.childNodes].map(({ textContent }) => textContent ?? "");
				return { name: names.find((name) => who?.includes(name)) ?? "", text: words.join("").trim() };
			}),
		[HOST, GUEST],
	);

/** Returns the stored captions, once the meeting has ended. */
async function storedOf({ ask }: Rooms, meetingId: string): Promise<Line[]> {
	await ask("POST", `/meetings/${meetingId}/end`, {});
	for (;;) {
		const [transcript] = await ask("GET", `/meetings/${meetingId}/transcripts`);
		if (transcript?.state === "ready") {
			const segments = await ask("GET", `/transcripts/${transcript.id}/segments?limit=200`);
			return segments.map(({ text, speaker }: { text: string; speaker: { name: string } | null }) => ({
				...{ name: speaker?.name ?? "", text: text.trim() },
			}));
		}
		await Bun.sleep(500);
	}
}
