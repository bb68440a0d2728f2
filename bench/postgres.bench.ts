import { openPostgresWire, roundTripsOf } from "#tests/support/postgres-wire";
import { create } from "./support/creates.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { type BenchmarkPostgres, startPinnedPostgres } from "./support/postgres.ts";
import { read } from "./support/reads.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "GET and POST of organizations on Postgres";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset", "wrk"];
/** Options shown by `bun run bench postgres --help`. */
export const usage = `  --trace        lists the statements of both, and their round trips
  --pool=N,N     compares pools of these sizes
`;

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

async function load({ product }: Setup, operation: Operation, clients: number) {
	if (operation === "GET /orgs/{id}") return read(product, { seconds: ROUND_SECONDS, connections: clients });
	const creates = await create(product, ROUND_SECONDS, clients);
	return { ...creates, requests: creates.created };
}

async function measure(setup: Setup, operation: Operation, clients: number): Promise<Round> {
	const beforeMs = setup.postgres.cpuMs();
	const result = await load(setup, operation, clients);
	if (result.failures > 0) throw new Error(`${operation}: ${result.failures} requests failed`);
	const theirMicros = ((setup.postgres.cpuMs() - beforeMs) * 1000) / result.requests;
	return { ...result, ourMicros: result.cpuUs, theirMicros };
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
			const env = { DATA_DIR, DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: String(poolSize), LOG_LEVEL: "info" };
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
			const product = await startServer("parley", "parley", {
				DATA_DIR,
				DATABASE_URL: wire.url,
				DATABASE_POOL_SIZE: "1",
			});
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
