import type { MeetingRow } from "#db/schema";
import type { Occurrence } from "#kernel/recurrence";

/** What becomes of the meetings of a series. */
export interface Matching {
	/** Scheduled meetings whose occurrences no longer exist. */
	readonly gone: readonly MeetingRow[];
	readonly kept: readonly (readonly [MeetingRow, Occurrence])[];
	/** Occurrences without a meeting. */
	readonly missing: readonly Occurrence[];
}

const dateOf = (occurrence: string | null): string => occurrence?.slice(0, "2030-01-07".length) ?? "";

/**
 * Matches the meetings of a series with its occurrences: first by their time, then, if the time of day has changed, by
 * their date.
 */
export function matched(rows: readonly MeetingRow[], occurrences: readonly Occurrence[]): Matching {
	const byTime = new Map(occurrences.map((each) => [each.startsAtMs, each]));
	const kept: [MeetingRow, Occurrence][] = [];
	const others: MeetingRow[] = [];
	for (const row of rows) {
		const same = byTime.get(row.occurrenceAtMs ?? Number.NaN);
		if (same) kept.push([row, same]);
		else others.push(row);
	}
	const taken = new Set(kept.map(([, { startsAtMs }]) => startsAtMs));
	const free = Map.groupBy(
		occurrences.filter(({ startsAtMs }) => !taken.has(startsAtMs)),
		({ local }) => dateOf(local),
	);
	const gone: MeetingRow[] = [];
	for (const row of others) {
		const moved = free.get(dateOf(row.occurrence))?.shift();
		if (moved) kept.push([row, moved]);
		else if (row.state === "scheduled") gone.push(row);
	}
	return { gone, kept, missing: [...free.values()].flat().sort((a, b) => a.startsAtMs - b.startsAtMs) };
}
