import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledLibrary } from "./preloaded-library.ts";

/**
 * Creates a clock for a program in a process of its own, which the test sets ahead and back while it runs. The program
 * finds it by the variables in `env`.
 */
export function createWrongClock() {
	const folder = mkdtempSync(join(tmpdir(), "parley-clock-"));
	const control = join(folder, "ahead-ms");
	const descriptor = openSync(control, "w+");
	const setAheadMs = (ms: number) => void writeSync(descriptor, BigInt64Array.of(BigInt(ms)), 0, 8, 0);
	setAheadMs(0);
	chmodSync(folder, 0o755);
	return {
		/** Variables for the environment of the program. */
		env: { LD_PRELOAD: compiledLibrary("wrong-clock"), WRONG_CLOCK: control },

		/** Sets it ahead of the right time by so many ms, or behind. In force at once. */
		setAheadMs,

		/** Removes its file. The program must have ended. */
		close(): void {
			closeSync(descriptor);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
