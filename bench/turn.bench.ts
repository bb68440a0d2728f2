import { parseArgs } from "node:util";
import { makeCertificate } from "#tests/support/certificates";
import { openRoom } from "#tests/support/live-room";
import { done, foundSchool } from "#tests/support/school";
import { type IceServer, introduce, TurnClient } from "#tests/support/turn-client";
import { buildIfStale } from "../scripts/build.ts";
import { withFolder } from "./support/folder.ts";
import { OptionError, positive } from "./support/options.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import { LOAD_CORE, startProgram } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "the relay: CPU time of a packet of sound, and of pictures, over TCP and TLS";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];
/** Options shown by `bun run bench turn --help`. */
export const usage = `  --pairs N     pairs of participants who send to each other (default 10)
  --seconds N   length of each measurement (default 5)

The server has one core, the participants the other. Sound: a packet of 120 bytes each 20 ms, every one written by itself. Pictures: eight of
1,100 bytes at once, 15 times a second. Goal: 140 µs a packet.
`;

const GOAL_MICROS = 140;
const LOADS = {
	sound: { everyMs: 20, packets: 1, bytes: 120 },
	pictures: { everyMs: 66, packets: 8, bytes: 1_100 },
} as const;
type Load = (typeof LOADS)[keyof typeof LOADS];

/** Measures the relay. */
export async function run(args: readonly string[]): Promise<void> {
	const { pairs, seconds } = readOptions(args);
	await buildIfStale();
	Bun.spawnSync(["taskset", "-pc", String(LOAD_CORE), String(process.pid)]);
	const rows: (string | number)[][] = [];
	const { cert, key, authority } = makeCertificate("localhost");
	for (const [transport, env] of Object.entries({ TCP: {}, TLS: { TURN_TLS_CERT: cert, TURN_TLS_KEY: key } }))
		await withFolder(async (folder) => {
			for (const row of await measure(folder, env, authority, { pairs, seconds })) rows.push([transport, ...row]);
		});
	table(["transport", "packets", "packets/s", "CPU µs/packet", "lost %", "MiB"], rows);
	const of = (transport: string, load: string) => Number(rows.find(([a, b]) => a === transport && b === load)?.[3]);
	figures("turn", {
		pairs,
		tcp_sound: of("TCP", "sound"),
		tcp_pictures: of("TCP", "pictures"),
		tls_sound: of("TLS", "sound"),
		tls_pictures: of("TLS", "pictures"),
		goal_micros: GOAL_MICROS,
	});
}

interface Options {
	readonly pairs: number;
	readonly seconds: number;
}

async function measure(
	folder: string,
	env: Readonly<Record<string, string>>,
	authority: string,
	{ pairs, seconds }: Options,
): Promise<(string | number)[][]> {
	const settings = {
		...settingsFor(folder),
		...env,
		TURN_PORT: "0",
		TURN_HOST: "127.0.0.1",
		TURN_MBIT: "1000",
		RATE_LIMITS: "off",
	};
	const server = await startProgram("parley", [...BINARY, "serve"], settings, (output) => {
		const base = urlIn(output);
		return base === undefined ? undefined : { base };
	});
	try {
		const { base = "" } = server.ready;
		const room = await openRoom(base, await foundSchool(base));
		const guest = async (n: number): Promise<TurnClient> => {
			const { token } = await room.guest(base, `Guest ${n}`);
			const body = { meetingId: room.meetingId };
			const { iceServers } = await done(base, "POST", "/transcription/live/tickets", { token, body });
			return TurnClient.allocated(iceServers[0] as IceServer, authority);
		};
		const clients = await Promise.all(Array.from({ length: 2 * pairs }, (_, n) => guest(n)));
		const couples = Array.from(
			{ length: pairs },
			(_, n) => clients.slice(2 * n, 2 * n + 2) as [TurnClient, TurnClient],
		);
		for (const [one, other] of couples) await introduce(one, other);
		const rows: (string | number)[][] = [];
		for (const [name, load] of Object.entries(LOADS)) {
			await send(couples, load, 1); // compiled before anything counts
			const before = server.cpuMs();
			const { sent, received } = await send(couples, load, seconds);
			const micros = ((server.cpuMs() - before) * 1000) / received;
			rows.push([name, Math.round(sent / seconds), micros, (1 - received / sent) * 100, server.rssMib()]);
		}
		for (const client of clients) client.close();
		return rows;
	} finally {
		await server.kill();
	}
}

/** Has all of them send so many seconds; each writes by itself, at a time of its own. */
async function send(couples: readonly (readonly [TurnClient, TurnClient])[], load: Load, seconds: number) {
	const { everyMs, packets, bytes } = load;
	const data = Buffer.alloc(bytes, 7);
	const clients = couples.flat();
	const heard = () => clients.reduce((sum, { packets: { length } }) => sum + length, 0);
	const before = heard();
	let sent = 0;
	const startMs = performance.now();
	await Promise.all(
		couples.flatMap((couple, index) =>
			couple.map(async (client, side) => {
				const offsetMs = (everyMs * (2 * index + side)) / clients.length;
				for (let n = 0; n * everyMs < seconds * 1_000; n++) {
					const waitMs = startMs + offsetMs + n * everyMs - performance.now();
					if (waitMs > 0) await Bun.sleep(waitMs);
					for (let packet = 0; packet < packets; packet++) client.sendOn(0x4000 + side, data);
					sent += packets;
				}
			}),
		),
	);
	await Bun.sleep(500);
	return { sent, received: heard() - before };
}

function readOptions(args: readonly string[]): Options {
	const { values } = parseArgs({
		args: [...args],
		options: { pairs: { type: "string", default: "10" }, seconds: { type: "string", default: "5" } },
	});
	const pairs = positive("--pairs", values.pairs);
	if (pairs > 100) throw new OptionError("--pairs is at most 100");
	return { pairs, seconds: positive("--seconds", values.seconds) };
}
