/**
 * `bun run test`: runs the test suites on every engine, and the API suite also against the compiled binary; then explains
 * the statements that the program ran in them. Ends with one line, `N passed, N failed, N skipped`, the sum over all runs; exits 1 when something failed. With CI=true a
 * skipped test is a failure, since everything is installed there.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readVariable } from "#kernel/env";
import { STATEMENTS_FOLDER } from "#tests/support/statement-log";
import { buildIfStale } from "./build.ts";

const RUNS = ["sqlite", "postgres", "binary", "plans"] as const;
type Run = (typeof RUNS)[number];

const USAGE = `bun run test [--only ${RUNS.join("|")}] [--statements folder] [path …]

  sqlite    everything under tests/ on SQLite, except tests/plans
  postgres  tests/api, tests/modules, tests/platform, tests/db, tests/contract, tests/live on a fresh PostgreSQL 18
  binary    tests/api against dist/parley, built when it is older than the sources
  plans     tests/plans: the plans of the statements of the runs before it
  folder    where the statements of the program are collected; default: a temporary one
  path      only the test files below these paths`;

const ON_PLANS = ["tests/plans"];
const ON_SQLITE = readdirSync("tests")
	.map((name) => `tests/${name}`)
	.filter((path) => !ON_PLANS.includes(path));
const ON_POSTGRES = ["tests/api", "tests/modules", "tests/platform", "tests/db", "tests/contract", "tests/live"];
const ON_BINARY = ["tests/api"];

/** Test counts of one or more runs. A run that crashes counts as one failure. */
interface Tally {
	passed: number;
	failed: number;
	skipped: number;
	/** Names of the failed tests, for the end of the output: a log is often read from there. */
	failures: string[];
}

const NOTHING = { passed: 0, failed: 0, skipped: 0 } as const;

const BUCKET_OF: Readonly<Record<string, "passed" | "failed" | "skipped">> = {
	pass: "passed",
	fail: "failed",
	error: "failed",
	skip: "skipped",
	todo: "skipped",
};

/** Parses the summary of `bun test`: ` 12 pass`, ` 1 error`. */
function tallyOf(output: string, failures: readonly string[], exitCode: number): Tally {
	const tally: Tally = { ...NOTHING, failures: [...new Set(failures)] };
	for (const [, count, outcome = ""] of Bun.stripANSI(output).matchAll(/^ (\d+) (pass|fail|error|skip|todo)s?$/gm)) {
		const bucket = BUCKET_OF[outcome];
		if (bucket) tally[bucket] += Number(count);
	}
	if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
	return tally;
}

/**
 * Runs `bun test` on `paths`, streaming its output. An undefined variable is removed from the environment. The time limit is
 * for real engines on a slow machine.
 */
async function bunTest(
	paths: readonly string[],
	variables: Readonly<Record<string, string | undefined>>,
): Promise<Tally> {
	const env = { ...process.env, DATABASE_URL: undefined, ...variables };
	const child = Bun.spawn([process.execPath, "test", "--timeout=120000", ...paths], {
		env,
		stdin: "ignore",
		stdout: "inherit",
		stderr: "pipe",
	});
	let output = "";
	let line = "";
	const failures: string[] = [];
	const decoder = new TextDecoder();
	for await (const chunk of child.stderr) {
		process.stderr.write(chunk);
		const text = Bun.stripANSI(decoder.decode(chunk, { stream: true }));
		// The summary comes last; the output of a long run must not be kept as a whole.
		output = (output + text).slice(-4000);
		const lines = (line + text).split("\n");
		line = (lines.pop() ?? "").slice(0, 4000);
		failures.push(
			...lines.filter((each) => each.startsWith("(fail) ")).map((each) => each.replace(/ \[[\d.]+m?s\]$/, "")),
		);
	}
	return tallyOf(output, failures, await child.exited);
}

/** Returns the paths that exist, limited to those the user named. */
function select(suites: readonly string[], wanted: readonly string[]): string[] {
	const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
	if (wanted.length === 0) return suites.filter((suite) => existsSync(suite));
	return wanted.filter((path) => suites.some((suite) => inside(path, suite)));
}

const sumOf = (tallies: readonly Tally[]): Tally => ({
	passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
	failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
	skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
	failures: tallies.flatMap(({ failures }) => failures),
});

/** Runs the tests, those of the API in a process of their own: only there every statement is the program's. */
async function collecting(
	paths: readonly string[],
	variables: Readonly<Record<string, string | undefined>>,
): Promise<Tally> {
	const ofApi = paths.filter((path) => ON_BINARY.some((suite) => path === suite || path.startsWith(`${suite}/`)));
	const others = paths.filter((path) => !ofApi.includes(path));
	const tallies: Tally[] = [];
	if (ofApi.length > 0) tallies.push(await bunTest(ofApi, { ...variables, [STATEMENTS_FOLDER]: statementsFolder }));
	if (others.length > 0) tallies.push(await bunTest(others, variables));
	return sumOf(tallies);
}

async function onPostgres(paths: readonly string[]): Promise<Tally> {
	const { startPostgres } = await import("#tests/support/postgres");
	const server = await startPostgres();
	try {
		return await collecting(paths, { DATABASE_URL: server.url });
	} finally {
		await server.stop();
	}
}

async function onBinary(paths: readonly string[]): Promise<Tally> {
	await buildIfStale();
	return await bunTest(paths, { PARLEY_TEST_TARGET: "binary" });
}

async function runSuite(run: Run, wanted: readonly string[]): Promise<Tally> {
	const suites = { sqlite: ON_SQLITE, postgres: ON_POSTGRES, binary: ON_BINARY, plans: ON_PLANS }[run];
	const paths = select(suites, wanted);
	process.stderr.write(`\n── ${run}: ${paths.join(" ") || "nothing to run"}\n`);
	if (paths.length === 0) return { ...NOTHING, failures: [] };
	if (run === "postgres") return await onPostgres(paths);
	if (run === "binary") return await onBinary(paths);
	if (run === "plans") return await bunTest(paths, { [STATEMENTS_FOLDER]: statementsFolder });
	return await collecting(paths, {});
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

const total: Tally = { ...NOTHING, failures: [] };
for (const run of RUNS.filter((name) => only.includes(name))) {
	if (interrupted) break;
	const tally = await runSuite(run, wanted).catch((error: unknown): Tally => {
		process.stderr.write(`${run}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		return { ...NOTHING, failed: 1, failures: [`(fail) ${run} did not run`] };
	});
	total.passed += tally.passed;
	total.failed += tally.failed;
	total.skipped += tally.skipped;
	total.failures.push(...tally.failures.map((name) => `${run}: ${name}`));
}

if (values.statements === undefined) rmSync(statementsFolder, { recursive: true, force: true });
const skipCounts = readVariable("CI") === "true";
if (skipCounts && total.skipped > 0) process.stderr.write("\nSkipped tests are failures where CI=true.\n");
if (total.failures.length > 0) process.stdout.write(`\n${total.failures.join("\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
const nothingRan = total.passed + total.failed === 0;
process.exit(interrupted || nothingRan || total.failed > 0 || (skipCounts && total.skipped > 0) ? 1 : 0);
