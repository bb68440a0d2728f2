import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { longestStall } from "#tests/support/longest-stall";
import { openMedia } from "#tests/support/media";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { figures } from "./support/report.ts";

/** The subject of the measurement. */
export const about =
	"the mix of a capture: CPU time of the server and of its children, memory, what others wait meanwhile";
/** Needs ffmpeg, which mixes need themselves. */
export const needs = [] as const;
/** Options shown by `bun run bench mix --help`. */
export const usage = "  --tracks N    tracks of the capture (default 4)\n  --minutes N   length of each (default 60)\n";

/** Clock ticks of the kernel per second, on every Linux. */
const TICKS = 100;
const MIB = 1024 * 1024;

/** Returns the CPU time of children that have ended, in seconds. */
function endedChildrenCpu(): number {
	const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
	return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS;
}

async function encode(path: string, seconds: number): Promise<void> {
	const sound = `sine=frequency=300:duration=${seconds},tremolo=f=3:d=0.9`;
	const command = [
		"ffmpeg",
		"-v",
		"error",
		"-f",
		"lavfi",
		"-i",
		sound,
		"-ar",
		"48000",
		"-c:a",
		"libopus",
		"-b:a",
		"32k",
		path,
	];
	if ((await Bun.spawn(command, { stdin: "ignore" }).exited) !== 0) throw new Error("ffmpeg made no track");
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const options = { tracks: { type: "string", default: "4" }, minutes: { type: "string", default: "60" } } as const;
	const { values } = parseArgs({ args: [...args], options });
	const tracks = positive("--tracks", values.tracks);
	const minutes = positive("--minutes", values.minutes);
	await withFolder(async (directory) => {
		const track = join(directory, "track.webm");
		await encode(track, minutes * 60);
		const media = openMedia();
		const { signal } = new AbortController();
		async function* sounds() {
			for (let n = 0; n < tracks; n++) {
				const audio = await media.decode(track, { directory, signal, maxDurationMs: 86_400_000 });
				yield { audio, offsetMs: n * 1_000 };
				await audio.close();
			}
		}

		const mix = () => media.mix(sounds(), { directory, signal, peaks: 2_000 });
		let residentMib = 0;
		const watch = setInterval(() => {
			residentMib = Math.max(residentMib, process.memoryUsage.rss() / MIB);
		}, 1_000);
		const before = {
			own: process.cpuUsage(),
			children: endedChildrenCpu(),
			residentMib: process.memoryUsage.rss() / MIB,
		};
		const startedAtMs = performance.now();
		const made = await mix();
		const seconds = (performance.now() - startedAtMs) / 1000;
		const own = process.cpuUsage(before.own);
		const children = endedChildrenCpu() - before.children;
		clearInterval(watch);
		// The watch for stalls takes CPU time itself.
		const { longestMs } = await longestStall(mix);
		const trackHours = (tracks * minutes) / 60;
		figures("mix", {
			track_hours: trackHours,
			mixed_ms: made?.durationMs ?? 0,
			mib: made ? Bun.file(made.path).size / MIB : 0,
			seconds,
			own_cpu_s_per_track_hour: (own.user + own.system) / 1e6 / trackHours,
			child_cpu_s_per_track_hour: children / trackHours,
			longest_stall_ms: longestMs,
			rss_growth_mib: Math.max(0, residentMib - before.residentMib),
		});
	});
}
