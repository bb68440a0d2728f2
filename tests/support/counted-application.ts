import { createMemoryLimiter } from "#kernel/rate-limit";
import { createParley, type Parley } from "#src/app";
import { loadConfig } from "#src/config";
import { createMetrics } from "#src/metrics";
import { openCountedStore } from "./counted-store.ts";
import type { Harness, TestRequest, TestResponse } from "./harness.ts";
import { readResponse } from "./responses.ts";

/** A second application on the database of a harness, whose questions to it are counted. */
export interface CountedApplication {
	readonly parley: Parley;
	/** Sends a request; `asked`: how often the database was asked for its answer, see `CountedStore`. */
	request(method: string, path: string, options?: TestRequest): Promise<TestResponse & { readonly asked: number }>;
	/** Returns the status of a request, and how often it asked the database. */
	ask(method: string, path: string, options?: TestRequest): Promise<[number, number]>;
	close(): Promise<void>;
}

/** Opens a second application on the database of a harness. @param limits its `RATE_LIMITS` */
export async function openCountedApplication(api: Harness, limits: string): Promise<CountedApplication> {
	const store = await openCountedStore(api.store.url);
	const { rateLimits } = loadConfig((name) => (name === "RATE_LIMITS" ? limits : undefined), ["RATE_LIMITS"], false);
	const config = { ...api.config, rateLimits };
	const limiter = createMemoryLimiter(api.nowMs);
	const parley = createParley({ ...api.deps, config, store, limiter, metrics: createMetrics() });
	await parley.services.prepare();

	async function request(method: string, path: string, options: TestRequest = {}) {
		const { token, body, raw, headers = {}, peer = "198.51.100.7" } = options;
		const sent = new Headers({ host: "localhost", ...headers });
		if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
		if (body !== undefined) sent.set("content-type", "application/json");
		const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const init = { method, headers: sent, ...(content !== undefined && { body: content }) };
		store.asked();
		const response = await readResponse(await parley.fetch(new Request(`http://localhost${path}`, init), () => peer));
		return { ...response, asked: store.asked() };
	}

	return {
		parley,
		request,
		async ask(method, path, options) {
			const { status, asked } = await request(method, path, options);
			return [status, asked];
		},
		close: () => store.close(),
	};
}
