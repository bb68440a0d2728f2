import { join } from "node:path";
import { ENGINE_ENV } from "#tests/support/engines";
import { heardIn, isInside, join as joinRoom, tileOf, voiceOf } from "#tests/support/room-page";
import { openRooms } from "#tests/support/rooms";
import { until } from "#tests/support/until";
import { installPackages } from "../support/peers.ts";
import { figures, table } from "../support/report.ts";
import { startOne } from "./servers.ts";

const NAMES = ["firefox", "firefox-esr"];
const WAIT_MS = 60_000;
/** Energy of sound that was heard; silence has 5e-9. */
const HEARD = 0.01;

interface Heard {
	readonly connected: number;
	readonly energy: number;
	readonly lost: number;
	readonly frames: number;
}

const findFirefox = (): string | undefined =>
	NAMES.map((name) => Bun.which(name)).find((path) => path !== null) as string | undefined;

/** Returns why Firefox cannot be tried here, null when it can. Without a device for sound it runs no captions of its own. */
export function firefoxMissing(): string | null {
	if (findFirefox() === undefined) return "Firefox is not installed: apt install firefox-esr pulseaudio";
	if (Bun.which("pulseaudio") === null) return "there is no device for sound: apt install pulseaudio";
	return null;
}

/** A guest in Firefox. */
async function bringFirefox(script: string, address: string) {
	const child = Bun.spawn(["node", script, findFirefox() ?? "", address, "Frida"], { stdin: "pipe", stdout: "pipe" });
	const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	async function read(): Promise<unknown> {
		while (!rest.includes("\n")) {
			const { value, done } = await lines.read();
			if (done) throw new Error("Firefox did not join");
			rest += value;
		}
		const [line = ""] = rest.split("\n", 1);
		rest = rest.slice(line.length + 1);
		return JSON.parse(line);
	}
	await read();
	return {
		async ask<T>(what: "heard" | "captions" | "reload"): Promise<T> {
			void child.stdin.write(`${what}\n`);
			await child.stdin.flush();
			return (await read()) as T;
		},
		async leave(): Promise<void> {
			await child.stdin.end();
			await child.exited;
		},
	};
}

/** Lets a guest in Firefox meet the host in Chromium: as the first, as the second, and after a reload. @returns whether each hears, sees and reads the other */
export async function measureFirefox(): Promise<boolean> {
	const pathOf = await installPackages(join(import.meta.dir, "firefox"));
	Bun.spawnSync(["pulseaudio", "--start", "--exit-idle-time=-1"]);
	const adas = await voiceOf("slt", "The doctor wants to see the old bridge today.");
	const rooms = await openRooms({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" }, adas, startOne);
	const rows: (string | number)[][] = [];
	let isWhole = true;
	try {
		for (const first of ["firefox", "chromium"] as const) {
			const meeting = await rooms.openMeeting();
			const host = await rooms.bringHost(meeting);
			const enter = async () => {
				await joinRoom(host);
				await isInside(host);
			};
			if (first === "chromium") await enter();
			const firefox = await bringFirefox(pathOf("visitor.mjs"), meeting.joinUrl);
			if (first === "firefox") await enter();
			await tileOf(host, "Frida").waitFor();
			for (const moment of ["at first", "after a reload"]) {
				if (moment !== "at first") await firefox.ask("reload");
				const before = await heardIn(host);
				let there: Heard = { connected: 0, energy: 0, lost: 0, frames: 0 };
				const meet = async () => {
					there = await firefox.ask<Heard>("heard");
					const here = await heardIn(host);
					return there.energy > HEARD && there.frames > 0 && here.energy > before.energy + HEARD && here.frames > 0;
				};
				const met = await until(meet, WAIT_MS).then(
					() => true,
					() => false,
				);
				const read = await until(async () => /doctor|bridge/.test(await firefox.ask("captions")), WAIT_MS).then(
					() => true,
					() => false,
				);
				const { lost } = await heardIn(host);
				rows.push([first, moment, met ? "yes" : "no", read ? "yes" : "no", there.lost, lost - before.lost]);
				isWhole &&= met && read;
			}
			await firefox.leave();
			await rooms.ui.clear();
		}
	} finally {
		await rooms.ui.close();
	}
	table(["first there", "when", "hear and see each other", "captions", "lost in Firefox", "lost in Chromium"], rows);
	figures("room firefox", { whole: isWhole ? "yes" : "no" });
	return isWhole;
}
