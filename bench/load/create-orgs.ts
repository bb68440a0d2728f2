/**
 * Creates organizations from CLIENTS connections for SECONDS seconds, each request with its own idempotency key, and
 * prints the result. A separate process, so that it can be pinned to a core. Arguments: base URL, token, clients,
 * seconds.
 */
import { Connection } from "../support/connection.ts";
import { quantile } from "../support/load.ts";

const [base = "", token = "", clients = "64", seconds = "5"] = process.argv.slice(2);
const untilMs = performance.now() + Number(seconds) * 1000;
const latenciesMs: number[] = [];
let failures = 0;

async function createUntilTheEnd(): Promise<void> {
	const connection = await Connection.open(base);
	while (performance.now() < untilMs) {
		const startMs = performance.now();
		const key = crypto.randomUUID();
		const { status } = await connection.send({
			method: "POST",
			path: "/orgs",
			headers: `authorization: Bearer ${token}\r\nidempotency-key: ${key}\r\n`,
			body: `{"name":"School ${key}","orgType":"education","settings":{"timezone":"America/New_York"}}`,
		});
		latenciesMs.push(performance.now() - startMs);
		if (status !== 201) failures++;
	}
	connection.close();
}

const startMs = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, createUntilTheEnd));
const elapsedMs = performance.now() - startMs;
const { user, system } = process.cpuUsage();
process.stdout.write(
	JSON.stringify({
		created: latenciesMs.length - failures,
		failures,
		perSecond: ((latenciesMs.length - failures) / elapsedMs) * 1000,
		p50Ms: quantile(latenciesMs, 0.5),
		p99Ms: quantile(latenciesMs, 0.99),
		busy: (user + system) / 1000 / elapsedMs,
	}),
);
