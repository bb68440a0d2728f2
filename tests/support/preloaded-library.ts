import { test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { keptPath } from "./kept-files.ts";

const COMPILER = Bun.which("gcc");

/** A test that preloads a library; skipped where there is no compiler, which CI does not accept. */
export const preloadingTest = test.skipIf(COMPILER === null);

/**
 * Compiles a library that is preloaded into programs (`LD_PRELOAD`) unless this version of it is there; returns its path.
 * @param name of a source in this folder, without `.c`
 */
export function compiledLibrary(name: string): string {
	const source = join(import.meta.dir, `${basename(name)}.c`);
	const library = keptPath(`${name}-${Bun.hash(readFileSync(source)).toString(36)}.so`);
	if (existsSync(library)) return library;
	const draft = `${library}.${process.pid}`;
	const compiled = spawnSync(COMPILER ?? "gcc", ["-shared", "-fPIC", "-O2", "-o", draft, source, "-ldl"]);
	if (compiled.status !== 0) throw new Error(`gcc: ${String(compiled.error ?? compiled.stderr)}`);
	chmodSync(draft, 0o755);
	renameSync(draft, library);
	return library;
}
