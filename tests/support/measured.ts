import type { Db, TransactionOptions } from "#db/store";
import type { WriteName } from "#db/writes";
import { createParley, type Parley } from "#src/app";
import { createMetrics } from "#src/metrics";
import type { Harness } from "./harness.ts";

/** A transaction of the application. */
export interface MeasuredTransaction {
	readonly name: WriteName;
	/** CPU time of this thread while it was open, in ms: unlike a duration the same on a busy machine. */
	readonly cpuMs: number;
}

/** A second application on a harness's database, whose transactions are measured. */
export interface MeasuredApplication {
	readonly parley: Parley;
	/** The transactions since it was prepared. */
	readonly transactions: MeasuredTransaction[];
	/** Sends a request and returns the status of the response. */
	send(method: string, path: string, token: string, body?: unknown): Promise<number>;
}

function cpuTimer(): () => number {
	const start = process.threadCpuUsage();
	return () => {
		const { user, system } = process.threadCpuUsage(start);
		return (user + system) / 1000;
	};
}

/** Opens the application, which is closed with the harness; only in this process. */
export async function openMeasured(api: Harness): Promise<MeasuredApplication> {
	const transactions: MeasuredTransaction[] = [];
	const writing = (name: WriteName) => {
		const handle = api.store.writing(name);
		async function tx<T>(work: (db: Db) => Promise<T>, options: TransactionOptions<T> = {}): Promise<T> {
			let cpuMs = 0;
			let elapsed = cpuTimer();
			const measured = async (db: Db) => {
				elapsed = cpuTimer();
				const made = await work(db);
				cpuMs = elapsed();
				return made;
			};
			const last = (db: Db, made: T) => {
				const statements = options.last?.(db, made) ?? [];
				cpuMs = elapsed();
				return statements;
			};
			const made = await handle.tx(measured, { ...options, last });
			transactions.push({ name, cpuMs });
			return made;
		}
		return { ...handle, tx };
	};
	const deps = { ...api.deps, metrics: createMetrics(), store: { ...api.store, writing } };
	const parley = createParley(deps);
	await parley.services.prepare();
	transactions.length = 0;
	return {
		parley,
		transactions,
		async send(method, path, token, body) {
			const headers = new Headers({ host: "localhost", authorization: `Bearer ${token}` });
			if (body !== undefined) headers.set("content-type", "application/json");
			const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
			const response = await parley.fetch(new Request(`http://localhost${path}`, sent), () => "127.0.0.1");
			await response.text();
			return response.status;
		},
	};
}
