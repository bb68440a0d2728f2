import { type Instance, openInstances } from "#tests/support/instances";
import { startPostgres } from "#tests/support/postgres";
import { hasRedis, startRedis } from "#tests/support/redis";
import { SOURCES } from "../support/program.ts";

/** Two instances on a Postgres and a Redis of their own. */
export interface TwoInstances {
	readonly here: Instance;
	readonly there: Instance;
	close(): Promise<void>;
}

/** Starts two instances from the sources. @param env further variables of both @throws Error without redis-server */
export async function openTwo(env: Readonly<Record<string, string>> = {}): Promise<TwoInstances> {
	if (!hasRedis) throw new Error("two instances need redis-server: apt install redis-server");
	const postgres = await startPostgres();
	const redis = await startRedis();
	const options = { databaseUrl: postgres.url, redisUrl: redis.url, env };
	const { all, close } = await openInstances({ ...options, program: SOURCES.map(absolute) });
	const [here, there] = all;
	if (!here || !there) throw new Error("two instances were asked for");
	return {
		here,
		there,
		async close() {
			await close();
			await redis.close();
			await postgres.stop();
		},
	};
}

/** They run in folders of their own. */
const absolute = (part: string): string => (part.endsWith(".ts") ? `${process.cwd()}/${part}` : part);
