import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AcknowledgedWrites } from "./acknowledged.ts";
import { type Instance, openInstances } from "./instances.ts";
import { CRASH_SAFE_POSTGRES, type PostgresServer, startPostgres } from "./postgres.ts";

/** A server that clients write to all the time. */
export interface LoadedServer {
	readonly instance: Instance;
	readonly writes: AcknowledgedWrites;
	/** Its database, as `readContents` takes it. */
	readonly databaseUrl: string;
	/** Its Postgres; null on SQLite. */
	readonly postgres: PostgresServer | null;
	/** Waits until so many further writes have been acknowledged. @throws Error after 90 s */
	untilAcknowledged(more: number): Promise<void>;
	/** Lets the clients stop, each after its answer. */
	rest(): Promise<void>;
	/** Lets the clients begin again. */
	work(): void;
	/** Ends everything at once, and removes it. */
	[Symbol.asyncDispose](): Promise<void>;
}

/** Options of {@link loadServer}. */
export interface LoadOptions {
	readonly engine: "sqlite" | "postgres";
	/** Default: 8. */
	readonly clients?: number;
	/** Pause of each client between two requests, in ms; default 0. */
	readonly pauseMs?: number;
	/** Returns where the server finds Postgres: a proxy. Default: where it is. */
	readonly reach?: (url: string) => Promise<string>;
	/** Further variables of the server. */
	readonly env?: Readonly<Record<string, string>>;
	/** Variables of the processes of Postgres. */
	readonly postgresEnv?: Readonly<Record<string, string>>;
	/** Settings of Postgres. Default: what is committed survives the end of its processes, not a power failure. */
	readonly postgresSettings?: Readonly<Record<string, string>>;
}

/** Starts a server on an empty database of its own, and clients that write to it until they are told to rest. */
export async function loadServer({
	engine,
	clients = 8,
	pauseMs = 0,
	reach = async (url) => url,
	env = {},
	postgresEnv = {},
	postgresSettings = CRASH_SAFE_POSTGRES,
}: LoadOptions): Promise<LoadedServer> {
	const folder = mkdtempSync(join(tmpdir(), "parley-loaded-"));
	const postgres = engine === "postgres" ? await startPostgres(postgresSettings, postgresEnv) : null;
	const databaseUrl = postgres?.url ?? `sqlite:${join(folder, "parley.db")}`;
	const instances = await openInstances({
		count: 1,
		databaseUrl: postgres ? await reach(postgres.url) : databaseUrl,
		env,
	});
	const [instance] = instances.all;
	if (!instance) throw new Error("a server was asked for");
	const writes = await AcknowledgedWrites.begin(instance.url);
	let over = new AbortController();
	let working = writes.work(clients, over.signal, pauseMs);

	return {
		instance,
		writes,
		databaseUrl,
		postgres,
		async untilAcknowledged(more) {
			const [target, untilMs] = [writes.acknowledged + more, performance.now() + 90_000];
			while (writes.acknowledged < target) {
				if (performance.now() > untilMs || writes.faults.length > 0) {
					const { acknowledged, unavailable, faults } = writes;
					const counts = `${acknowledged} acknowledged, ${target} hoped for, ${unavailable} unavailable`;
					throw new Error([counts, ...faults, postgres?.log.slice(-2_000) ?? ""].join("\n"));
				}
				await Bun.sleep(10);
			}
		},
		async rest() {
			over.abort();
			await working;
		},
		work() {
			over = new AbortController();
			working = writes.work(clients, over.signal, pauseMs);
		},
		async [Symbol.asyncDispose]() {
			over.abort();
			await instance.kill();
			await working;
			await postgres?.stop();
			await instances.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
