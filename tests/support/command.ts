import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";

/** Result of a finished program. */
export interface Outcome {
	readonly exitCode: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface CommandOptions {
	readonly env?: Readonly<Record<string, string>>;
	/** Text for standard input; default: empty. */
	readonly stdin?: string;
	readonly cwd?: string;
}

/** Command line that runs `parley` from its sources. */
export const SOURCE_PROGRAM: readonly string[] = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

/** Path of the compiled program, created by `bun run build`. */
export const BINARY: string = join(import.meta.dir, "../../dist/parley");

/**
 * Command line of `parley` for tests of commands and servers in processes of their own. `bun run test` compiles the program
 * and sets `PARLEY_TEST_PROGRAM=binary`, since it starts three times as fast; `bun test` alone runs the sources.
 */
export const PARLEY: readonly string[] = readVariable("PARLEY_TEST_PROGRAM") === "binary" ? [BINARY] : SOURCE_PROGRAM;

/** Runs a program to its end, with exactly the given environment. */
export async function run(
	program: readonly string[],
	args: readonly string[],
	{ env = {}, stdin = "", cwd = tmpdir() }: CommandOptions = {},
): Promise<Outcome> {
	const child = Bun.spawn([...program, ...args], {
		env: { ...env },
		cwd,
		stdin: new Blob([stdin]),
		stdout: "pipe",
		stderr: "pipe",
	});
	const [stdout, stderr, exitCode] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { exitCode, stdout, stderr };
}

/** Creates a temporary directory for a test file. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
	const path = mkdtempSync(join(tmpdir(), "parley-cli-"));
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Environment with cheap hashes and a free port. */
export const TEST_ENV = { ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", PORT: "0" };

/** Runs {@link PARLEY} with the arguments in `line` and the data directory `dataDir`. */
export const parley = (
	line: string,
	dataDir: string,
	{ env, ...options }: Omit<CommandOptions, "cwd"> = {},
): Promise<Outcome> =>
	run(PARLEY, line.split(" ").filter(Boolean), { ...options, env: { ...TEST_ENV, DATA_DIR: dataDir, ...env } });
