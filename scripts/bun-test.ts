/** Runs `bun test` in a child process, and counts what came of it. */

/** Test counts of one or more runs. A run that crashes counts as one failure. */
export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
	/** The failed tests, for the end of the output: a log is often read from there. */
	failures: Failure[];
	/** Titles of what was skipped, which say what it needs: of the outermost `describe`, or of the test, once for each test. */
	skips: string[];
}

/** A failed test, or an error outside of all tests. */
export interface Failure {
	readonly name: string;
	/** Last lines that were printed before it, from the oldest. */
	readonly lines: readonly string[];
}

/** Lines kept of what precedes a failure: an error with its source and stack. */
const KEPT_LINES = 30;
/** What `bun test` prints before an error that no test has thrown. */
const UNHANDLED = "# Unhandled error between tests";
/** What it prints before and after that error. */
const RULE = "-------------------------------";

/** The counts of nothing that ran. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 } as const;

const BUCKET_OF: Readonly<Record<string, "passed" | "failed" | "skipped">> = {
	pass: "passed",
	fail: "failed",
	error: "failed",
	skip: "skipped",
	todo: "skipped",
};

/** Parses the summary of `bun test`: ` 12 pass`, ` 1 error`. */
function tallyOf(output: string, { failures, skips }: Pick<Tally, "failures" | "skips">, exitCode: number): Tally {
	const tally: Tally = { ...NOTHING, failures: [...failures], skips: [...skips] };
	for (const [, count, outcome = ""] of Bun.stripANSI(output).matchAll(/^ (\d+) (pass|fail|error|skip|todo)s?$/gm)) {
		const bucket = BUCKET_OF[outcome];
		if (bucket) tally[bucket] += Number(count);
	}
	if (exitCode !== 0 && tally.failed === 0) {
		tally.failed = 1;
		tally.failures.push({ name: `(fail) bun test ended with code ${exitCode}`, lines: [] });
	}
	return tally;
}

/** Writes what a run prints. */
export type Print = (chunk: Uint8Array | string) => void;

/**
 * Runs `bun test` on `paths`, printing its output as it comes. An undefined variable is removed from the environment. The
 * time limit is for real engines on a slow machine. Memory that was freed stays with the process: where a virtual machine pays
 * 4 ms for each MiB that it is given again, tests take twice as long, and measure that.
 */
export async function bunTest(
	paths: readonly string[],
	variables: Readonly<Record<string, string | undefined>>,
	print: Print,
): Promise<Tally> {
	const env = { ...process.env, DATABASE_URL: undefined, MIMALLOC_PURGE_DELAY: "-1", ...variables };
	const child = Bun.spawn([process.execPath, "test", "--timeout=120000", ...paths], {
		env,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const printed = printAll(child.stdout, print);
	let output = "";
	let line = "";
	const collector = createCollector();
	const decoder = new TextDecoder();
	for await (const chunk of child.stderr) {
		print(chunk);
		const text = Bun.stripANSI(decoder.decode(chunk, { stream: true }));
		// The summary comes last; the output of a long run must not be kept as a whole.
		output = (output + text).slice(-4000);
		const lines = (line + text).split("\n");
		line = (lines.pop() ?? "").slice(0, 4000);
		for (const each of lines) collector.add(each);
	}
	await printed;
	const exitCode = await child.exited;
	// With that of the processes that it has waited for.
	const { cpuTime } = child.resourceUsage() ?? {};
	if (cpuTime !== undefined) print(`processor time: ${Math.round(Number(cpuTime.total) / 1_000_000)} s\n`);
	return tallyOf(output, collector.collected(), exitCode);
}

/** Collects what fails, with the lines that say why, from the lines that `bun test` prints. */
function createCollector() {
	const failures = new Map<string, Failure>();
	const skips: string[] = [];
	let lines: string[] = [];
	let isOutside = false;
	let isSummary = false;
	function fail(name: string): void {
		// The summary names it once more, without a reason.
		if (!failures.has(name)) failures.set(name, { name, lines });
		lines = [];
	}
	return {
		add(line: string): void {
			if (line.startsWith("(fail) ")) {
				fail(line.replace(/ \[[\d.]+m?s\]$/, ""));
				return;
			}
			// Named once more at the end.
			isSummary ||= /^\d+ tests? (skipped|todo|failed):$/.test(line);
			const [, skipped] = /^\(skip\) (.+?)(?: > .*)?$/.exec(line) ?? [];
			if (skipped !== undefined && !isSummary) skips.push(skipped);
			if (line.startsWith("(pass) ")) lines = [];
			else lines = [...lines, line.slice(0, 400)].slice(-KEPT_LINES);
			// What was thrown stands between two rules.
			const isRule = isOutside && line === RULE;
			if (line === UNHANDLED) [isOutside, lines] = [true, [line]];
			else if (isRule && lines.length > 2) {
				isOutside = false;
				fail(`(fail) error ${failures.size + 1} outside of all tests`);
			}
		},
		collected: (): Pick<Tally, "failures" | "skips"> => ({ failures: [...failures.values()], skips }),
	};
}

async function printAll(stream: ReadableStream<Uint8Array>, print: Print): Promise<void> {
	for await (const chunk of stream) print(chunk);
}

/** Returns the sum of several counts. */
export const sumOf = (tallies: readonly Tally[]): Tally => ({
	passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
	failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
	skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
	failures: tallies.flatMap(({ failures }) => failures),
	skips: tallies.flatMap(({ skips }) => skips),
});
