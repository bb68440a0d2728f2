import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { defineSection, type SectionSource } from "#platform/sections";
import type { RetentionPolicy } from "./schemas.ts";
import { RETENTION_CLASSES, type RetentionClass, type RetentionSource } from "./values.ts";

const DEFAULTS: RetentionPolicy = {
	transcripts: "365d",
	recordings: "90d",
	chatLogs: "180d",
	userData: "30d",
	examData: "1095d",
};

/** The retention period of each class of data of an organization. */
export const retentionPolicy = defineSection("retentionPolicy", DEFAULTS);

/** Returns a duration in ms of a stored period, such as `365d`. */
export const periodMs = (period: string): number => Number.parseInt(period, 10) * DAY_MS;

/** Returns how long data of a class is kept that no organization decides on, in ms. */
export const defaultPeriodMs = (name: RetentionClass): number => periodMs(DEFAULTS[name]);

/** Returns where each period of an organization comes from. */
export function sourcesOf(row: SectionSource<"retentionPolicy">): Record<RetentionClass, RetentionSource> {
	const own = row.retentionPolicy as Partial<RetentionPolicy>; // It contains only what was parsed.
	const [effective, defaults] = [retentionPolicy.effective(row), retentionPolicy.defaults(row)];
	return byClass((name) => {
		if (effective[name] !== (own[name] ?? defaults[name])) return "compliance";
		return own[name] === undefined ? "system" : "organization";
	});
}

/** Returns one value for each class. */
export const byClass = <T>(value: (name: RetentionClass) => T): Record<RetentionClass, T> =>
	Object.fromEntries(RETENTION_CLASSES.map((name) => [name, value(name)])) as Record<RetentionClass, T>;

/** Returns the periods of `before` that are longer than those of `after`. */
export const shortenedBy = (before: RetentionPolicy, after: RetentionPolicy): Partial<RetentionPolicy> =>
	Object.fromEntries(
		RETENTION_CLASSES.filter((name) => periodMs(after[name]) < periodMs(before[name])).map((name) => [
			name,
			before[name],
		]),
	);

/** Time between a shortening and the purge of what it has hidden: until then a longer period shows all of it again. */
export const DELAY_MS = 72 * HOUR_MS;

/** Periods that a change has shortened, while it delays the purge. */
export interface Delay {
	/** The longer periods. */
	readonly previous: Readonly<Record<string, string>>;
	/** Unix ms. */
	readonly changedAtMs: number;
	/** Unix ms. */
	readonly purgesFromMs: number;
}

/** Returns the delays that follow from changes of the operator's defaults; those in force at that time. */
export const delaysOfDefaults = (row: SectionSource<"retentionPolicy">, nowMs: number): Delay[] =>
	(row.configuration.tenantDefaults[row.orgType]?.shortened ?? [])
		.filter(({ purgesFromMs }) => purgesFromMs > nowMs)
		.map(({ previous, purgesFromMs }) => {
			const configuration = { ...row.configuration, tenantDefaults: { [row.orgType]: previous } };
			const changedAtMs = purgesFromMs - DELAY_MS;
			return { previous: retentionPolicy.effective({ ...row, configuration }), changedAtMs, purgesFromMs };
		});

/**
 * Returns the periods by which content of an organization is purged: the longest of those in effect and of those that
 * changes in their delay have shortened.
 * @param delayed by its own changes
 */
export const purgePolicy = (
	row: SectionSource<"retentionPolicy">,
	delayed: readonly Pick<Delay, "previous">[],
	nowMs: number,
): RetentionPolicy => longestOf(retentionPolicy.effective(row), [...delayed, ...delaysOfDefaults(row, nowMs)]);

/** Returns the longest of the periods in effect and of those that are delayed. */
export const longestOf = (current: RetentionPolicy, delayed: readonly Pick<Delay, "previous">[]): RetentionPolicy =>
	byClass((name) =>
		delayed.reduce((longest, { previous }) => longer(longest, previous[name] ?? longest), current[name]),
	);

const longer = (a: string, b: string): string => (periodMs(b) > periodMs(a) ? b : a);
