import { createBusMemory } from "#adapters/bus-memory";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { openStore } from "#db/store";
import { createMemoryLimiter } from "#http/rate-limit";
import { systemClock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { type Config, loadOrCreateEncryptionKey } from "./config.ts";
import type { Deps } from "./deps.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";

/** What the program holds open; `close` releases it. */
export interface OpenDeps {
	readonly deps: Deps;
	close(): Promise<void>;
}

/**
 * Opens everything the configuration names: the database (migrated, unless told otherwise), the key file, the log.
 * @param migrate false to look at a database as it is
 */
export async function openDeps(config: Config, { migrate = true }: { migrate?: boolean } = {}): Promise<OpenDeps> {
	const log = createLog(config.log);
	const masterKey = await loadOrCreateEncryptionKey(config.dataDir, config.encryptionKey);
	const onSlowTransaction = (durationMs: number) => log.warn("a transaction held the writer for long", { durationMs });
	const store = await openStore({ url: config.databaseUrl, migrate, onSlowTransaction });
	const deps: Deps = {
		config,
		store,
		clock: systemClock,
		newId,
		masterKey,
		log,
		metrics: createMetrics(),
		limiter: createMemoryLimiter(systemClock.nowMs),
		bus: createBusMemory(),
		externalIssuer: config.oidc ? createOidcIssuer({ ...config.oidc, clock: systemClock, log }) : null,
	};
	return {
		deps,
		async close() {
			await store.close();
			log.flush();
		},
	};
}
