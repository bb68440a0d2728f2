import type { SeriesRow } from "#db/schema";
import { occurrencesOf } from "#kernel/recurrence";
import { instantOf, later } from "./local.ts";
import { allOccurrences, endOf, type Schedule } from "./schedule.ts";

/** The two parts of a series that is split. */
interface Parts {
	/** Columns by which the series ends before the split. */
	readonly before: Pick<SeriesRow, "exDates" | "rDates" | "until">;
	/** Columns of the series that begins with it. */
	readonly after: Pick<SeriesRow, "rule" | "startsAt" | "exDates" | "rDates">;
}

/**
 * Splits a series before one of its occurrences; null when none is before it.
 * @param local local date-time of that occurrence
 */
export function partsOf(series: Schedule, local: string): Parts | null {
	const { rule, timezone, exDates, rDates } = series;
	const fromMs = instantOf(local, timezone);
	if (!allOccurrences(series).some(({ startsAtMs }) => startsAtMs < fromMs)) return null;
	const byRule = { ...series, exDates: [], rDates: [] };
	const startMs = instantOf(series.startsAt, timezone);
	const [next] = occurrencesOf(byRule, { fromMs, toMs: Math.max(fromMs + 1, endOf(series)), limit: 1 });
	const passed = occurrencesOf(byRule, { fromMs: startMs, toMs: fromMs, limit: 10_000 }).length;
	const isEarlier = (each: string) => each < local;
	const isLater = (each: string) => each >= local;
	return {
		before: {
			exDates: exDates.filter(isEarlier),
			rDates: rDates.filter(isEarlier),
			until: later(local, { seconds: -1 }),
		},
		after: {
			rule: rule.replace(/COUNT=(\d+)/, (_, count) => `COUNT=${Math.max(1, Number(count) - passed)}`),
			startsAt: next?.local ?? local,
			exDates: exDates.filter(isLater),
			rDates: rDates.filter(isLater),
		},
	};
}
