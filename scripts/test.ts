/**
 * `bun run test`: runs the test suites on SQLite, and on Postgres and the compiled binary what can differ there, in parts of
 * which three run at a time, and explains the statements that the program ran in them. Ends with one line,
 * `N passed, N failed, N skipped`, the sum over all runs, after the names of what was skipped and what it lacks; exits 1 when
 * something failed. A run of everything first installs what the tests need and this user may install. With CI=true a skipped
 * test is a failure, since everything is installed there.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readVariable } from "#kernel/env";
import { STATEMENTS_FOLDER } from "#tests/support/statement-log";
import { buildIfStale } from "./build.ts";
import { bunTest, NOTHING, type Print, sumOf, type Tally } from "./bun-test.ts";
import { installTools } from "./install-tools.ts";
import { POSSIBLE, RUNS, type Run, usualOn } from "./test-targets.ts";

const USAGE = `bun run test [--only ${RUNS.join("|")}] [--statements folder] [path …]

  sqlite    everything under tests/ on SQLite, except tests/speech and tests/plans
  postgres  on a fresh PostgreSQL 18, what can differ there of tests/api, and tests/modules, tests/platform, tests/db,
            tests/contract, tests/cluster, tests/event-loop and tests/faults/connections
  binary    against dist/parley, built when it is older than the sources, what can differ there of tests/api
  speech    tests/speech, where people speak in real time
  plans     tests/plans: the plans of the statements of the runs before it
  folder    where the statements of the program are collected; default: a temporary one
  path      only the test files below these paths; also those that scripts/test-targets.ts leaves out`;

/**
 * Parts that run at a time: enough for two processors, since they also wait for servers, engines and clocks; more only
 * disturb each other. Beside them is the one about servers that are killed: it waits for what those had begun.
 */
const AT_ONCE = 3;

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Returns what runs on a target: the usual, or what the user named of all that can run there. */
const select = (run: Run, wanted: readonly string[]): readonly string[] =>
	wanted.length === 0
		? usualOn(run)
		: wanted.filter((path) => POSSIBLE[run].some((suite) => isInside(path, suite)) && existsSync(path));

/** A part of a run: test files that share a process. */
interface Part {
	readonly run: Run;
	readonly kind: Kind;
	readonly paths: readonly string[];
}

/**
 * Those of the API are apart, since only there every statement is the program's; those of
 * commands, pages and media are slow, those of rooms mostly wait for people in it, those who speak live need quiet, and
 * stalls are measured without what other tests leave in memory.
 */
const KINDS = ["killed", "api", "stalls", "programs", "pages", "rooms", "media", "live", "others"] as const;
type Kind = (typeof KINDS)[number];

/** The order in which parts start: the longest first, and people speak when there is least beside them. */
const ORDER: readonly `${Run} ${Kind}`[] = [
	"sqlite killed",
	"postgres api",
	"sqlite api",
	"sqlite others",
	"sqlite pages",
	"postgres others",
	"sqlite programs",
	"binary api",
	"sqlite rooms",
	"sqlite media",
	"sqlite stalls",
	"postgres stalls",
	"speech others",
	"speech live",
	"plans others",
];

const kindOf = (path: string): Kind => {
	if (isInside(path, "tests/api")) return "api";
	if (isInside(path, "tests/event-loop")) return "stalls";
	if (path.startsWith("tests/browser/console/room")) return "rooms";
	if (isInside(path, "tests/browser")) return "pages";
	if (isInside(path, "tests/media")) return "media";
	if (/^tests\/(?:faults|src)\/.*-killed\.test\.ts$/.test(path)) return "killed";
	if (path.startsWith("tests/speech/live-")) return "live";
	return isInside(path, "tests/src") ? "programs" : "others";
};

/** Returns the tests of runs in parts. */
function partsOf(runs: readonly Run[]): Part[] {
	const parts = runs.flatMap((run) => {
		const paths = select(run, wanted);
		return KINDS.map((kind) => ({ run, kind, paths: paths.filter((path) => kindOf(path) === kind) }));
	});
	const rankOf = ({ run, kind }: Part) => ORDER.indexOf(`${run} ${kind}`);
	return parts.filter(({ paths }) => paths.length > 0).toSorted((a, b) => rankOf(a) - rankOf(b));
}

async function onPostgres(test: (url: string) => Promise<Tally>): Promise<Tally> {
	const { startPostgres } = await import("#tests/support/postgres");
	const server = await startPostgres();
	try {
		return await test(server.url);
	} finally {
		await server.stop();
	}
}

/** Whether the statements of a part are collected for the plans. */
const collects = ({ run, kind }: Part): boolean => kind === "api" && run !== "binary";

function runPart(part: Part, print: Print): Promise<Tally> {
	const { run, paths } = part;
	// What tests start in processes of their own is what people start, and starts faster than the sources.
	const program = { PARLEY_TEST_PROGRAM: "binary" };
	if (run === "binary") return bunTest(paths, { ...program, PARLEY_TEST_TARGET: "binary" }, print);
	const variables = {
		...program,
		...((run === "plans" || collects(part)) && { [STATEMENTS_FOLDER]: statementsFolder }),
	};
	if (run !== "postgres") return bunTest(paths, variables, print);
	return onPostgres((url) => bunTest(paths, { ...variables, DATABASE_URL: url }, print));
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

/** Runs a part, and names the run in its failures. */
async function tallyOf(part: Part, print: Print): Promise<Tally> {
	const { failures, ...counts } = await runPart(part, print).catch((error: unknown): Tally => {
		print(`${part.run}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		return { ...NOTHING, failed: 1, failures: [{ name: "(fail) did not run", lines: [] }], skips: [] };
	});
	return { ...counts, failures: failures.map(({ name, lines }) => ({ name: `${part.run}: ${name}`, lines })) };
}

const print: Print = (chunk) => void process.stderr.write(chunk);
/** Returns the folder that all of some paths are in. */
function folderOf([first = "", ...others]: readonly string[]): string {
	const names = first.split("/");
	const isCommon = (length: number) => others.every((path) => path.startsWith(`${names.slice(0, length).join("/")}/`));
	return names.slice(0, names.findLastIndex((_, at) => isCommon(at + 1)) + 1).join("/");
}
const titleOf = ({ run, paths }: Part): string =>
	`${run}: ${paths.length > 10 ? `${paths.length} files of ${folderOf(paths)}` : paths.join(" ")}`;

/** Runs parts, some at a time, and prints what each prints when it is done; of a single one, as it comes. */
async function runParts(parts: readonly Part[]): Promise<Tally> {
	const [killed, others] = [
		parts.filter(({ kind }) => kind === "killed"),
		parts.filter(({ kind }) => kind !== "killed"),
	];
	const tallies: Tally[] = [];
	const collecting = new Set(parts.filter(collects));
	const collected = Promise.withResolvers<void>();
	async function work(waiting: Part[]): Promise<void> {
		for (let part = waiting.shift(); part !== undefined && !interrupted; part = waiting.shift()) {
			// The plans are the last to start, so those they wait for have.
			if (part.run === "plans" && collecting.size > 0) await collected.promise;
			const printed: (Uint8Array | string)[] = [];
			print(`\n── ${titleOf(part)}\n`);
			const startMs = performance.now();
			const tally = await tallyOf(part, parts.length === 1 ? print : (chunk) => void printed.push(chunk));
			tallies.push(tally);
			if (collecting.delete(part) && collecting.size === 0) collected.resolve();
			for (const chunk of printed) print(chunk);
			const seconds = Math.round((performance.now() - startMs) / 1_000);
			print(`\n── ended after ${seconds} s, ${tally.failed} failed: ${titleOf(part)}\n`);
		}
	}
	await Promise.all([work(killed), ...Array.from({ length: AT_ONCE }, () => work(others))]);
	return sumOf(tallies);
}

// A whole run does all the set-up there is; who names files wants their result soon.
const missing = wanted.length === 0 ? await installTools() : [];
// Before several parts start it.
await buildIfStale();
const total = await runParts(partsOf(RUNS.filter((run) => only.includes(run))));

if (values.statements === undefined) rmSync(statementsFolder, { recursive: true, force: true });
const skipCounts = readVariable("CI") === "true";
if (skipCounts && total.skipped > 0) process.stderr.write("\nSkipped tests are failures where CI=true.\n");
for (const { name, lines } of total.failures) process.stdout.write(`\n${[...lines, name].join("\n")}\n`);
for (const [title, { length }] of Map.groupBy(total.skips, (each) => each))
	process.stdout.write(`\nskipped ${length}: ${title}`);
for (const line of missing) process.stdout.write(`\nmissing ${line}`);
process.stdout.write(`\n\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
const nothingRan = total.passed + total.failed === 0;
process.exit(interrupted || nothingRan || total.failed > 0 || (skipCounts && total.skipped > 0) ? 1 : 0);
