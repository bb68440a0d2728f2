import { DAY_MS } from "./clock.ts";
import { type RuleParts, readRule } from "./recurrence-rule.ts";

export { parseRule } from "./recurrence-rule.ts";

/** What recurs: a rule and when it begins, on the clocks of a time zone. */
export interface Recurrence {
	/** Recurrence rule (RFC 5545) without its name, as `parseRule` returns it. */
	readonly rule: string;
	/** Local date and time from which the rule counts, `2026-09-07T08:00:00`: the first occurrence if the rule chooses it. */
	readonly startsAt: string;
	/** IANA name. */
	readonly timezone: string;
	/** Local dates and times of occurrences that are left out, written as `startsAt`; they win over `rDates`. */
	readonly exDates: readonly string[];
	/** Local dates and times of occurrences beside those of the rule. */
	readonly rDates: readonly string[];
}

/** One time at which something recurs. */
export interface Occurrence {
	readonly startsAtMs: number;
	/** The same, with the offset of the zone: `2026-09-07T08:00:00+02:00`. */
	readonly occurrence: string;
	/** Local date and time that the rule names, which identifies it: the clocks show a later one if they skip this. */
	readonly local: string;
}

/** Which occurrences are asked for. */
export interface OccurrenceOptions {
	readonly fromMs: number;
	/** Exclusive. */
	readonly toMs: number;
	/** Most occurrences to return. */
	readonly limit: number;
	/** Whether the rule's occurrence on a local date, `2026-12-25`, is left out. Not asked about `rDates`. */
	readonly isLeftOut?: (date: string) => boolean;
}

/** How long a rule is followed after its start, in days: 25 years, which also bounds the work of rules that never match. */
const LONGEST_DAYS = 9_131;

/** Distance of a local time, read as UTC, to when it is: the offset of a zone, and what its clocks skip at once. */
const ZONE_MS = 2 * DAY_MS;

/** First stretch that is expanded, in ms; the following ones are twice as long each. */
const FIRST_STRETCH_MS = 64 * DAY_MS;

/**
 * Returns the occurrences from `fromMs` to `toMs`, in order. They have the local time of `startsAt` on each day: one that the clocks skip
 * is as much later, of one that they show twice it is the first (RFC 5545, section 3.3.5). A rule ends 25 years after its start.
 */
export function occurrencesOf(recurrence: Recurrence, options: OccurrenceOptions): Occurrence[] {
	const { exDates, rDates, timezone } = recurrence;
	const { fromMs, toMs, limit, isLeftOut = () => false } = options;
	const parts = readRule(recurrence.rule);
	const left = new Set(exDates);
	const found = new Map<number, Occurrence>();
	/** Returns whether it was added. */
	const add = (local: string, endMs: number) => {
		if (left.has(local)) return false;
		const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(timezone);
		const startsAtMs = zoned.epochMilliseconds;
		if (startsAtMs < fromMs || startsAtMs >= endMs || found.has(startsAtMs)) return false;
		found.set(startsAtMs, { startsAtMs, occurrence: zoned.toString({ timeZoneName: "never" }), local });
		return true;
	};
	for (const local of rDates) add(local, toMs);
	const endMs = Math.min(toMs, untilMs(parts, timezone));
	let ofRule = 0;
	for (const local of localTimes(parts, recurrence.startsAt, fromMs, endMs)) {
		if (!isLeftOut(local.slice(0, 10)) && add(local, endMs)) ofRule++;
		if (ofRule >= limit) break;
	}
	return [...found.values()].sort((a, b) => a.startsAtMs - b.startsAtMs).slice(0, limit);
}

/**
 * Returns the local times of a rule in a window, and some around it. They are expanded in UTC, where no clock is changed: rrule-temporal
 * drops a time that the clocks of its zone skip (section 3.3.10), and does not count it.
 */
function* localTimes(parts: RuleParts, startsAt: string, fromMs: number, toMs: number): Generator<string> {
	const startMs = Date.parse(`${startsAt}Z`);
	const endMs = Math.min(toMs + ZONE_MS, startMs + LONGEST_DAYS * DAY_MS);
	const expansion = expansionOf(parts, startsAt);
	// Each stretch of a rule that counts is counted from the start, which costs a tenth of what it yields.
	let stretchMs = FIRST_STRETCH_MS;
	for (let ms = Math.max(fromMs - ZONE_MS, startMs); ms < endMs; ms += stretchMs, stretchMs *= 2) {
		const stretch = expansion.between(new Date(ms), new Date(Math.min(ms + stretchMs, endMs) - 1), true);
		for (const { epochMilliseconds } of stretch) yield new Date(epochMilliseconds).toISOString().slice(0, 19);
	}
}

function expansionOf(parts: RuleParts, startsAt: string) {
	const { frequency: freq, interval, byDay, byMonthDay, bySetPos, weekStart: wkst, count } = parts;
	// Loaded by the first recurrence: few requests expand one.
	const { RRuleTemporal } = require("rrule-temporal") as typeof import("rrule-temporal");
	return new RRuleTemporal({
		dtstart: Temporal.PlainDateTime.from(startsAt).toZonedDateTime("UTC"),
		freq,
		interval,
		wkst,
		...(byDay.length > 0 && { byDay: [...byDay] }),
		...(byMonthDay.length > 0 && { byMonthDay: [...byMonthDay] }),
		...(bySetPos.length > 0 && { bySetPos: [...bySetPos] }),
		...(count !== undefined && { count }),
	});
}

/** Returns when a rule has ended: after the time, or the whole local day, that its `UNTIL` names. */
function untilMs({ until }: RuleParts, timezone: string): number {
	if (until === undefined) return Number.POSITIVE_INFINITY;
	if (until.endsWith("Z")) return Temporal.Instant.from(until).epochMilliseconds + 1;
	if (until.includes("T")) return Temporal.PlainDateTime.from(until).toZonedDateTime(timezone).epochMilliseconds + 1;
	return Temporal.PlainDate.from(until).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
}

/**
 * Returns a rule as the `RRULE` of an iCalendar file: what ends it, a number of occurrences, a local time or nothing, is replaced by the
 * time of its last occurrence, in UTC, as RFC 5545 wants it beside a time zone.
 */
export const ruleForCalendars = (rule: string, lastMs: number): string => {
	const until = new Date(lastMs).toISOString().replace(/[-:]|\.\d+/g, "");
	return `${rule.replace(/;(?:COUNT|UNTIL)=[^;]+/, "")};UNTIL=${until}`;
};
