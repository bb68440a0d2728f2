import { readFileSync } from "node:fs";
import { median } from "../support/load.ts";

/** Resident memory over time, without the pages of mapped files: these go when somebody else needs the room. */
export interface MemoryLog {
	/** Stops looking. May be called again. */
	stop(): {
		/** Name, MiB after a fifth of the time, at the end, and their ratio; both are medians of a fifth of the time. */
		readonly rows: readonly (readonly (string | number)[])[];
		ratioOf(name: string): number;
	};
}

const EVERY_MS = 1_000;

/** Looks at the memory of processes every second. @param processes their ids, by a name */
export function createMemoryLog(processes: Readonly<Record<string, () => readonly number[]>>): MemoryLog {
	const seen = new Map(Object.keys(processes).map((name) => [name, [] as number[]]));
	const timer = setInterval(() => {
		for (const [name, pids] of Object.entries(processes))
			seen.get(name)?.push(pids().reduce((sum, pid) => sum + residentMib(pid), 0));
	}, EVERY_MS);
	return {
		stop() {
			clearInterval(timer);
			const rows = [...seen].map(([name, samples]) => {
				const fifth = Math.max(1, Math.floor(samples.length / 5));
				const [early, late] = [median(samples.slice(fifth, 2 * fifth)), median(samples.slice(-fifth))];
				return [name, early, late, late / early] as const;
			});
			return { rows, ratioOf: (which) => rows.find(([name]) => name === which)?.[3] ?? Number.NaN };
		},
	};
}

function residentMib(pid: number): number {
	try {
		return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
	} catch {
		return 0; // It has ended.
	}
}
