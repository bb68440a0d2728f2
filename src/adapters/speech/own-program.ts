import { join } from "node:path";

/** Returns the command line that runs this program with other arguments: the binary, or its sources. */
export const ownProgram = (...args: readonly string[]): string[] =>
	Bun.isStandaloneExecutable
		? [process.execPath, ...args]
		: [process.execPath, join(import.meta.dir, "../../main.ts"), ...args];
