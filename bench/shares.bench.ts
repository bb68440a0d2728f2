import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Mailbox, openMailbox } from "#tests/support/mailbox";
import { RECEIVER_ENV, startReceiver, type TestReceiver } from "#tests/support/receiver";
import { foundSchool, type Person } from "#tests/support/school";
import { buildIfStale } from "../scripts/build.ts";
import type { FloodOptions } from "./shares/flood.ts";
import { QUEUES } from "./shares/queues.ts";
import { withFolder } from "./support/folder.ts";
import { quantile } from "./support/load.ts";
import { OptionError, positive } from "./support/options.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import { LOAD_CORE, startProgram } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "what tenants share: the ordinary thing of one, alone and while another floods the queue";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];
/** Options shown by `bun run bench shares --help`. */
export const usage = `  --only TEXT     only queues whose names have this text; default: all
  --samples N     how often the ordinary thing is done, alone and beside the flood (default 100)
  --seconds N     at most for so long, each (default 60)

The server has one core; the flood, which gives way, and the ordinary thing share the other.
`;

/** Done before it is measured: the first requests compile what all others use. */
const WARM_UP = 3;
/** Pause between two times, in ms: the ordinary thing is no flood. */
const PAUSE_MS = 20;
/** How long the flood goes on before the ordinary thing is measured, in ms. */
const RISE_MS = 1_000;

/** How often, and for how long at most, something is measured. */
interface Extent {
	readonly samples: number;
	readonly seconds: number;
}

/** Measures the shares. */
export async function run(args: readonly string[]): Promise<void> {
	const text = { type: "string" } as const;
	const { values } = parseArgs({ args: [...args], options: { only: text, samples: text, seconds: text } });
	const extent = {
		samples: positive("--samples", values.samples ?? "100"),
		seconds: positive("--seconds", values.seconds ?? "60"),
	};
	const chosen = Object.keys(QUEUES).filter((name) => name.includes(values.only ?? ""));
	if (chosen.length === 0) throw new OptionError(`--only must be part of one of: ${Object.keys(QUEUES).join(", ")}`);
	await buildIfStale();
	const rows: (string | number)[][] = [];
	for (const name of chosen) {
		// Each has an installation of its own: what the last flood left to be done does not count.
		const { idle, beside, floods } = await withInstallation((installation) => measure(installation, name, extent));
		const [before, meanwhile] = [quantile(idle, 0.99), quantile(beside, 0.99)];
		const medians = [quantile(idle, 0.5), quantile(beside, 0.5)];
		rows.push([name, ...medians, before, meanwhile, meanwhile / before, beside.length, floods]);
	}
	table(["", "p50 idle", "p50 beside", "p99 idle, ms", "p99 beside", "ratio", "samples", "flood"], rows);
	figures("shares", { load: loadavg()[0] ?? 0, worst: Math.max(...rows.map((row) => Number(row[5]))) });
}

/** A running program, with what it sends to and two organizations. */
interface Installation {
	readonly base: string;
	readonly mailbox: Mailbox;
	readonly receiver: TestReceiver;
	readonly receiverUrl: string;
	readonly flooding: Person;
	readonly other: Person;
}

async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
	return withFolder(async (folder) => {
		const [mailbox, receiver] = await Promise.all([openMailbox(), startReceiver()]);
		const env = { ...settingsFor(folder), ...RECEIVER_ENV, RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1/32" };
		const mail = { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@parley.example>" };
		// Without mail, invitations are answered with their links.
		const first = await start(env);
		const base = first.ready.base ?? "";
		const [flooding, other] = [await foundSchool(base), await foundSchool(base)];
		await first.kill("SIGTERM");
		const server = await start({ ...env, ...mail });
		try {
			return await work({
				base: server.ready.base ?? "",
				mailbox,
				receiver,
				receiverUrl: receiver.url(""),
				flooding,
				other,
			});
		} finally {
			await server.kill("SIGTERM");
			await Promise.all([mailbox.close(), receiver.close()]);
		}
	});
}

const start = (env: Record<string, string>) =>
	startProgram("parley", [...BINARY, "serve"], env, (output) => {
		const base = urlIn(output);
		return base === undefined ? undefined : { base };
	});

/** Does the ordinary thing alone, and beside the flood. */
async function measure({ flooding, ...installation }: Installation, name: string, extent: Extent) {
	const queue = QUEUES[name];
	if (queue === undefined) throw new OptionError(`there is no queue ${name}`);
	const once = await queue.prepare(installation, installation.other);
	for (let n = 0; n < WARM_UP; n++) await once();
	const idle = await sample(once, extent);
	const { base, receiverUrl } = installation;
	const stop = await startFlood({ name, base, receiverUrl, by: flooding });
	await Bun.sleep(RISE_MS);
	const beside = await sample(once, extent);
	return { idle, beside, floods: await stop() };
}

/** Starts a flood; the returned function ends it, and returns how often the thing was done. */
async function startFlood(options: FloodOptions): Promise<() => Promise<number>> {
	const program = [process.execPath, join(import.meta.dir, "shares/flood.ts"), JSON.stringify(options)];
	const child = Bun.spawn(["taskset", "-c", String(LOAD_CORE), "nice", ...program], { stdout: "pipe" });
	const output = child.stdout.getReader();
	const { done } = await output.read();
	if (done) throw new Error("the flood ended before it began");
	return async () => {
		child.kill("SIGTERM");
		const { value = new Uint8Array() } = await output.read();
		return Number(new TextDecoder().decode(value));
	};
}

/** Returns how long it took each time, in ms. */
async function sample(once: () => Promise<number>, { samples, seconds }: Extent): Promise<number[]> {
	const took: number[] = [];
	const endsAtMs = performance.now() + seconds * 1_000;
	while (took.length < samples && performance.now() < endsAtMs) {
		took.push(await once());
		await Bun.sleep(PAUSE_MS);
	}
	return took;
}
