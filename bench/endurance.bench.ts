import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { createFaultyDisk, type FaultyDisk } from "#tests/support/faulty-disk";
import { type LoadedServer, loadServer } from "#tests/support/loaded-server";
import { DURABLE_POSTGRES } from "#tests/support/postgres";
import { openTcpProxy, type TcpProxy } from "#tests/support/tcp-proxy";
import { type Trouble, troublesOfPostgres, troublesOfSqlite } from "./endurance/faults.ts";
import { teachersOf } from "./endurance/teachers.ts";
import { createMemoryLog } from "./soak/memory.ts";
import { OptionError, positive } from "./support/options.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"mixed requests for half an hour while disk, database, network and server fail; what was promised is there";
/** Required tools. */
export const needs: readonly Tool[] = [];
/** Options shown by `bun run bench endurance --help`. */
export const usage = `  --minutes N    how long clients work (default 30)
  --engine NAME  sqlite, postgres or both, beside each other (default both)
  --clients N    clients that write and check organizations; there are half as many teachers (default 4)
  --pause N      pause of a client between two requests, in ms (default 25)

In the first third of the time the faults that end the server are played too, which is started again as by a supervisor;
in the rest, in which memory is watched, those that it has to survive. It fails when something acknowledged is missing or was
done twice, when an audit chain does not verify, when a request hangs, or when a client gets an answer it cannot use.
`;

/** Pause between two faults, in ms. */
const QUIET_MS = 12_000;
/** How long a supervisor waits, in ms. */
const SUPERVISOR_MS = 500;

type Engine = "sqlite" | "postgres";

interface Options {
	readonly minutes: number;
	readonly clients: number;
	readonly pauseMs: number;
}

/** Lets clients work on both engines while things fail, and holds what is there against what was acknowledged. */
export async function run(args: readonly string[]): Promise<void> {
	const { engines, ...options } = readOptions(args);
	const enduring = engines.map(async (engine) => {
		const disk = createFaultyDisk();
		await endure(engine, disk, options).finally(disk.close);
	});
	await Promise.all(enduring);
}

async function endure(engine: Engine, disk: FaultyDisk, { minutes, clients, pauseMs }: Options): Promise<void> {
	let proxy: TcpProxy | undefined;
	const reach = async (url: string): Promise<string> => {
		proxy = await openTcpProxy(url);
		return proxy.url;
	};
	const onPostgres = { postgresEnv: disk.env, postgresSettings: DURABLE_POSTGRES, reach };
	await using server = await loadServer({
		engine,
		clients,
		pauseMs,
		...(engine === "sqlite" ? { env: disk.env } : onPostgres),
	});
	const { instance, writes } = server;
	const over = new AbortController();
	const [startedMs, lengthMs] = [performance.now(), minutes * 60_000];
	const isBefore = (share: number) => performance.now() - startedMs < lengthMs * share;
	const supervised = supervise(instance, over.signal);
	const teachers = await teachersOf(instance.url);
	const teaching = teachers.work(() => instance.url, Math.ceil(clients / 2), pauseMs * 10, over.signal);

	const troubles = proxy ? troublesOfPostgres(server, disk, proxy) : troublesOfSqlite(server, disk);
	const played = new Map<string, number>();
	const play = async (those: readonly Trouble[], share: number): Promise<void> => {
		for (let turn = 0; isBefore(share); turn++) {
			const trouble = those[turn % those.length];
			await Bun.sleep(QUIET_MS);
			await trouble?.play();
			if (trouble) played.set(trouble.name, (played.get(trouble.name) ?? 0) + 1);
		}
	};
	await play(troubles, 1 / 3);
	await Bun.sleep(QUIET_MS);
	const memory = createMemoryLog({ [engine]: () => [instance.pid] });
	const [lastPid, descriptors] = [instance.pid, descriptorsOf(instance.pid)];
	await play(
		troubles.filter(({ isFatal }) => !isFatal),
		1,
	);
	await Bun.sleep(QUIET_MS);
	const memories = memory.stop();
	const descriptorsLater = descriptorsOf(instance.pid);
	over.abort();
	await Promise.all([server.rest(), teaching]);
	const starts = supervised.stop();
	const meetings = await teachers.settle(instance.url);
	const settled = await writes.settle(server.databaseUrl);
	await proxy?.close();

	const faults = [...writes.faults, ...teachers.faults];
	if (instance.pid !== lastPid) faults.push("the server ended where it should not");
	for (const fault of faults.slice(0, 20)) process.stdout.write(`${engine}: ${fault}\n`);
	table([`${engine}: fault`, "times"], [...played]);
	table(["MiB", "after a fifth", "at the end", "ratio"], memories.rows);
	figures(`endurance-${engine}`, {
		minutes: (performance.now() - startedMs) / 60_000,
		acknowledged: writes.acknowledged,
		teacher_requests: teachers.answered,
		unavailable: writes.unavailable + teachers.unavailable,
		disconnected: writes.disconnected,
		organizations: settled.organizations,
		meetings,
		events: settled.events,
		troubles: [...played.values()].reduce((sum, times) => sum + times, 0),
		restarts: starts,
		faults: faults.length,
		rss_ratio: memories.ratioOf(engine),
		descriptors,
		descriptors_later: descriptorsLater,
	});
	if (faults.length > 0) process.exitCode = 1;
}

/** Starts a server again whenever it ends. */
function supervise(instance: LoadedServer["instance"], until: AbortSignal): { stop(): number } {
	let starts = 0;
	void (async () => {
		for (;;) {
			await instance.ended();
			await Bun.sleep(SUPERVISOR_MS);
			if (until.aborted) return;
			starts++;
			await instance.restart();
		}
	})();
	return { stop: () => starts };
}

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

function readOptions(args: readonly string[]): Options & { readonly engines: readonly Engine[] } {
	const options = {
		minutes: { type: "string", default: "30" },
		engine: { type: "string", default: "both" },
		clients: { type: "string", default: "4" },
		pause: { type: "string", default: "25" },
	} as const;
	const { values } = parseArgs({ args: [...args], options });
	const engines = { sqlite: ["sqlite"], postgres: ["postgres"], both: ["sqlite", "postgres"] } as const;
	const chosen = Object.entries(engines).find(([name]) => name === values.engine)?.[1];
	if (!chosen) throw new OptionError("--engine must be sqlite, postgres or both");
	return {
		engines: chosen,
		minutes: positive("--minutes", values.minutes),
		clients: positive("--clients", values.clients),
		pauseMs: positive("--pause", values.pause),
	};
}
