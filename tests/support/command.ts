import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a finished program left behind. */
export interface Outcome {
	readonly exitCode: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface CommandOptions {
	readonly env?: Readonly<Record<string, string>>;
	/** Text for standard input; default: nothing, at once. */
	readonly stdin?: string;
	readonly cwd?: string;
}

/** The program from its sources. */
export const FROM_SOURCES: readonly string[] = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

/** Runs a program to its end, with an environment that holds what is given and nothing else. */
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

/** A directory of its own for a test file, and its removal. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
	const path = mkdtempSync(join(tmpdir(), "parley-cli-"));
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Cheap hashes, and no quarrel about the usual port. */
export const QUICK = { ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", PORT: "0" };

/** Runs `parley` from its sources with the words of `line`, over `dataDir`. */
export const parley = (
	line: string,
	dataDir: string,
	{ env, ...options }: Omit<CommandOptions, "cwd"> = {},
): Promise<Outcome> =>
	run(FROM_SOURCES, line.split(" ").filter(Boolean), { ...options, env: { ...QUICK, DATA_DIR: dataDir, ...env } });
