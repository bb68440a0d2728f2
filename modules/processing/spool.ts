import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Whether a process lives on this machine. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

/** See {@link createSpool}. */
export type Spool = ReturnType<typeof createSpool>;

/**
 * Creates the folder for the intermediate files of this process, such as decoded audio. Nothing in it is needed for
 * good: what is missing is made again.
 */
export function createSpool(dataDir: string) {
	const root = join(dataDir, "spool");
	const own = join(root, String(process.pid));
	return {
		/** Returns the folder of a job, which exists from now on. */
		async open(jobId: string): Promise<string> {
			const folder = join(own, jobId);
			await mkdir(folder, { recursive: true, mode: 0o700 });
			return folder;
		},

		/** Removes the folder of a job. */
		remove: (jobId: string): Promise<void> => rm(join(own, jobId), { recursive: true, force: true }),

		/** Removes what processes have left behind that were killed; in a container they had the id of this one. */
		async clear(): Promise<void> {
			const names = await readdir(root).catch(() => []);
			const dead = names.filter((name) => /^\d+$/.test(name) && (join(root, name) === own || !isAlive(Number(name))));
			for (const name of dead) await rm(join(root, name), { recursive: true, force: true });
		},
	};
}
