import type { RetentionRunRow } from "#db/schema";
import type { Db } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { adoptOrphans, countAssigned } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { lockUnfinishedRun, runsOf } from "./repository.ts";
import { byClass } from "./retention-policy.ts";
import type { RetentionPolicy, RetentionRun } from "./schemas.ts";
import { timestamp } from "./shown.ts";
import type { RetentionClass } from "./values.ts";

/** What a run has purged of one class. */
export interface PurgedClass {
	readonly items: number;
	readonly bytes: number;
	readonly heldItems: number;
}

/** What a run has purged. */
export interface Purged {
	readonly classes: Readonly<Record<RetentionClass, PurgedClass>>;
	/** The objects in the blob store that went with it. */
	readonly objects: { readonly count: number; readonly bytes: number };
}

/** What a run has purged at its start. */
export const NOTHING_PURGED: Purged = {
	classes: byClass(() => ({ items: 0, bytes: 0, heldItems: 0 })),
	objects: { count: 0, bytes: 0 },
};

/** Returns what a run has purged so far. */
export const purgedBy = ({ purged }: Pick<RetentionRunRow, "purged">): Purged => purged as Purged; // Only this module writes it.

/** Returns the row of a new run. */
export const newRun = (
	id: string,
	nowMs: number,
	values: Pick<RetentionRunRow, "trigger" | "dryRun" | "requestedBy">,
): Omit<RetentionRunRow, "orgId"> => ({
	...values,
	id,
	state: "queued",
	policy: null,
	purged: NOTHING_PURGED,
	failure: null,
	version: 1,
	createdAtMs: nowMs,
	startedAtMs: null,
	endedAtMs: null,
});

/** Returns the run of an organization that purges, begun if it was not: the one that was requested, or a new one. */
export async function beginRun(
	{ tx, nowMs }: Change,
	orgId: string,
	policy: RetentionPolicy | null,
): Promise<RetentionRunRow> {
	const known = await lockUnfinishedRun(tx, orgId, false);
	if (known?.state === "running") return known;
	const run = known ?? {
		orgId,
		...newRun(newId("run"), nowMs, { trigger: "schedule", dryRun: false, requestedBy: null }),
	};
	if (known === undefined) await runsOf(tx, orgId).insert(run);
	// What a run that failed has left is the next one's.
	await adoptOrphans(tx, orgId, run.id);
	const { count, bytes } = await countAssigned(tx, orgId, run.id);
	const begun = {
		state: "running" as const,
		policy,
		startedAtMs: nowMs,
		purged: { ...NOTHING_PURGED, objects: { count, bytes } },
		version: run.version + 1,
	};
	await runsOf(tx, orgId).update(run.id, begun);
	return { ...run, ...begun };
}

/** Stores what a run has purged so far. */
export const savePurged = (tx: Db, { orgId, id, version }: RetentionRunRow, purged: Purged): Promise<void> =>
	runsOf(tx, orgId).update(id, { purged, version: version + 1 });

/** Ends a run that purged, and records its receipt. */
export async function endRun(
	change: Change,
	run: RetentionRunRow,
	end: Partial<Pick<RetentionRunRow, "failure" | "purged">>,
): Promise<void> {
	const { failure = null } = end;
	const state = failure === null ? ("completed" as const) : ("failed" as const);
	const ended = { ...end, state, endedAtMs: change.nowMs, version: run.version + 1 };
	await runsOf(change.tx, run.orgId).update(run.id, ended);
	const fact = facts[failure === null ? "retention.purge" : "retention.fail_purge"];
	change.record(run.orgId, fact, { id: run.id, object: toRun({ ...run, ...ended }) });
}

/** Converts a run to its receipt. */
export const toRun = (row: RetentionRunRow): RetentionRun => ({
	id: row.id,
	orgId: row.orgId,
	trigger: row.trigger,
	dryRun: row.dryRun,
	state: row.state,
	policy: row.policy as RetentionPolicy | null,
	...purgedBy(row),
	failure: row.failure,
	createdAt: rfc3339(row.createdAtMs),
	startedAt: timestamp(row.startedAtMs),
	endedAt: timestamp(row.endedAtMs),
});
