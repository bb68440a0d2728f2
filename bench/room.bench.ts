import { parseArgs } from "node:util";
import { buildConsole } from "../scripts/console.ts";
import { confinedMissing, measureConfined } from "./room/confined.ts";
import { measureCrowd } from "./room/crowd.ts";
import { firefoxMissing, measureFirefox } from "./room/firefox.ts";
import { measureHold } from "./room/hold.ts";
import { lossMissing, measureLossy } from "./room/lossy.ts";
import { measurePings } from "./room/pings.ts";
import { SECOND_FLAG, startOne, startTwo } from "./room/servers.ts";
import { measureTalk } from "./room/talk.ts";
import { OptionError, positive } from "./support/options.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"people talk in a room: servers that are killed, networks of one port, a crowd, a host who is gone";
/** Required tools. */
export const needs: readonly Tool[] = ["flite", "sox", "taskset"];
/** Options shown by `bun run bench room --help`. */
export const usage = `  --only NAME,…   kill, instances, confined, lossy, crowd, firefox, hold, pings (default: all)
  --seconds N     how long people talk: before and after a kill, in a confined network, and at each size of a crowd (default 60)
  --samples N     how often a host is lost (default 20)
  --hosts N       connections of hosts of which the pings are measured (default 200)

kill: two browsers with spoken microphones; their server is killed by SIGKILL while both speak, and started again 5 s later.
instances: the same on two servers behind nginx, with Postgres and Redis; each person is on one of them, and one is killed.
Both use Vosk, and fail when a packet between the browsers was lost, a connection between them was closed, or a sentence is not
on both screens once.
confined: two browsers in network namespaces that reach one TCP port alone, which needs root; left out where that cannot be.
lossy: two people in a mesh and three through the media worker, while more and more packets are dropped, which needs root and nft;
goal of the mesh: at 10 % lost, less than 10 % of the sound is made up.
crowd: two to eight people, all of whose browsers are on this machine. firefox: a guest in Firefox meets a host in Chromium, as
the first and as the second; left out where Firefox or PulseAudio is missing. hold: from the last byte of a host whose packets are
dropped until both of two servers say that the room is held, and from their return until both say that it goes on. Goals: 5 s, 1 s.
`;

const PARTS = ["kill", "instances", "confined", "lossy", "crowd", "firefox", "hold", "pings"];

/** Measures the room. */
export async function run(args: readonly string[]): Promise<void> {
	const { only, seconds, samples, hosts } = readOptions(args);
	await buildConsole();
	const talkMs = seconds * 1_000;
	const parts: Record<string, () => Promise<boolean>> = {
		hold: () => measureHold(samples),
		pings: () => measurePings(hosts).then(() => true),
		kill: () => measureTalk({ name: "room kill", talkMs, start: startOne }),
		instances: () => measureTalk({ name: "room instances", talkMs, start: startTwo, guestFlags: [SECOND_FLAG] }),
		confined: () => unlessMissing("confined", confinedMissing(), () => measureConfined(seconds)),
		lossy: () => unlessMissing("lossy", lossMissing(), () => measureLossy(seconds)),
		firefox: () => unlessMissing("firefox", firefoxMissing(), measureFirefox),
		crowd: () => measureCrowd(seconds).then(() => true),
	};
	for (const [name, measure] of Object.entries(parts))
		if (only.includes(name) && !(await measure())) process.exitCode = 1;
}

async function unlessMissing(name: string, missing: string | null, measure: () => Promise<boolean>): Promise<boolean> {
	if (missing === null) return measure();
	process.stdout.write(`${name} was left out: ${missing}\n`);
	return true;
}

function readOptions(args: readonly string[]) {
	const { values } = parseArgs({
		args: [...args],
		options: {
			only: { type: "string", default: PARTS.join() },
			seconds: { type: "string", default: "60" },
			samples: { type: "string", default: "20" },
			hosts: { type: "string", default: "200" },
		},
	});
	const only = values.only.split(",");
	if (only.some((part) => !PARTS.includes(part))) throw new OptionError(`--only must be some of ${PARTS.join(", ")}`);
	return {
		only,
		seconds: positive("--seconds", values.seconds),
		samples: positive("--samples", values.samples),
		hosts: positive("--hosts", values.hosts),
	};
}
