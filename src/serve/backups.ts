import { MINUTE_MS } from "#kernel/clock";
import { keepJournal } from "#operations/backup/journal-keeper";
import { readBackupNote } from "#operations/backup/note";
import type { Contribution, Core } from "#platform/module";
import { openPlace } from "../backups.ts";
import type { Config } from "../config.ts";
import { ownProgram } from "../own-program.ts";

/** Interval at which a server looks whether a backup is due, in ms: also the pause after one that failed. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/**
 * Lets the server make backups, where a place for them is configured. Each is made by a process of its own, which neither
 * delays requests nor ends the server when it fails; of several instances one makes it.
 */
export function scheduleBackups(config: Config, { store, clock, settledClock, vault, jobs, log }: Core): Contribution {
	const { backup } = config;

	async function isDue(): Promise<boolean> {
		const note = await readBackupNote(store.db);
		if (note?.place !== (await openPlace(config, undefined)).name) return true;
		const ageMs = clock.nowMs() - note.takenAtMs;
		// A clock that was ahead when the last one was made does not delay the next one.
		return ageMs < 0 || ageMs >= backup.everyMs;
	}

	if (backup.to !== undefined)
		jobs.every("backup", LOOK_EVERY_MS, async ({ signal }) => {
			if (!(await isDue())) return;
			const child = Bun.spawn([...ownProgram(), "backup", "--prune"], {
				stdin: "ignore",
				stdout: "pipe",
				stderr: "pipe",
			});
			const stop = () => child.kill();
			signal.addEventListener("abort", stop);
			try {
				const [errors, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
				signal.throwIfAborted();
				const detail = errors.trim();
				if (exitCode === 0) log.info("a backup was made", { detail });
				else log.error("a backup failed and will be tried again", { exitCode, detail });
			} finally {
				signal.removeEventListener("abort", stop);
			}
		});
	jobs.every("backup.journal", MINUTE_MS, ({ signal }) =>
		keepJournal({
			dataDir: config.dataDir,
			keepMs: backup.keepMs,
			openPlace: backup.to === undefined ? null : () => openPlace(config, undefined),
			...{ store, vault, clock, settledClock, signal },
		}),
	);
	return {
		gauges: [
			{
				name: "parley_backup_age_seconds",
				help: "Time since the last complete backup by parley backup began, in seconds; absent when none was made.",
				read: async () => {
					const note = await readBackupNote(store.db);
					return note && (clock.nowMs() - note.takenAtMs) / 1000;
				},
			},
		],
	};
}
