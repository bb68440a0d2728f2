import type { RetentionRunRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { parseFields, project, projection, type Selector } from "#kernel/field-mask";
import { countActiveHolds } from "#platform/holds";
import type { Core } from "#platform/module";
import type { SectionRow, ShownSection } from "#platform/sections";
import { findLatestRun, listChangesInForce } from "./repository.ts";
import {
	type Delay,
	delaysOfDefaults,
	longestOf,
	retentionPolicy,
	shortenedBy,
	sourcesOf,
} from "./retention-policy.ts";
import {
	type FullRetention,
	type LastRun,
	type PendingChange,
	type RetentionPolicy,
	type RetentionSelection,
	retentionShape,
} from "./schemas.ts";
import { RETENTION_CLASSES } from "./values.ts";

/** Up to so many legal holds are counted. */
const MOST_HOLDS = 1_000;

/** Selector of `fields` for a policy: its five periods without the parameter, otherwise any of its members. */
export const retentionFields: Selector<FullRetention, RetentionPolicy | RetentionSelection> = {
	parse(fields) {
		if (fields === undefined)
			return projection(
				({ effective }) => effective,
				() => false,
			);
		const mask = parseFields(fields, retentionShape);
		return projection(
			(policy) => project(policy, mask) as RetentionSelection,
			(name) => mask.has(name),
		);
	},
};

export interface ShownReaderDeps extends Pick<Core, "store" | "clock"> {
	/** Returns the time of the next scheduled run, Unix ms; null: unknown. */
	readonly nextRunAtMs: () => Promise<number | null>;
}

/** Creates the function that reads what `fields` selects of a policy. */
export function createShownReader({ store, clock, nextRunAtMs }: ShownReaderDeps) {
	return async (row: SectionRow, shows: (name: string) => boolean): Promise<ShownSection<FullRetention>> => {
		const effective = retentionPolicy.effective(row);
		const ifShown = async <T>(name: string, read: () => Promise<T>, otherwise: T): Promise<T> =>
			shows(name) ? read() : otherwise;
		const nowMs = clock.nowMs();
		const apart = {
			pendingChange: await ifShown(
				"pendingChange",
				async () => {
					const own = await listChangesInForce(store.db, row.id, nowMs);
					return toPendingChange(effective, [...own, ...delaysOfDefaults(row, nowMs)].sort(byEnd));
				},
				null,
			),
			holds: await ifShown("holds", () => countActiveHolds(store.db, row.id, MOST_HOLDS), 0),
			lastRun: await ifShown("lastRun", async () => toLastRun(await findLatestRun(store.db, row.id)), null),
			nextRun: await ifShown("nextRun", async () => timestamp(await nextRunAtMs()), null),
		};
		return {
			shown: { ...effective, effective, source: sourcesOf(row), ...apart },
			variant: JSON.stringify(apart),
		};
	};
}

const byEnd = (a: Delay, b: Delay): number => a.purgesFromMs - b.purgesFromMs;

/** Returns the delay of the purge; null when nothing is delayed. @param delays those that end first in front */
function toPendingChange(current: RetentionPolicy, delays: readonly Delay[]): PendingChange | null {
	const previous = shortenedBy(longestOf(current, delays), current);
	// What has been lengthened again since delays nothing.
	const last = delays.findLast((delay) => RETENTION_CLASSES.some((name) => name in previous && name in delay.previous));
	if (last === undefined) return null;
	return { previous, changedAt: rfc3339(last.changedAtMs), purgesFrom: rfc3339(last.purgesFromMs) };
}

function toLastRun(run: RetentionRunRow | undefined): LastRun | null {
	if (run === undefined) return null;
	const { id, state, startedAtMs, endedAtMs } = run;
	return { id, state, startedAt: timestamp(startedAtMs), endedAt: timestamp(endedAtMs) };
}

/** Returns an instant that may be missing. */
export const timestamp = (atMs: number | null): string | null => (atMs === null ? null : rfc3339(atMs));
