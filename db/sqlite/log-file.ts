import { Database } from "bun:sqlite";
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { errorCode } from "../errors.ts";
import type { Failure } from "./failure.ts";

/** Message of the failure after which the next start copies the log again. */
export const COPY_FAILED = "the write-ahead log could not be copied into the data file";

const CHUNK_BYTES = 1024 * 1024;

/**
 * Brings to disk what an earlier process left in the log of a data file, and copies it into the file, so that nothing
 * depends on what that process or the kernel took for done:
 *
 * - After a failed sync the kernel takes the pages of the log for written, and no later sync tries them again. What is
 *   appended to them would be lost in a power cut with them, acknowledged or not. So the log is written once more.
 * - After a failed sync of the data file the count of copied frames is too high. A file that nobody has open has no
 *   count: all frames are copied.
 *
 * Does nothing when there is no log, or when another process has the file open. Where the disk is too full to copy, the
 * log stays as it is, on disk.
 * @throws StoreFailedError when the log cannot be written or copied; SQLite's error when the file cannot be read
 */
export function settleLeftLog(path: string, failure: Failure): void {
	const log = `${path}-wal`;
	const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	if (sizeOf(log) === 0 || sizeOf(path) === 0) return;
	const connection = new Database(path, { readwrite: true });
	// First: once the file is open, it would lock out writers, but not keep the file for itself.
	connection.run("PRAGMA locking_mode = EXCLUSIVE");
	try {
		connection.query("SELECT 1 FROM sqlite_schema").get(); // Takes the lock and reads the log.
		connection.run("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0");
	} catch (error) {
		connection.close();
		if (errorCode(error)?.startsWith("SQLITE_BUSY")) return;
		throw error;
	}
	try {
		rewrite(log);
	} catch (error) {
		throw failure.fail("the write-ahead log could not be forced to disk", error);
	}
	truncateLog(connection, failure);
	connection.close();
}

/**
 * Copies the whole log into the data file and empties it. Does nothing when the disk has no room for it, or other
 * processes are in the way for longer than the connection's timeout.
 * @throws StoreFailedError when the log cannot be copied for another reason. SQLite would copy again when it closes the
 * connection, and ignore its failure: it must not come to that.
 */
export function truncateLog(connection: Database, failure: Failure): void {
	try {
		connection.query("PRAGMA wal_checkpoint(TRUNCATE)").values();
	} catch (error) {
		if (errorCode(error) !== "SQLITE_FULL") throw failure.fail(COPY_FAILED, error);
	}
}

/** Writes a file over with its own content and syncs it. */
function rewrite(path: string): void {
	const file = openSync(path, "r+");
	try {
		const { size } = fstatSync(file);
		const chunk = new Uint8Array(Math.min(size, CHUNK_BYTES));
		for (let at = 0; at < size; ) {
			const length = readSync(file, chunk, 0, chunk.length, at);
			if (length === 0) break;
			let written = 0;
			while (written < length) written += writeSync(file, chunk, written, length - written, at + written);
			at += length;
		}
		fdatasyncSync(file);
	} finally {
		closeSync(file);
	}
}
