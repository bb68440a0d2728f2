import { dlopen } from "bun:ffi";

/** Exit code of a process whose database failed for good: EX_IOERR of sysexits.h. */
export const STORE_FAILED_EXIT = 74;

const C_LIBRARIES = ["libc.so.6", "libSystem.B.dylib"];

/**
 * Ends this process without its exit handlers. Those of Bun close every SQLite file that is open, `process.exit` runs
 * them as well, and closing copies the log into the data file: after a failed sync that corrupts it. Nothing is
 * flushed.
 */
export function endProcess(exitCode: number): never {
	for (const library of C_LIBRARIES) {
		try {
			dlopen(library, { _exit: { args: ["i32"], returns: "void" } }).symbols._exit(exitCode);
		} catch {
			// The library has another name on this system.
		}
	}
	process.kill(process.pid, "SIGKILL");
	// The first process of a container cannot kill itself.
	return process.abort();
}
