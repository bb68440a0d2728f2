import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine. */
export interface ListedProcess {
	readonly pid: number;
	readonly parentPid: number;
	/** Name of the program, at most 15 characters. */
	readonly name: string;
	readonly command: string;
}

/** Returns the processes that run, those that have ended and are only still listed excepted. */
export function runningProcesses(): readonly ListedProcess[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const [, name = "", state, parentPid] =
					/\((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
				const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
				return state === "Z" ? [] : [{ pid: Number(pid), parentPid: Number(parentPid), name, command }];
			} catch {
				return [];
			}
		});
}

/** Returns the processes that a process has started, and those that they have. */
export function descendantsOf(pid: number): readonly ListedProcess[] {
	const all = runningProcesses();
	const below = (parent: number): readonly ListedProcess[] =>
		all.filter(({ parentPid }) => parentPid === parent).flatMap((child) => [child, ...below(child.pid)]);
	return below(pid);
}
