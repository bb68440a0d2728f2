import { openStore } from "#db/store";
import { createMemoryLimiter } from "#kernel/rate-limit";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { type Listener, listen } from "#src/serve/listen";
import type { Harness } from "./harness.ts";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** A second instance on the Postgres database of a harness, which reaches it through a proxy, and listens. */
export interface DistantInstance {
	readonly proxy: TcpProxy;
	readonly url: string;
	close(): Promise<void>;
}

/** Opens the instance. @param deadlineMs see `StoreOptions` */
export async function openDistantInstance(
	api: Harness,
	{ deadlineMs, poolSize }: { readonly deadlineMs: number; readonly poolSize: number },
): Promise<DistantInstance> {
	const proxy = await openTcpProxy(api.store.url);
	const store = await openStore({ url: proxy.url, migrate: false, deadlineMs, poolSize });
	const limiter = createMemoryLimiter(api.nowMs);
	const parley = createParley({ ...api.deps, store, limiter, metrics: createMetrics() });
	await parley.services.prepare();
	const listener: Listener = await listen({ host: "127.0.0.1", port: 0, databasePoolSize: poolSize }, parley);
	return {
		proxy,
		url: listener.url,
		async close() {
			proxy.onSent = null;
			proxy.resume();
			await listener.drain(5_000);
			await store.close();
			await proxy.close();
		},
	};
}
