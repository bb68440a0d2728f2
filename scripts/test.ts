/**
 * `bun run test`: runs the test suites on every engine, and the API suite also against the compiled binary, in two lanes
 * beside each other; then explains the statements that the program ran in them. Ends with one line, `N passed, N failed, N skipped`, the sum over all runs; exits 1 when something failed. With CI=true a
 * skipped test is a failure, since everything is installed there.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readVariable } from "#kernel/env";
import { STATEMENTS_FOLDER } from "#tests/support/statement-log";
import { buildIfStale } from "./build.ts";
import { bunTest, NOTHING, type Print, sumOf, type Tally } from "./bun-test.ts";

const RUNS = ["sqlite", "postgres", "binary", "speech", "plans"] as const;
type Run = (typeof RUNS)[number];

const USAGE = `bun run test [--only ${RUNS.join("|")}] [--statements folder] [path …]

  sqlite    everything under tests/ on SQLite, except tests/speech and tests/plans
  postgres  tests/api, tests/modules, tests/platform, tests/db, tests/contract, tests/live, tests/faults/connections on a fresh PostgreSQL 18
  binary    tests/api against dist/parley, built when it is older than the sources
  speech    tests/speech: people speak there in real time, so it has a turn beside the others
  plans     tests/plans: the plans of the statements of the runs before it
  folder    where the statements of the program are collected; default: a temporary one
  path      only the test files below these paths`;

const ON_PLANS = ["tests/plans"];
const ON_SPEECH = ["tests/speech"];
const ON_SQLITE = readdirSync("tests")
	.map((name) => `tests/${name}`)
	.filter((path) => !ON_PLANS.includes(path) && !ON_SPEECH.includes(path));
const ON_POSTGRES = ["api", "modules", "platform", "db", "contract", "live", "faults/connections"].map(
	(name) => `tests/${name}`,
);
const ON_BINARY = ["tests/api"];

/** Returns the paths that exist, limited to those the user named. */
function select(suites: readonly string[], wanted: readonly string[]): string[] {
	const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
	if (wanted.length === 0) return suites.filter((suite) => existsSync(suite));
	return wanted.filter((path) => suites.some((suite) => inside(path, suite)));
}

/** Runs the tests, those of the API in a process of their own: only there every statement is the program's. */
async function collecting(
	paths: readonly string[],
	variables: Readonly<Record<string, string | undefined>>,
	print: Print,
): Promise<Tally> {
	const ofApi = paths.filter((path) => ON_BINARY.some((suite) => path === suite || path.startsWith(`${suite}/`)));
	const others = paths.filter((path) => !ofApi.includes(path));
	const tallies: Tally[] = [];
	if (ofApi.length > 0)
		tallies.push(await bunTest(ofApi, { ...variables, [STATEMENTS_FOLDER]: statementsFolder }, print));
	if (others.length > 0) tallies.push(await bunTest(others, variables, print));
	return sumOf(tallies);
}

async function onPostgres(paths: readonly string[], print: Print): Promise<Tally> {
	const { startPostgres } = await import("#tests/support/postgres");
	const server = await startPostgres();
	try {
		return await collecting(paths, { DATABASE_URL: server.url }, print);
	} finally {
		await server.stop();
	}
}

async function runSuite(run: Run, print: Print): Promise<Tally> {
	const suites = { sqlite: ON_SQLITE, postgres: ON_POSTGRES, binary: ON_BINARY, speech: ON_SPEECH, plans: ON_PLANS }[
		run
	];
	const paths = select(suites, wanted);
	print(`\n── ${run}: ${paths.join(" ") || "nothing to run"}\n`);
	if (paths.length === 0) return { ...NOTHING, failures: [] };
	if (run === "postgres") return await onPostgres(paths, print);
	if (run === "binary") return await bunTest(paths, { PARLEY_TEST_TARGET: "binary" }, print);
	if (run === "plans") return await bunTest(paths, { [STATEMENTS_FOLDER]: statementsFolder }, print);
	return await collecting(paths, {}, print);
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		only: { type: "string", multiple: true },
		statements: { type: "string" },
		help: { type: "boolean", short: "h" },
	},
});
const only = values.only ?? RUNS;
const wanted = positionals.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));
if (values.help || only.some((run) => !RUNS.some((known) => known === run))) {
	process.stdout.write(`${USAGE}\n`);
	process.exit(values.help ? 0 : 2);
}

const statementsFolder = values.statements ?? mkdtempSync(join(tmpdir(), "parley-statements-"));

// Ctrl-C reaches the children by itself; staying alive allows the server to be stopped and its files to be removed.
let interrupted = false;
process.on("SIGINT", () => {
	interrupted = true;
});

/** Runs suites one after the other. */
async function runLane(runs: readonly Run[], print: Print): Promise<Tally> {
	const tallies: Tally[] = [];
	for (const run of runs) {
		if (interrupted) break;
		const { failures, ...counts } = await runSuite(run, print).catch((error: unknown): Tally => {
			print(`${run}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
			return { ...NOTHING, failed: 1, failures: ["(fail) did not run"] };
		});
		tallies.push({ ...counts, failures: failures.map((name) => `${run}: ${name}`) });
	}
	return sumOf(tallies);
}

/** Runs suites, and prints what they print when all of them are done. */
async function runQuietly(runs: readonly Run[], before: Promise<unknown>): Promise<Tally> {
	const printed: (Uint8Array | string)[] = [];
	const tally = await runLane(runs, (chunk) => void printed.push(chunk));
	await before;
	for (const chunk of printed) process.stderr.write(chunk);
	return tally;
}

const wantedOf = (runs: readonly Run[]) => runs.filter((run) => only.includes(run));
const print: Print = (chunk) => void process.stderr.write(chunk);

// Before both lanes need it.
const runsBinary = (only.includes("sqlite") && select(["tests/binary"], wanted).length > 0) || only.includes("binary");
if (runsBinary) await buildIfStale();
const onSqlite = runLane(wantedOf(["sqlite"]), print);
const beside = runQuietly(wantedOf(["postgres", "binary", "speech"]), onSqlite);
const total = sumOf([await onSqlite, await beside, await runLane(wantedOf(["plans"]), print)]);

if (values.statements === undefined) rmSync(statementsFolder, { recursive: true, force: true });
const skipCounts = readVariable("CI") === "true";
if (skipCounts && total.skipped > 0) process.stderr.write("\nSkipped tests are failures where CI=true.\n");
if (total.failures.length > 0) process.stdout.write(`\n${total.failures.join("\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
const nothingRan = total.passed + total.failed === 0;
process.exit(interrupted || nothingRan || total.failed > 0 || (skipCounts && total.skipped > 0) ? 1 : 0);
