import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LiveRoom, openRoom } from "#tests/support/live-room";
import { foundSchool } from "#tests/support/school";
import { buildIfStale } from "../scripts/build.ts";
import { measure, type Publisher, parley, peer, type Round } from "./live/rounds.ts";
import { measureSpeech } from "./live/speech.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { OptionError, positive } from "./support/options.ts";
import { installPeers } from "./support/peers.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startProgram } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"live captions: deliveries beside bare Bun and Socket.IO, 10,000 sockets, from speech to its final";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];
/** Options shown by `bun run bench live --help`. */
export const usage = `  --only NAME,…     fanout, crowd, speech (default: all)
  --sockets N       readers of fanout (default 1000)
  --rate N          segments per second of fanout (default 200)
  --batch N         segments in one request of fanout (default 1)
  --rounds N        rounds of fanout (default 3)
  --crowd N         readers of crowd (default 10000)
  --tracks N        tracks of speech (default 2)

Socket.IO runs on node, from the folder of the peers; it is left out without node. The server has one core, the readers the other.
`;

const PARTS = ["fanout", "crowd", "speech"];
const SECONDS = 4;
/** A lecture hall: a segment every half second. */
const CROWD = { perSecond: 2, batch: 1, seconds: 5, rounds: 1 };

/** Measures live captions. */
export async function run(args: readonly string[]): Promise<void> {
	const { only, sockets, rate, batch, rounds, crowd, tracks } = readOptions(args);
	await buildIfStale();
	await withFolder(async (folder) => {
		if (only.includes("fanout")) await fanout(folder, { sockets, perSecond: rate, batch, seconds: SECONDS, rounds });
		if (only.includes("crowd")) await hall(folder, crowd);
		if (only.includes("speech")) await measureSpeech(join(folder, "speech"), tracks);
	});
}

/** Starts the binary, which lets one person connect any number of times, pinned to the core of the servers. */
function startParley(folder: string): Promise<BenchmarkServer> {
	mkdirSync(folder, { recursive: true });
	return startProgram("parley", [...BINARY, "serve"], { ...settingsFor(folder), RATE_LIMITS: "off" }, (output) => {
		const base = urlIn(output);
		return base === undefined ? undefined : { base };
	});
}

/** Starts a live meeting. */
async function roomAt({ ready: { base = "" } }: BenchmarkServer): Promise<LiveRoom> {
	return openRoom(base, await foundSchool(base));
}

/** The same texts to the same readers by each server in turn. */
async function fanout(folder: string, load: Parameters<typeof measure>[1]): Promise<void> {
	const peers = await installPeers();
	const results = new Map<string, Round[]>();
	const starts: Record<string, () => Promise<Publisher>> = {
		"bun publish": async () =>
			peer(await startProgram("bun publish", [process.execPath, peers.pathOf("bun-publish.mjs")]), "/"),
		parley: async () => {
			const server = await startParley(join(folder, "fanout"));
			return parley(server, await roomAt(server));
		},
		"parley, partials": async () => {
			const server = await startParley(join(folder, "partials"));
			return parley(server, await roomAt(server), false);
		},
		...(Bun.which("node") && {
			"socket.io": async () =>
				peer(
					await startProgram("socket.io", ["node", peers.pathOf("socket-io.mjs")]),
					"/socket.io/?EIO=4&transport=websocket",
					"40",
				),
		}),
	};
	for (const [name, start] of Object.entries(starts)) {
		const publisher = await start();
		try {
			results.set(name, await measure(publisher, load));
		} finally {
			await publisher.server.kill();
		}
	}
	const of = (name: string, figure: keyof Round) => median((results.get(name) ?? []).map((round) => round[figure]));
	table(
		["server", "deliveries/CPU s", "CPU µs/message", "p50 ms", "p99 ms", "KiB/socket"],
		[...results.keys()].map((name) => [
			name,
			Math.round(of(name, "perCpuSecond")),
			Math.round(of(name, "microsPerMessage")),
			of(name, "p50Ms"),
			of(name, "p99Ms"),
			of(name, "kibPerSocket"),
		]),
	);
	figures("live fanout", {
		sockets: load.sockets,
		per_second: load.perSecond,
		batch: load.batch,
		ratio_bun: of("parley", "perCpuSecond") / of("bun publish", "perCpuSecond"),
		ratio_bun_partials: of("parley, partials", "perCpuSecond") / of("bun publish", "perCpuSecond"),
		ratio_socket_io: of("parley", "perCpuSecond") / of("socket.io", "perCpuSecond"),
		kib_per_socket: of("parley", "kibPerSocket"),
	});
}

/** One meeting with very many readers. */
async function hall(folder: string, sockets: number): Promise<void> {
	const server = await startParley(join(folder, "crowd"));
	try {
		const room = await roomAt(server);
		const [round] = await measure(parley(server, room), { ...CROWD, sockets });
		if (!round) throw new Error("nothing was measured");
		figures("live crowd", {
			sockets,
			p50_ms: round.p50Ms,
			p99_ms: round.p99Ms,
			max_ms: round.maxMs,
			closed: round.closed,
			per_cpu_second: Math.round(round.perCpuSecond),
			kib_per_socket: round.kibPerSocket,
			rss_mib: server.rssMib(),
		});
	} finally {
		await server.kill();
	}
}

function readOptions(args: readonly string[]) {
	const options = {
		only: { type: "string", default: PARTS.join() },
		sockets: { type: "string", default: "1000" },
		rate: { type: "string", default: "200" },
		batch: { type: "string", default: "1" },
		rounds: { type: "string", default: "3" },
		crowd: { type: "string", default: "10000" },
		tracks: { type: "string", default: "2" },
	} as const;
	const { values } = parseArgs({ args: [...args], options });
	const only = values.only.split(",");
	const unknown = only.find((part) => !PARTS.includes(part));
	if (unknown !== undefined) throw new OptionError(`--only knows ${PARTS.join(", ")}, not ${unknown}`);
	return {
		only,
		sockets: positive("--sockets", values.sockets),
		rate: positive("--rate", values.rate),
		batch: positive("--batch", values.batch),
		rounds: positive("--rounds", values.rounds),
		crowd: positive("--crowd", values.crowd),
		tracks: positive("--tracks", values.tracks),
	};
}
