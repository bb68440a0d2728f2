import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** See {@link createSpool}. */
export type Spool = ReturnType<typeof createSpool>;

/**
 * Creates the folder of intermediate files: the decoded audio of jobs under way. Nothing in it is needed for good: what
 * is missing is made again.
 */
export function createSpool(dataDir: string) {
	const root = join(dataDir, "spool", "processing");
	const folderOf = (jobId: string) => join(root, jobId);
	return {
		/** Returns the folder of a job, which exists from now on. */
		async open(jobId: string): Promise<string> {
			const folder = folderOf(jobId);
			await mkdir(folder, { recursive: true, mode: 0o700 });
			return folder;
		},

		/** Removes the folder of a job. */
		remove: (jobId: string): Promise<void> => rm(folderOf(jobId), { recursive: true, force: true }),

		/** Returns the ids of the jobs that have a folder. */
		async list(): Promise<readonly string[]> {
			return readdir(root).catch(() => []);
		},
	};
}
