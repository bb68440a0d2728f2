import { parseArgs } from "node:util";
import { done, foundSchool, type Person } from "#tests/support/school";
import { buildIfStale } from "../scripts/build.ts";
import { withFolder } from "./support/folder.ts";
import { quantile } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { BINARY, settingsFor, urlIn } from "./support/program.ts";
import type { ReceiverReport } from "./support/receiver.ts";
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
  --seconds N       for how long in each of five rounds (default 6)
  --burst N         changes at once, for the deliveries per second (default 200)

The server has one core; receivers, writers and readers the other.
`;

const ENDPOINTS_OF_ONE = 20;
/** Reads per second of the API. */
const READS_PER_SECOND = 50;
/** Times that reads are measured without deliveries, and beside them. */
const ROUNDS = 5;
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
		const [idle, busy]: [number[], number[]] = [[], []];
		let usedMs = 0;
		await receiver.clear();
		// In turn: the machine is not equally fast from one minute to the next.
		for (let round = 0; round < ROUNDS; round++) {
			idle.push(...(await readFor(base, people, options.seconds)));
			const cpuMs = server.cpuMs();
			const [took] = await Promise.all([
				readFor(base, people, options.seconds),
				writeFor(base, people, options.rate, options.seconds),
			]);
			busy.push(...took);
			await receiver.quiet();
			usedMs += server.cpuMs() - cpuMs;
		}
		const { delays } = await receiver.quiet();
		const steady = delays.length;
		const latency = { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), max: quantile(delays, 1) };

		await receiver.clear();
		const startedMs = Date.now();
		await Promise.all(Array.from({ length: options.burst }, (_, n) => rename(base, people[n % people.length], n)));
		const taken = await receiver.quiet();
		const burst = taken.delays.length / ((taken.lastAtMs - startedMs) / 1_000);

		figures("steady", {
			deliveries: steady,
			"p50 ms": latency.p50,
			"p99 ms": latency.p99,
			"max ms": latency.max,
			"CPU µs each": (usedMs * 1_000) / steady,
		});
		figures("burst", { "deliveries/s": burst, MiB: server.rssMib() });
		const p99 = { idle: quantile(idle, 0.99), busy: quantile(busy, 0.99) };
		figures("api idle", { "p50 ms": quantile(idle, 0.5), "p99 ms": p99.idle });
		figures("api meanwhile", { "p50 ms": quantile(busy, 0.5), "p99 ms": p99.busy, ratio: p99.busy / p99.idle });
		await server.kill();
		receiver.end();
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
		seconds: number("seconds", 6),
		burst: number("burst", 200),
	};
}

/** Starts what takes deliveries, and notes how long after its event each has arrived. */
async function startReceiver() {
	const worker = new Worker(new URL("./support/receiver.ts", import.meta.url));
	const next = <T>() =>
		new Promise<T>((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true }));
	const url = await next<string>();
	function ask(message: "clear" | "report"): Promise<ReceiverReport> {
		const report = next<ReceiverReport>();
		worker.postMessage(message);
		return report;
	}
	return {
		url,
		clear: () => ask("clear"),
		/** Returns what has arrived, once nothing has for two seconds. */
		async quiet(): Promise<ReceiverReport> {
			for (let seen = -1; ; await Bun.sleep(2_000)) {
				const report = await ask("report");
				if (report.delays.length === seen) return report;
				seen = report.delays.length;
			}
		},
		end: () => worker.terminate(),
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

/** Reads organizations at a steady rate, and returns how long each read took, in ms. */
async function readFor(base: string, people: readonly Person[], seconds: number): Promise<number[]> {
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
	return took;
}
