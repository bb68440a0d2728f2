/** Runs `bun test` in a child process, and counts what came of it. */

/** Test counts of one or more runs. A run that crashes counts as one failure. */
export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
	/** Names of the failed tests, for the end of the output: a log is often read from there. */
	failures: string[];
}

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
function tallyOf(output: string, failures: readonly string[], exitCode: number): Tally {
	const tally: Tally = { ...NOTHING, failures: [...new Set(failures)] };
	for (const [, count, outcome = ""] of Bun.stripANSI(output).matchAll(/^ (\d+) (pass|fail|error|skip|todo)s?$/gm)) {
		const bucket = BUCKET_OF[outcome];
		if (bucket) tally[bucket] += Number(count);
	}
	if (exitCode !== 0 && tally.failed === 0) {
		tally.failed = 1;
		tally.failures.push(`(fail) bun test ended with code ${exitCode}`);
	}
	return tally;
}

/** Writes what a run prints. */
export type Print = (chunk: Uint8Array | string) => void;

/**
 * Runs `bun test` on `paths`, printing its output as it comes. An undefined variable is removed from the environment. The
 * time limit is for real engines on a slow machine.
 */
export async function bunTest(
	paths: readonly string[],
	variables: Readonly<Record<string, string | undefined>>,
	print: Print,
): Promise<Tally> {
	const env = { ...process.env, DATABASE_URL: undefined, ...variables };
	const child = Bun.spawn([process.execPath, "test", "--timeout=120000", ...paths], {
		env,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const printed = printAll(child.stdout, print);
	let output = "";
	let line = "";
	const failures: string[] = [];
	const decoder = new TextDecoder();
	for await (const chunk of child.stderr) {
		print(chunk);
		const text = Bun.stripANSI(decoder.decode(chunk, { stream: true }));
		// The summary comes last; the output of a long run must not be kept as a whole.
		output = (output + text).slice(-4000);
		const lines = (line + text).split("\n");
		line = (lines.pop() ?? "").slice(0, 4000);
		failures.push(
			...lines.filter((each) => each.startsWith("(fail) ")).map((each) => each.replace(/ \[[\d.]+m?s\]$/, "")),
		);
	}
	await printed;
	return tallyOf(output, failures, await child.exited);
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
});
