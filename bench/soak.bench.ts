import { parseArgs } from "node:util";
import { descendantsOf } from "#tests/support/processes";
import { buildIfStale } from "../scripts/build.ts";
import { openSoak } from "./soak/installation.ts";
import { createMemoryLog } from "./soak/memory.ts";
import { readersOf } from "./soak/readers.ts";
import { speechOf } from "./soak/speech.ts";
import { OptionError, positive } from "./support/options.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "hundreds of live sockets and tracks of speech on two servers, of which one is killed";
/** Required tools. */
export const needs: readonly Tool[] = ["flite", "sox"];
/** Options shown by `bun run bench soak --help`. */
export const usage = `  --minutes N    how long people speak (default 10)
  --sockets N    sockets in all, those that speak included (default 500)
  --tracks N     tracks of speech, heard by Vosk (default 10: about what two cores carry)
  --rooms N      meetings they are spread over (default: one for two tracks)

Two servers on a Postgres and a Redis of their own. At half time one of them is killed by SIGKILL, and started again 5 s later.
It fails when a reader missed a final, or got one twice.
`;

/** How long the killed server stays down. */
const DOWN_MS = 5_000;

/** Speaks for some minutes, kills a server in the middle, and holds what every reader got against what is stored. */
export async function run(args: readonly string[]): Promise<void> {
	const { minutes, sockets, tracks, rooms: roomCount } = readOptions(args);
	await buildIfStale();
	const speech = await speechOf(minutes * 60_000);
	const soak = await openSoak(roomCount);
	const [victim, survivor] = soak.instances;
	const memory = createMemoryLog({
		survivor: () => [survivor.pid],
		"its engines": () => descendantsOf(survivor.pid).map(({ pid }) => pid),
	});
	try {
		const readers = await readersOf(soak, sockets - tracks);
		const startedMs = performance.now();
		const killing = (async () => {
			await Bun.sleep((minutes * 60_000) / 2);
			await victim.kill();
			await Bun.sleep(DOWN_MS);
			await victim.restart();
		})();
		const spoken = await Promise.all(
			Array.from({ length: tracks }, async (_, index) => {
				await Bun.sleep(index * 700);
				return soak.speak(index, speech.pcm);
			}),
		);
		await killing;
		const seconds = (performance.now() - startedMs) / 1000;
		const outcome = await readers.finish();
		const memories = memory.stop();
		table(["room", "events", "segments", "readers", "lost", "repeated", "out of order"], outcome.rows);
		table(["MiB", "after a fifth", "at the end", "ratio"], memories.rows);
		const unheardMs = Math.max(...spoken.map(({ ackMs }) => speech.durationMs - ackMs));
		figures("soak", {
			minutes: seconds / 60,
			sockets,
			tracks,
			readers: outcome.readers,
			finals: outcome.finals,
			deliveries: outcome.deliveries,
			lost: outcome.lost,
			repeated: outcome.repeated,
			out_of_order: outcome.outOfOrder,
			reader_reconnects: outcome.reconnects,
			speaker_reconnects: spoken.reduce((sum, { reconnects }) => sum + reconnects, 0),
			unheard_ms: Math.round(unheardMs),
			rss_ratio: memories.ratioOf("survivor"),
		});
		if (outcome.lost + outcome.repeated + outcome.outOfOrder > 0) process.exitCode = 1;
	} finally {
		memory.stop();
		await soak.close();
	}
}

function readOptions(args: readonly string[]) {
	const options = {
		minutes: { type: "string", default: "10" },
		sockets: { type: "string", default: "500" },
		tracks: { type: "string", default: "10" },
		rooms: { type: "string" },
	} as const;
	const { values } = parseArgs({ args: [...args], options });
	const tracks = positive("--tracks", values.tracks);
	const sockets = positive("--sockets", values.sockets);
	if (sockets <= tracks) throw new OptionError("--sockets must be more than --tracks");
	const rooms = positive("--rooms", values.rooms ?? String(Math.ceil(tracks / 2)));
	return { minutes: positive("--minutes", values.minutes), sockets, tracks, rooms };
}
