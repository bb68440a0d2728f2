import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Parent folder, beside the sources so that it is on a disk: the system's temporary folder may be memory, where a sync
 * costs nothing.
 */
const PARENT = join(import.meta.dir, "../../tmp");

/** Runs `work` with an empty folder on disk, which is removed afterwards in any case. */
export async function withFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
	mkdirSync(PARENT, { recursive: true });
	const path = mkdtempSync(join(PARENT, "bench-"));
	try {
		return await work(path);
	} finally {
		rmSync(path, { recursive: true, force: true });
	}
}
