import { Database } from "bun:sqlite";
import { createPrivateFile } from "./connection.ts";

/** Time for which the copy waits while another process opens or closes the file, in ms. */
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Copies a data file as it is at one moment, while others write: all that was committed before the call is in the copy,
 * and of a transaction all or nothing. What was deleted is not in it. Blocks the thread; the log of the file grows
 * meanwhile.
 * @param target path of the copy, which only its owner can read; not durable
 * @throws SQLite's error when the file cannot be read, or the disk is full
 */
export function copySnapshot(path: string, target: string): void {
	createPrivateFile(target);
	const connection = new Database(path, { readonly: true, strict: true });
	try {
		connection.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA cell_size_check = ON`);
		// A sync of the whole copy would keep all others waiting. Most copies are deleted before the kernel writes them.
		connection.run("PRAGMA synchronous = OFF");
		connection.query("VACUUM INTO ?").run(target);
	} finally {
		connection.close();
	}
}
