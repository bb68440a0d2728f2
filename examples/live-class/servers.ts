import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasApertium, startApertium } from "#tests/support/apertium";
import { BINARY } from "#tests/support/command";
import { ENGINE_ENV } from "#tests/support/engines";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openInstances } from "#tests/support/instances";
import { startPostgres } from "#tests/support/postgres";
import { startRedis } from "#tests/support/redis";

/** A new installation of Parley on this machine. */
export interface Servers {
	/** URLs of its servers. */
	readonly urls: readonly string[];
	/** Its system administrator. */
	readonly admin: { readonly email: string; readonly password: string };
	/** Description of its parts, for display. */
	readonly about: string;
	/** Stops it and removes its data. */
	close(): Promise<void>;
}

/**
 * Starts `dist/parley` with Vosk, and with Apertium if it is installed: one server on SQLite, or two on their own
 * Postgres and Redis.
 */
export async function startServers(areTwo: boolean): Promise<Servers> {
	const folder = mkdtempSync(join(tmpdir(), "parley-class-"));
	const apertium = hasApertium ? await startApertium() : null;
	const [postgres, redis] = areTwo ? [await startPostgres(), await startRedis()] : [null, null];
	const env = {
		...ENGINE_ENV,
		STT_LIVE_PROVIDER: "vosk",
		...(apertium && { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: apertium.url }),
	};
	const { all, close } = await openInstances({
		count: areTwo ? 2 : 1,
		databaseUrl: postgres?.url ?? `sqlite:${join(folder, "parley.db")}`,
		...(redis && { redisUrl: redis.url }),
		env,
		program: [BINARY],
	});
	const storage = areTwo ? "two servers on Postgres and Redis" : "one server on SQLite";
	return {
		urls: all.map(({ url }) => url),
		admin: FIRST_ADMIN,
		about: `${storage}; speech by Vosk, translation by ${apertium ? "Apertium" : "nobody"}`,
		async close() {
			await close();
			await Promise.all([postgres?.stop(), redis?.close(), apertium?.close()]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
