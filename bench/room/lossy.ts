import type { Page } from "playwright-core";
import { openBrowser, openPage } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { goToRoom, heardIn, hears, isInside, join } from "#tests/support/room-page";
import { done, foundSchool } from "#tests/support/school";
import { until } from "#tests/support/until";
import { openVisitors, type Visitor } from "../media/browsers.ts";
import { openRoom } from "../media/room.ts";
import { figures, table } from "../support/report.ts";
import { LOAD_CORE, SERVER_CORE } from "../support/server.ts";
import { ADAS, GRACES, voiceSaying } from "./sentences.ts";
import { startOne } from "./servers.ts";

/** Packets that are dropped, in percent: none, a good and a bad radio network, and one in which calls fail. */
const LOSSES = [0, 2, 5, 10, 20];
/** Loss at which two people still have to understand each other, in percent. */
const GOAL_LOSS = 10;
/** The most that may be made up of what is heard then; a person who hears more of it asks again. */
const MOST_CONCEALED = 0.1;
/** How long sound and pictures may take to settle after a change, in ms. */
const SETTLE_MS = 10_000;
/** Port of the media worker. */
const PORT = 45_901;
/** Simulated people beside the browsers in the room of the worker. */
const SIMULATED = 8;
const TABLE = "inet parley_loss";

function nft(script: string): void {
	const { exitCode, stderr } = Bun.spawnSync(["nft", "-f", "-"], { stdin: Buffer.from(script) });
	if (exitCode !== 0) throw new Error(`nft: ${stderr.toString().trim()}`);
}

/** Drops this share of all packets of UDP that arrive at this machine, at random. @param percent 0: none */
function dropPackets(percent: number): void {
	const rule = `meta l4proto udp numgen random mod 100 < ${percent} drop`;
	const chain = `chain arrive {\ntype filter hook input priority 0\n${rule}\n}`;
	const script = [`add table ${TABLE}`, `delete table ${TABLE}`];
	nft([...script, ...(percent > 0 ? [`table ${TABLE} {\n${chain}\n}`] : []), ""].join("\n"));
}

/** Returns why this cannot be measured here; null: it can be. */
export function lossMissing(): string | null {
	if (Bun.which("nft") === null) return "there is no nft: apt install nftables";
	try {
		dropPackets(0);
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** What of a stretch of time was made up, and how many pictures came each second. */
interface Heard {
	readonly concealed: number;
	readonly frames: number;
}

/**
 * Has people talk in networks that lose packets: two from browser to browser, and three through the media worker, to which
 * and from which they lose as many. There, sound is made up without a loss too: in silence nothing is passed on.
 * @returns whether the goal is met, which is that of two
 */
export async function measureLossy(seconds: number): Promise<boolean> {
	try {
		const mesh = await measureMesh(seconds);
		const worker = await measureWorker(seconds);
		table(
			["packets lost %", "mesh: concealed %", "pictures/s", "worker: concealed %", "pictures/s"],
			LOSSES.map((loss, n) => [loss, ...rowOf(mesh[n]), ...rowOf(worker[n])]),
		);
		const most = Math.max(...mesh.slice(0, LOSSES.indexOf(GOAL_LOSS) + 1).map(({ concealed }) => concealed));
		figures("room lossy", { up_to_percent: GOAL_LOSS, mesh_concealed_percent: most * 100 });
		return most <= MOST_CONCEALED;
	} finally {
		dropPackets(0);
	}
}

const rowOf = (heard: Heard | undefined): number[] => [(heard?.concealed ?? 1) * 100, heard?.frames ?? 0];

/** Measures at each loss. @param read what was heard since the beginning: samples, those made up, and pictures */
async function atEachLoss(seconds: number, read: () => Promise<readonly number[]>): Promise<Heard[]> {
	const all: Heard[] = [];
	for (const loss of LOSSES) {
		dropPackets(loss);
		await Bun.sleep(SETTLE_MS);
		const [samples = 0, concealed = 0, frames = 0] = await read();
		await Bun.sleep(seconds * 1_000);
		const [nowSamples = 0, nowConcealed = 0, nowFrames = 0] = await read();
		all.push({
			concealed: (nowConcealed - concealed) / (nowSamples - samples),
			frames: Math.max(0, nowFrames - frames) / seconds,
		});
		process.stderr.write(`${loss} %: ${JSON.stringify(all.at(-1))}\n`);
	}
	dropPackets(0);
	return all;
}

/** Two people whose browsers send to each other. */
async function measureMesh(seconds: number): Promise<Heard[]> {
	const port = freePort();
	const base = `http://localhost:${port}`;
	const server = await startOne({ PORT: String(port), PUBLIC_URL: base, ADMIN_EMAIL: "root@parley.example" });
	const voices = [await voiceSaying("slt", ADAS), await voiceSaying("rms", GRACES)];
	const browsers = await Promise.all(voices.map(openBrowser));
	try {
		const { orgId, token } = await foundSchool(base);
		const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "History" } });
		const body = { title: "The old bridge", access: "link" };
		const { meeting } = await done(base, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });
		const pages: Page[] = [];
		for (const browser of browsers) {
			const page = await openPage(browser);
			await goToRoom(page, meeting.joinUrl);
			await join(page, { name: `Guest ${pages.length + 1}` });
			await isInside(page);
			pages.push(page);
		}
		await Promise.all(pages.map(hears));
		await Promise.all(pages.map((page) => until(async () => (await heardIn(page)).frames > 10, 60_000)));
		return await atEachLoss(seconds, async () => {
			const each = await Promise.all(pages.map(heardIn));
			const sum = (figure: "samples" | "concealed" | "frames") => each.reduce((all, one) => all + one[figure], 0);
			return [sum("samples"), sum("concealed"), sum("frames") / pages.length];
		});
	} finally {
		await Promise.all(browsers.map((browser) => browser.close()));
		await server.close();
	}
}

/** Three people with browsers among others, all of whom send to the worker. */
async function measureWorker(seconds: number): Promise<Heard[]> {
	const { visitors, close } = await openVisitors(3);
	const room = await openRoom({
		cores: [SERVER_CORE, LOAD_CORE],
		port: PORT,
		simulated: SIMULATED,
		pictures: false,
		visitors,
	});
	try {
		return await atEachLoss(seconds, async () => {
			const each = await Promise.all(visitors.map((visitor: Visitor) => visitor.see()));
			const sum = (figure: "samples" | "concealed" | "frames") => each.reduce((all, one) => all + one[figure], 0);
			return [sum("samples"), sum("concealed"), sum("frames") / visitors.length];
		});
	} finally {
		await close();
		await room.close();
	}
}
