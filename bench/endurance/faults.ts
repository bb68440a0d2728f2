import type { FaultyDisk } from "#tests/support/faulty-disk";
import type { LoadedServer } from "#tests/support/loaded-server";
import type { TcpProxy } from "#tests/support/tcp-proxy";

/** What goes wrong while the server works. */
export interface Trouble {
	readonly name: string;
	/** Whether it ends the server, which is then started again. */
	readonly isFatal: boolean;
	/** Plays it; resolves when it is over. */
	play(): Promise<void>;
}

/** How long a fault lasts, in ms. */
const LASTS_MS = 4_000;
/** Longer than the server waits for Postgres. */
const SILENCE_MS = 14_000;

/** Returns what can go wrong with a server on SQLite. */
export function troublesOfSqlite({ instance, databaseUrl }: LoadedServer, disk: FaultyDisk): readonly Trouble[] {
	const file = databaseUrl.replace("sqlite:", "");
	const during = async (fault: Parameters<FaultyDisk["fail"]>[0], ms: number) => {
		const active = disk.fail(fault);
		await Bun.sleep(ms);
		active.mend();
	};
	return [
		...ends(instance),
		{
			name: "a sync of the log fails",
			isFatal: true,
			play: () => during({ calls: ["sync"], path: `${file}-wal`, error: "EIO", times: 1 }, LASTS_MS),
		},
		{
			name: "a sync of the data fails",
			isFatal: true,
			play: () => during({ calls: ["sync"], path: file, error: "EIO", times: 1 }, SILENCE_MS),
		},
		{
			name: "full disk",
			isFatal: false,
			play: () => during({ calls: ["write"], path: `${file}*`, error: "ENOSPC" }, LASTS_MS),
		},
		{
			name: "slow disk",
			isFatal: false,
			play: () => during({ calls: ["sync"], path: `${file}*`, delayMs: 300 }, LASTS_MS),
		},
	];
}

/** Returns what can go wrong with a server on Postgres. */
export function troublesOfPostgres(
	{ instance, postgres }: LoadedServer,
	disk: FaultyDisk,
	proxy: TcpProxy,
): readonly Trouble[] {
	if (!postgres) throw new Error("there is no Postgres");
	const during = async (folder: string, calls: "write" | "sync", error: "ENOSPC" | "EIO", times?: number) => {
		const active = disk.fail({ calls: [calls], path: `${postgres.data}/${folder}/*`, error, ...(times && { times }) });
		await Bun.sleep(LASTS_MS);
		active.mend();
		// It gives up when it cannot even recover; a supervisor would start it again.
		if (await Promise.race([postgres.ended().then(() => true), Bun.sleep(1_000)])) await postgres.restart();
	};
	const fault = (name: string, play: () => Promise<void>): Trouble => ({ name, isFatal: false, play });
	return [
		...ends(instance),
		fault("Postgres is killed", async () => {
			await postgres.kill();
			await postgres.restart();
		}),
		fault("no room for rows", () => during("base", "write", "ENOSPC")),
		fault("no room for the log", () => during("pg_wal", "write", "ENOSPC")),
		fault("a sync of the log fails", () => during("pg_wal", "sync", "EIO", 1)),
		fault("Postgres is silent", async () => {
			proxy.stall();
			await Bun.sleep(SILENCE_MS);
			proxy.resume();
		}),
		fault("connections are cut", async () => proxy.cut()),
		fault("connections are lost without a word", async () => void proxy.lose()),
		fault("a slow way to Postgres", async () => {
			proxy.delay(100);
			await Bun.sleep(LASTS_MS);
			proxy.delay(0);
		}),
	];
}

/** Returns the ends of a server that somebody else makes. */
const ends = (instance: LoadedServer["instance"]): readonly Trouble[] => [
	{ name: "SIGKILL", isFatal: true, play: () => instance.kill() },
	{ name: "SIGTERM", isFatal: true, play: async () => void (await instance.stop()) },
];
