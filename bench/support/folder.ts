import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Beside the sources, so that it lies on a disk: a temporary folder of the system may be memory, where a sync costs nothing. */
const PARENT = join(import.meta.dir, "../../tmp");

/** Gives `work` an empty folder on disk, and removes it afterwards, whatever happens. */
export async function withFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
	mkdirSync(PARENT, { recursive: true });
	const path = mkdtempSync(join(PARENT, "bench-"));
	try {
		return await work(path);
	} finally {
		rmSync(path, { recursive: true, force: true });
	}
}
