import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "content appended to drafts, hashed, sealed and synced, against the same bytes by bare Bun.write";
/** Required tools. */
export const needs: readonly Tool[] = [];
/** Options shown by `bun run bench blobs --help`. */
export const usage = "  N    number of rounds (default 3)\n";

const MIB = 1024;

/** What writing cost. */
interface Written {
	readonly mibPerSecond: number;
	readonly cpuMsPerGib: number;
	readonly rssGrowthMib: number;
}

const WAYS = [
	{ name: "Bun.write", way: "bare", atOnce: 1 },
	{ name: "plain", way: "plain", atOnce: 1 },
	{ name: "sealed", way: "sealed", atOnce: 1 },
	{ name: "sealed, resumed", way: "resumed", atOnce: 1 },
	{ name: "sealed, 20 at once", way: "sealed", atOnce: 20 },
] as const;

/** Writes 1 GiB each way in a process of its own, in turns, and compares the medians. */
export async function run([rounds = "3"]: readonly string[]): Promise<void> {
	const results: Written[][] = WAYS.map(() => []);
	for (let round = 0; round < positive("N", rounds); round++)
		for (const [index, { way, atOnce }] of WAYS.entries())
			results[index]?.push(await withFolder((folder) => write(folder, way, atOnce)));
	const of = (index: number, figure: keyof Written) => median((results[index] ?? []).map((each) => each[figure]));
	table(
		["1 GiB in pieces of 8 MiB", "MiB/s", "÷ bare", "CPU ms", "bare ÷ it", "RSS growth MiB"],
		WAYS.map(({ name }, index) => [
			name,
			Math.round(of(index, "mibPerSecond")),
			of(index, "mibPerSecond") / of(0, "mibPerSecond"),
			Math.round(of(index, "cpuMsPerGib")),
			of(0, "cpuMsPerGib") / of(index, "cpuMsPerGib"),
			Math.round(of(index, "rssGrowthMib")),
		]),
	);
	figures("BLOBS", {
		sealed_by_bare: of(2, "mibPerSecond") / of(0, "mibPerSecond"),
		rss_growth_mib: of(2, "rssGrowthMib"),
		rss_growth_20_mib: of(4, "rssGrowthMib"),
	});
}

async function write(folder: string, way: string, atOnce: number): Promise<Written> {
	const child = Bun.spawn([process.execPath, "bench/servers/blobs.ts", folder, way, String(MIB), String(atOnce)], {
		stdout: "pipe",
		stderr: "inherit",
	});
	const text = await new Response(child.stdout).text();
	if ((await child.exited) !== 0) throw new Error(`${way} failed`);
	return JSON.parse(text);
}
