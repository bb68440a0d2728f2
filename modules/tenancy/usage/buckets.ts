import { DAY_MS, HOUR_MS } from "#kernel/clock";
import type { Span } from "#platform/usage";

/** What the time can be divided into. */
export const BUCKETS = ["hour", "day", "month"] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The longest span of time that is divided, in days. */
export const MAX_DAYS: Readonly<Record<Bucket, number>> = { hour: 31, day: 124, month: 1827 };

/** Whether a span of time is too long to be divided; the clocks may have been changed in it. */
export const isTooLong = ({ fromMs, toMs }: Span, bucket: Bucket): boolean =>
	toMs - fromMs > MAX_DAYS[bucket] * DAY_MS + HOUR_MS;

/**
 * Divides a span of time into the hours, days or months of a time zone, of which the first and the last may be cut off.
 * Days on which the clocks are changed have 23 or 25 hours.
 * @param timezone IANA name
 */
export function bucketsOf({ fromMs, toMs }: Span, bucket: Bucket, timezone: string): Span[] {
	const spans: Span[] = [];
	for (let startMs = fromMs; startMs < toMs; ) {
		const endMs = Math.min(toMs, endOf(startMs, bucket, timezone));
		spans.push({ fromMs: startMs, toMs: endMs });
		startMs = endMs;
	}
	return spans;
}

/** Returns when the hour, day or month ends that contains an instant. */
function endOf(atMs: number, bucket: Bucket, timezone: string): number {
	const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
	if (bucket === "day") return at.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds;
	if (bucket === "month") return at.with({ day: 1 }).startOfDay().add({ months: 1 }).startOfDay().epochMilliseconds;
	// By the time that passes: an hour that the clocks show twice is two.
	const intoMs = at.minute * 60_000 + at.second * 1_000 + at.millisecond;
	return atMs - intoMs + HOUR_MS;
}
