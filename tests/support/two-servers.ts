import { dialect } from "#db/dialect";
import { createTestDatabase } from "./database.ts";
import { forThisFile } from "./for-this-file.ts";
import { type Instance, openInstances } from "./instances.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis.ts";
import { done, foundSchool, type Person } from "./school.ts";

/** Two servers of one installation. */
export interface TwoServers {
	readonly redis: RedisServer;
	readonly here: Instance;
	readonly there: Instance;
	/** The owner of an organization. */
	readonly owner: Person;
	/** Waits until both servers hear each other, or neither does. */
	untilHeard(isHeard: boolean): Promise<void>;
}

/** Whether the engine and the programs of this run allow two servers; with SQLite there is one. */
export const canBeTwo: boolean = dialect === "postgres" && hasRedis;

/** Opens two servers on a database of the test's Postgres and a Redis of their own, for a test file. */
export async function openTwoServers(env: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
	const redis = await forThisFile(startRedis());
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const { all } = await forThisFile(openInstances({ databaseUrl: database.url, redisUrl: redis.url, env }));
	const [here, there] = all;
	if (!here || !there) throw new Error("two servers were asked for");

	async function hears({ url }: Instance): Promise<boolean> {
		const { checks } = await done(url, "GET", "/health/ready");
		return checks.some(({ name, ok }: { name: string; ok: boolean }) => name === "bus" && ok);
	}
	return {
		redis,
		here,
		there,
		owner: await foundSchool(here.url),
		async untilHeard(isHeard) {
			for (const instance of [here, there]) while ((await hears(instance)) !== isHeard) await Bun.sleep(20);
		},
	};
}
