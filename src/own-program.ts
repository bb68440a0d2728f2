import { basename, delimiter, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readVariable } from "#kernel/env";

// A compiled program carries its sources in a file system of its own.
const isCompiled = import.meta.url.includes("/$bunfs/");
const mainFile = () => fileURLToPath(new URL("./main.ts", import.meta.url));

/** Returns the command that starts this program, to run a part of it as a child process. Arguments follow. */
export function ownProgram(): readonly string[] {
	return isCompiled ? [process.execPath] : [process.execPath, mainFile()];
}

/** Returns a command of this program as a person types it here, from the binary or from the sources. */
export function ownCommand(line: string): string {
	const { execPath } = process;
	if (!isCompiled) {
		// Fetched for this run alone, there is no bun to type.
		const bun = execPath.includes("/_npx/") ? `npx -y bun@${Bun.version}` : "bun";
		return `${bun} ${relative(process.cwd(), mainFile())} ${line}`;
	}
	const isOnPath = (readVariable("PATH") ?? "").split(delimiter).includes(dirname(execPath));
	return `${isOnPath ? basename(execPath) : execPath} ${line}`;
}
