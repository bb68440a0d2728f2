import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { done, foundSchool, type Person } from "#tests/support/school";
import { buildIfStale } from "../scripts/build.ts";
import { withFolder } from "./support/folder.ts";
import { quantile } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import { figures } from "./support/report.ts";
import { startProgram } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "webhooks: deliveries per second, time from the commit to the first attempt, the API meanwhile";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];
/** Options shown by `bun run bench webhooks --help`. */
export const usage = `  --endpoints N     webhooks, 20 in each organization (default 1000)
  --dead N          of these, receivers that never answer (default 10)
  --rate N          changes per second, each sent to 20 webhooks (default 10)
  --seconds N       for how long (default 15)
  --burst N         changes at once, for the deliveries per second (default 200)

The server has one core; receivers, writers and readers the other.
`;

const ENDPOINTS_OF_ONE = 20;
/** Reads per second of the API. */
const READS_PER_SECOND = 50;
/** Seconds of reads that are not measured. */
const WARM_UP_SECONDS = 5;

/** Measures webhooks. */
export async function run(args: readonly string[]): Promise<void> {
	const options = readOptions(args);
	await buildIfStale();
	await withFolder(async (folder) => {
		const receiver = await startReceiver();
		const env = {
			...settingsFor(folder),
			RATE_LIMITS: "off",
			WEBHOOK_ALLOW_HTTP: "true",
			WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
		};
		const server = await startProgram("parley", [...BINARY, "serve"], env, (output) => {
			const base = urlIn(output);
			return base === undefined ? undefined : { base };
		});
		const { base = "" } = server.ready;
		const people = await register(base, receiver.url, options);

		// The first requests compile what all others use.
		await readFor(base, people, WARM_UP_SECONDS);
		const idle = await readFor(base, people, options.seconds);
		receiver.clear();
		const cpuMs = server.cpuMs();
		const [busy] = await Promise.all([
			readFor(base, people, options.seconds),
			writeFor(base, people, options.rate, options.seconds),
		]);
		await receiver.quiet();
		const usedMs = server.cpuMs() - cpuMs;
		const { delays } = receiver;
		const steady = delays.length;
		const latency = { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), max: quantile(delays, 1) };

		receiver.clear();
		const startedMs = performance.now();
		await Promise.all(Array.from({ length: options.burst }, (_, n) => rename(base, people[n % people.length], n)));
		await receiver.quiet();
		const burst = receiver.delays.length / ((receiver.lastMs() - startedMs) / 1_000);

		figures("steady", {
			deliveries: steady,
			"p50 ms": latency.p50,
			"p99 ms": latency.p99,
			"max ms": latency.max,
			"CPU µs each": (usedMs * 1_000) / steady,
		});
		figures("burst", { "deliveries/s": burst, MiB: server.rssMib() });
		figures("api idle", { "p50 ms": idle.p50, "p99 ms": idle.p99 });
		figures("api meanwhile", { "p50 ms": busy.p50, "p99 ms": busy.p99 });
		await server.kill();
	});
}

function readOptions(args: readonly string[]) {
	const text = { type: "string" } as const;
	const { values } = parseArgs({
		args: [...args],
		options: { endpoints: text, dead: text, rate: text, seconds: text, burst: text },
	});
	const number = (name: keyof typeof values, otherwise: number) =>
		positive(`--${name}`, values[name] ?? String(otherwise));
	return {
		endpoints: number("endpoints", 1_000),
		dead: number("dead", 10),
		rate: number("rate", 10),
		seconds: number("seconds", 15),
		burst: number("burst", 200),
	};
}

/** Starts what takes deliveries, and notes how long after its event each has arrived. */
async function startReceiver() {
	let delays: number[] = [];
	let lastMs = 0;
	const server = createServer(async (request, response) => {
		const arrivedMs = Date.now();
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		if (request.url === "/dead") return;
		response.writeHead(204).end();
		lastMs = performance.now();
		delays.push(arrivedMs - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).timestamp));
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		get delays() {
			return delays;
		},
		lastMs: () => lastMs,
		clear() {
			delays = [];
		},
		/** Resolves once nothing has arrived for two seconds. */
		async quiet() {
			for (let seen = -1; seen !== delays.length; ) {
				seen = delays.length;
				await Bun.sleep(2_000);
			}
		},
	};
}

/** Creates organizations with webhooks, the dead ones among them, and returns their owners. */
async function register(base: string, url: string, { endpoints, dead }: ReturnType<typeof readOptions>) {
	const people: Person[] = [];
	for (let n = 0; n < endpoints; n++) {
		if (n % ENDPOINTS_OF_ONE === 0) people.push(await foundSchool(base));
		const { orgId, token } = people.at(-1) as Person;
		const isDead = n % Math.floor(endpoints / dead) === 0;
		const body = { url: url + (isDead ? "/dead" : "/"), eventTypes: ["org.updated"] };
		await done(base, "POST", `/orgs/${orgId}/webhooks`, { token, body });
	}
	return people;
}

async function rename(base: string, person: Person | undefined, n: number): Promise<void> {
	if (person === undefined) return;
	await done(base, "PUT", `/orgs/${person.orgId}`, {
		token: person.token,
		body: { name: `School ${n} ${Date.now()}` },
	});
}

async function writeFor(base: string, people: readonly Person[], rate: number, seconds: number): Promise<void> {
	const running: Promise<void>[] = [];
	for (let n = 0; n < rate * seconds; n++) {
		running.push(rename(base, people[n % people.length], n));
		await Bun.sleep(1_000 / rate);
	}
	await Promise.all(running);
}

/** Reads organizations at a steady rate, and returns how long that took. */
async function readFor(base: string, people: readonly Person[], seconds: number) {
	const took: number[] = [];
	const running: Promise<void>[] = [];
	for (let n = 0; n < READS_PER_SECOND * seconds; n++) {
		const { orgId, token } = people[n % people.length] as Person;
		const startedMs = performance.now();
		running.push(
			done(base, "GET", `/orgs/${orgId}`, { token }).then(() => void took.push(performance.now() - startedMs)),
		);
		await Bun.sleep(1_000 / READS_PER_SECOND);
	}
	await Promise.all(running);
	return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}
