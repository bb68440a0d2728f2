import type { Db, TransactionOptions } from "#db/store";
import type { WriteName } from "#db/writes";
import { createParley } from "#src/app";
import type { Config } from "#src/config";
import { createMetrics } from "#src/metrics";
import { assertDeclared } from "./assert-declared.ts";
import { createClient } from "./client.ts";
import type { Harness, TestRequest, TestResponse } from "./harness.ts";
import { readResponse } from "./responses.ts";

/** A second application on a harness's database, whose changes a test can overtake with concurrent ones. */
export interface OvertakableHarness extends Harness {
	/**
	 * Overtakes the next request: it reads everything it needs before its change, then `action` runs to completion, then the
	 * change continues.
	 * @param at number of the change within the request, from 1
	 */
	overtakeWith(action: () => Promise<unknown>, at?: number): void;
	/** Returns how often a change was overtaken so far: a test whose action never ran proves nothing. */
	overtaken(): number;
}

/** Opens the application, which is closed with the harness; only in this process. @param config overrides */
export async function openOvertakable(api: Harness, config: Partial<Config> = {}): Promise<OvertakableHarness> {
	let waiting: { readonly action: () => Promise<unknown>; left: number } | null = null;
	let count = 0;
	async function tx<T>(work: (db: Db) => Promise<T>, options?: TransactionOptions<T>): Promise<T> {
		if (waiting && --waiting.left === 0) {
			const { action } = waiting;
			waiting = null;
			count += 1;
			await action();
		}
		return api.store.tx(work, options);
	}
	const writing = (name: WriteName) => ({ ...api.store.writing(name), tx });
	const configured = { ...api.config, ...config };
	const deps = { ...api.deps, config: configured, metrics: createMetrics(), store: { ...api.store, writing } };
	const parley = createParley(deps);
	await parley.services.prepare();

	async function request(
		method: string,
		path: string,
		{ token, body, headers = {} }: TestRequest = {},
	): Promise<TestResponse> {
		const sent = new Headers({ host: "localhost", ...headers });
		if (token) sent.set("authorization", `Bearer ${token}`);
		if (body !== undefined) sent.set("content-type", "application/json");
		const json = body === undefined ? {} : { body: JSON.stringify(body) };
		const url = `http://localhost${configured.publicUrl.prefix}${path}`;
		const response = await parley.fetch(new Request(url, { method, headers: sent, ...json }), () => "127.0.0.1");
		const read = await readResponse(response);
		await assertDeclared(parley, method, path.split("?")[0] ?? path, read);
		return read;
	}

	return {
		...api,
		parley,
		config: configured,
		overtakeWith(action, at = 1) {
			waiting = { action, left: at };
		},
		overtaken: () => count,
		request,
		...createClient(request, undefined),
		as: (token) => createClient(request, token),
	};
}
