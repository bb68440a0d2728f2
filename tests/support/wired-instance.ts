import { openStore } from "#db/store";
import { createMemoryLimiter } from "#kernel/rate-limit";
import { createParley } from "#src/app";
import { type Config, loadConfig } from "#src/config";
import { createMetrics } from "#src/metrics";
import type { Harness } from "./harness.ts";
import { openPostgresWire, roundTripsOf, type SentStatement } from "./postgres-wire.ts";

/** A request, and what it cost. */
interface Answer {
	readonly status: number;
	/** The statements sent for it. */
	readonly statements: readonly SentStatement[];
	/** Number of its round trips to the database. */
	readonly trips: number;
}

/** A second instance on the Postgres database of a harness, whose statements are read from the wire. */
export interface WiredInstance {
	ask(method: string, path: string, token?: string, body?: unknown): Promise<Answer>;
	close(): Promise<void>;
}

/** Opens the instance. @param rateLimits as in the variable `RATE_LIMITS` */
export async function openWiredInstance(api: Harness, rateLimits = "off"): Promise<WiredInstance> {
	const wire = openPostgresWire(api.store.url);
	const store = await openStore({ url: wire.url });
	const variable = (name: string) => (name === "RATE_LIMITS" ? rateLimits : undefined);
	const config: Config = { ...api.config, rateLimits: loadConfig(variable, ["RATE_LIMITS"], false).rateLimits };
	const limiter = createMemoryLimiter(api.nowMs);
	const parley = createParley({ ...api.deps, config, store, limiter, metrics: createMetrics() });
	await parley.services.prepare();
	return {
		async ask(method, path, token, body) {
			wire.take();
			const headers = {
				host: "localhost",
				...(token && { authorization: `Bearer ${token}` }),
				...(body !== undefined && { "content-type": "application/json" }),
				...(method === "POST" && path.startsWith("/orgs") && { "idempotency-key": crypto.randomUUID() }),
			};
			const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
			const response = await parley.fetch(new Request(`http://localhost${path}`, init), () => "198.51.100.7");
			await response.text();
			const statements = wire.take();
			return { status: response.status, statements, trips: roundTripsOf(statements) };
		},
		async close() {
			await store.close();
			wire.close();
		},
	};
}
