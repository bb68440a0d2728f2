import { join } from "node:path";
import { openPostgresWire, roundTripsOf } from "#tests/support/postgres-wire";
import { withFolder } from "./support/folder.ts";
import { median, wrk } from "./support/load.ts";
import { type BenchmarkPostgres, startPinnedPostgres } from "./support/postgres.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, LOAD_CORE, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"GET and POST of organizations on Postgres; --trace lists their statements; --pool=N,N compares pools";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];

const CLIENTS = [32, 64];
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const POOL_SIZE = 10;
const OPERATIONS = ["GET /orgs/{id}", "POST /orgs"] as const;
type Operation = (typeof OPERATIONS)[number];

/** Requests of one round, with the CPU time each took. */
interface Round {
	readonly requests: number;
	readonly failures: number;
	readonly perSecond: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** CPU µs of the product. */
	readonly ourMicros: number;
	/** CPU µs of all Postgres processes. */
	readonly theirMicros: number;
}

/** The product on its core, and its database on that of the load. */
interface Setup {
	readonly product: BenchmarkServer;
	readonly postgres: BenchmarkPostgres;
}

async function get({ product }: Setup, connections: number) {
	const { url = "", token = "" } = product.ready;
	return wrk(url, { seconds: ROUND_SECONDS, connections, headers: { authorization: `Bearer ${token}` } });
}

async function post({ product }: Setup, clients: number) {
	const { base = "", systemToken = "" } = product.ready;
	const script = join(import.meta.dir, "load/create-orgs.ts");
	const args = [base, systemToken, String(clients), String(ROUND_SECONDS)];
	const child = Bun.spawn(["taskset", "-c", String(LOAD_CORE), process.execPath, script, ...args], { stdout: "pipe" });
	const result = (await new Response(child.stdout).json()) as { created: number } & Omit<Round, "requests">;
	return { ...result, requests: result.created };
}

async function measure(setup: Setup, operation: Operation, clients: number): Promise<Round> {
	const ourMs = setup.product.cpuMs();
	const theirMs = setup.postgres.cpuMs();
	const result = await (operation === "POST /orgs" ? post : get)(setup, clients);
	if (result.failures > 0) throw new Error(`${operation}: ${result.failures} requests failed`);
	const each = (beforeMs: number, afterMs: number) => ((afterMs - beforeMs) * 1000) / result.requests;
	return {
		...result,
		ourMicros: each(ourMs, setup.product.cpuMs()),
		theirMicros: each(theirMs, setup.postgres.cpuMs()),
	};
}

const SHOWN = ["perSecond", "p50Ms", "p99Ms", "ourMicros", "theirMicros"] as const;
type Figures = Readonly<Record<(typeof SHOWN)[number], number>>;

async function medians(setup: Setup, operation: Operation, clients: number): Promise<Figures> {
	const rounds: Round[] = [];
	for (let n = 0; n < ROUNDS; n++) rounds.push(await measure(setup, operation, clients));
	const of = (figure: keyof Figures) => median(rounds.map((round) => round[figure]));
	return Object.fromEntries(SHOWN.map((figure) => [figure, of(figure)])) as Figures;
}

/** Runs `work` with the product on a fresh database. */
async function withProduct<T>(poolSize: number, work: (setup: Setup) => Promise<T>): Promise<T> {
	const postgres = await startPinnedPostgres();
	try {
		return await withFolder(async (DATA_DIR) => {
			// Logging as in production: every request writes its line.
			const env = { DATA_DIR, DATABASE_URL: postgres.url, POOL_SIZE: String(poolSize), LOG_LEVEL: "info" };
			const product = await startServer("parley", "parley", env);
			try {
				return await work({ product, postgres });
			} finally {
				await product.kill();
			}
		});
	} finally {
		await postgres.stop();
	}
}

/** Measures both operations with every number of clients; with several pool sizes, one after the other. */
export async function run(args: readonly string[]): Promise<void> {
	if (args.includes("--trace")) return trace();
	const pools = args.find((arg) => arg.startsWith("--pool="))?.slice("--pool=".length) ?? String(POOL_SIZE);
	const rows: (string | number)[][] = [];
	const summary: Record<string, number> = {};
	for (const poolSize of pools.split(",").map(Number)) {
		await withProduct(poolSize, async (setup) => {
			for (const operation of OPERATIONS) {
				for (let n = 0; n < 2; n++) await measure(setup, operation, 32); // compiled before anything counts
				for (const clients of CLIENTS) {
					const result = await medians(setup, operation, clients);
					rows.push([operation, clients, poolSize, ...SHOWN.map((figure) => result[figure])]);
					if (clients !== CLIENTS[0] || poolSize !== Number(pools.split(",")[0])) continue;
					const name = operation.slice(0, operation.indexOf(" ")).toLowerCase();
					summary[`${name}PerSecond`] = result.perSecond;
					summary[`${name}P99Ms`] = result.p99Ms;
					summary[`${name}CpuMicros`] = result.ourMicros;
					summary[`${name}ServerCpuMicros`] = result.theirMicros;
				}
			}
		});
	}
	process.stdout.write("The product has one core; Postgres, with fsync, shares the other one with the load.\n");
	table(["operation", "clients", "pool", "req/s", "p50 ms", "p99 ms", "our CPU µs", "Postgres CPU µs"], rows);
	figures("postgres", summary);
}

/** Prints the statements of one GET and one POST, with the round trips they took, read from the connection. */
async function trace(): Promise<void> {
	const postgres = await startPinnedPostgres();
	const wire = openPostgresWire(postgres.url);
	try {
		await withFolder(async (DATA_DIR) => {
			const product = await startServer("parley", "parley", { DATA_DIR, DATABASE_URL: wire.url, POOL_SIZE: "1" });
			try {
				for (const operation of OPERATIONS) await traceOne(product, operation, wire);
			} finally {
				await product.kill();
			}
		});
	} finally {
		wire.close();
		await postgres.stop();
	}
}

async function traceOne(
	{ ready }: BenchmarkServer,
	operation: Operation,
	wire: ReturnType<typeof openPostgresWire>,
): Promise<void> {
	const isPost = operation === "POST /orgs";
	const send = () =>
		fetch(isPost ? `${ready.base}/orgs` : (ready.url ?? ""), {
			method: isPost ? "POST" : "GET",
			headers: {
				authorization: `Bearer ${isPost ? ready.systemToken : ready.token}`,
				...(isPost && { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
			},
			...(isPost && { body: JSON.stringify({ name: crypto.randomUUID(), orgType: "education" }) }),
		});
	for (let n = 0; n < 3; n++) await (await send()).text(); // parsed by the server, and cached by us
	await Bun.sleep(100);
	wire.take();
	await (await send()).text();
	const statements = wire.take();
	const first = statements[0]?.trip ?? 1;
	process.stdout.write(`\n${operation}: ${statements.length} statements, ${roundTripsOf(statements)} round trips\n`);
	for (const { trip, kind, text } of statements)
		process.stdout.write(`  ${trip - first + 1}  ${kind.padEnd(7)}  ${text}\n`);
}
