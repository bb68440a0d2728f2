import type { Db } from "#db/store";
import type { WriteName } from "#db/writes";
import { createParley } from "#src/app";
import type { Config } from "#src/config";
import { createMetrics } from "#src/metrics";
import { refuseUndeclared } from "./declared.ts";
import type { Answer, Harness, RequestOptions } from "./harness.ts";

/** A second application on a harness's database whose changes can be overtaken. */
export interface Late extends Harness {
	/**
	 * Overtakes the next request: everything it looks at before its change is looked at, then `action` is done from its
	 * start to its end, then the change goes on.
	 * @param at which of its changes, from 1
	 */
	overtakeWith(action: () => Promise<unknown>, at?: number): void;
	/** How often a change was overtaken so far: a test whose action was never done proves nothing. */
	overtaken(): number;
}

/** Opens it; it is closed with the harness. Only inside this process. @param config what it is configured otherwise */
export async function openLate(api: Harness, config: Partial<Config> = {}): Promise<Late> {
	let waiting: { readonly action: () => Promise<unknown>; left: number } | null = null;
	let count = 0;
	async function tx<T>(work: (db: Db) => Promise<T>): Promise<T> {
		if (waiting && --waiting.left === 0) {
			const { action } = waiting;
			waiting = null;
			count += 1;
			await action();
		}
		return api.store.tx(work);
	}
	const writing = (name: WriteName) => ({ ...api.store.writing(name), tx });
	const configured = { ...api.config, ...config };
	const deps = { ...api.deps, config: configured, metrics: createMetrics(), store: { ...api.store, writing } };
	const parley = createParley(deps);
	await parley.services.prepare();

	return {
		...api,
		parley,
		config: configured,
		overtakeWith(action, at = 1) {
			waiting = { action, left: at };
		},
		overtaken: () => count,
		async request(method: string, path: string, { token, body, headers = {} }: RequestOptions = {}): Promise<Answer> {
			const sent = new Headers({ host: "localhost", ...headers });
			if (token) sent.set("authorization", `Bearer ${token}`);
			if (body !== undefined) sent.set("content-type", "application/json");
			const json = body === undefined ? {} : { body: JSON.stringify(body) };
			const url = `http://localhost${configured.publicUrl.prefix}${path}`;
			const response = await parley.fetch(new Request(url, { method, headers: sent, ...json }), () => "127.0.0.1");
			const text = await response.text();
			const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
			const { status } = response;
			const answer = { status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
			await refuseUndeclared(parley, method, path.split("?")[0] ?? path, answer);
			return answer;
		},
	};
}
