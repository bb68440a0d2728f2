import { fileURLToPath } from "node:url";

/** Returns the command that starts this program, to run a part of it as a child process. Arguments follow. */
export function ownProgram(): readonly string[] {
	// A compiled program carries its sources in a file system of its own.
	const isCompiled = import.meta.url.includes("/$bunfs/");
	return isCompiled ? [process.execPath] : [process.execPath, fileURLToPath(new URL("./main.ts", import.meta.url))];
}
