import type { RetentionRunRow } from "#db/schema/index";
import { HOUR_MS } from "#kernel/clock";
import { shareOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { countAssigned, DELETE_OBJECTS } from "#platform/artifacts";
import { type Job, type JobContext, type NewJob, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import { reclaimDelayMs } from "#platform/space-reclamation";
import type { Change } from "#platform/unit-of-work";
import { SWEEP } from "./queues.ts";
import { findUnfinishedRun, listChangesInForce, lockUnfinishedRun } from "./repository.ts";
import { purgePolicy } from "./retention-policy.ts";
import { beginRun, endRun, type Purged, purgedBy } from "./runs.ts";
import { createSweep, FIRST_PASS, type Pass, type SweepDeps } from "./sweep.ts";
import { RETENTION_CLASSES } from "./values.ts";

/** How long a slot lasts, in ms: then it is the next organization's. */
const SLOT_MS = 1_000;
/** Number of organizations swept at once. */
const CONCURRENCY = 2;
/** Lease of a slot in ms: how long the work of a killed process waits for another. */
const LEASE_MS = 20_000;
/** Attempts at one slot after which its run has failed. */
const MAX_ATTEMPTS = 10;
/** How long a run waits for the end of its objects before it has failed, in ms. */
const PATIENCE_MS = 6 * HOUR_MS;

export interface SlotsDeps extends SweepDeps, Pick<Core, "store" | "clock" | "jobs" | "log" | "spaceReclamation"> {
	readonly contributions: Pick<Core["contributions"], "eraseUserData" | "remains">;
}

/** State of the sweep of an organization between two slots. */
type SweepState = {
	readonly pass: Pass;
	/** How often it has waited for the end of what follows a purge. */
	readonly waits: number;
	/** Since when no rows are left that follow the purge, in Unix ms; null: some were at the last look. */
	readonly sinceMs: number | null;
};

/** Returns the job of the first slot of an organization's sweep; there is one of each at a time. */
export const firstSlot = (orgId: string): NewJob => ({
	queue: SWEEP,
	orgId,
	uniqueKey: orgId,
	maxAttempts: UNLIMITED_ATTEMPTS,
});

/**
 * Begins the purge of content that was deleted before, and is back after the restore of a backup.
 * @param atMs when it was deleted, Unix ms
 */
export async function purgeAgain(
	{ unitOfWork, jobs, purge }: Pick<SlotsDeps, "unitOfWork" | "jobs" | "purge">,
	orgId: string,
	artifactId: string,
	atMs: number,
): Promise<void> {
	await unitOfWork.run(systemContext("cli:restore"), async (change) => {
		if ((await purge.start(change, orgId, artifactId, atMs)) === undefined) return;
		await beginRun(change, orgId, null);
		await jobs.enqueue(change.tx, firstSlot(orgId));
	});
}

/**
 * Creates the slots of the sweep: each goes on with one organization for a second, so that none waits long for another,
 * however much that has to purge. A run ends when its last object is deleted.
 */
export function createSlots(deps: SlotsDeps) {
	const { store, clock, settledClock, steadyMs, jobs, log, unitOfWork, contributions, spaceReclamation } = deps;
	const sweep = createSweep(deps);
	const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
		unitOfWork.run(systemContext(`job:${SWEEP}`), work);

	/** Begins the run that was requested. */
	const begin = (orgId: string): Promise<void> =>
		change(async (change) => {
			const organization = await shareOrganizationRow(change.tx, orgId);
			if (organization === undefined) return;
			const run = await lockUnfinishedRun(change.tx, orgId, false);
			if (run?.state !== "queued") return;
			const nowMs = settledClock.nowMs();
			const delays = await listChangesInForce(change.tx, orgId, nowMs);
			await beginRun(change, orgId, purgePolicy(organization, delays, nowMs));
		});

	/** Ends a slot: the next one goes on where it has stopped. */
	async function goOn(job: Job, orgId: string, state: SweepState, delayMs: number): Promise<void> {
		await store.writing("retention.slot").tx(async (tx) => {
			await job.done(tx);
			const runAtMs = clock.nowMs() + delayMs;
			await jobs.enqueue(tx, { ...firstSlot(orgId), payload: { ...state }, runAtMs });
			if (state.waits > 0) await jobs.enqueue(tx, { queue: DELETE_OBJECTS, orgId: null, uniqueKey: "purged" });
		});
		jobs.wake(state.waits > 0 ? DELETE_OBJECTS : SWEEP);
	}

	/** Returns what of a run is still there: objects and rows, or what these have left in files; null: nothing. */
	async function remainsOf({ orgId, id }: RetentionRunRow, sinceMs: number | null): Promise<"rows" | "file" | null> {
		const { count } = await countAssigned(store.db, orgId, id);
		return count > 0 ? "rows" : contributions.remains(orgId, sinceMs);
	}

	/** Ends the sweep of an organization, whose pass is over. */
	async function end(job: Job, orgId: string, { pass, waits, sinceMs }: SweepState): Promise<void> {
		const run = await findUnfinishedRun(store.db, orgId, false);
		const left = run === undefined ? null : await remainsOf(run, sinceMs);
		const nowMs = clock.nowMs();
		if (run && left !== null && nowMs - (run.startedAtMs ?? run.createdAtMs) < PATIENCE_MS) {
			const next = { pass, waits: waits + 1, sinceMs: left === "file" ? (sinceMs ?? nowMs) : null };
			return goOn(job, orgId, next, reclaimDelayMs(waits));
		}
		if (run !== undefined && store.dialect === "sqlite") await store.reclaim();
		await change(async (change) => {
			await job.done(change.tx);
			// Whoever requests a run meanwhile finds this job, or is found here.
			await shareOrganizationRow(change.tx, orgId);
			const run = await lockUnfinishedRun(change.tx, orgId, false);
			if (run?.state === "queued") await jobs.enqueue(change.tx, firstSlot(orgId));
			if (run?.state !== "running") return;
			const purged = endOf(purgedBy(run), pass, await countAssigned(change.tx, orgId, run.id));
			if (left !== null) return failRun(change, run, INCOMPLETE, purged);
			await endRun(change, run, { purged });
			await spaceReclamation.scheduleVacuum(change.tx);
		});
	}

	/** Ends a run that has failed, and begins the next one, which counts what this one has left. */
	async function failRun(
		change: Change,
		run: RetentionRunRow,
		failure: RetentionRunRow["failure"],
		purged: Purged,
	): Promise<void> {
		await endRun(change, run, { failure, purged });
		await beginRun(change, run.orgId, null);
		await jobs.enqueue(change.tx, { ...firstSlot(run.orgId), runAtMs: change.nowMs + HOUR_MS });
	}

	async function runSlot(job: Job, { signal }: JobContext): Promise<void> {
		const { orgId } = job;
		if (orgId === null) return;
		const state = stateOf(job.payload);
		if (state === undefined) await begin(orgId);
		const { pass: from, waits, sinceMs } = state ?? { pass: FIRST_PASS, waits: 0, sinceMs: null };
		const { pass, isOver } = await sweep.continue(orgId, from, steadyMs() + SLOT_MS, signal);
		if (isOver) await end(job, orgId, { pass, waits, sinceMs });
		else await goOn(job, orgId, { pass, waits: 0, sinceMs: null }, 0);
	}

	jobs.handle(
		SWEEP,
		async (job, context) => {
			try {
				await runSlot(job, context);
			} catch (error) {
				if (job.attempt < MAX_ATTEMPTS || context.signal.aborted) throw error;
				log.error("the purge of an organization failed", { orgId: job.orgId, error });
				await change(async (change) => {
					await job.done(change.tx);
					const run = await lockUnfinishedRun(change.tx, job.orgId ?? "", false);
					if (run !== undefined) await failRun(change, run, FAILED, purgedBy(run));
				});
			}
		},
		{ concurrency: CONCURRENCY, leaseMs: LEASE_MS },
	);
}

const FAILED = { code: "server_error", detail: "The purge failed; it is repeated in an hour." };
const INCOMPLETE = {
	code: "unavailable",
	detail: "Some files could not be deleted from the storage; the next run tries again.",
};

/** Returns what a run has purged, with what was held, and without the objects that are left. */
const endOf = ({ classes, objects }: Purged, { held }: Pass, left: Purged["objects"]): Purged => ({
	classes: {
		...classes,
		...Object.fromEntries(
			RETENTION_CLASSES.map((name) => [name, { ...classes[name], heldItems: held[name] ?? 0 }] as const),
		),
	},
	objects: { count: objects.count - left.count, bytes: objects.bytes - left.bytes },
});

/** Returns where the last slot has stopped; undefined for the first one. */
const stateOf = (payload: Job["payload"]): SweepState | undefined =>
	"pass" in payload ? (payload as SweepState) : undefined; // Only `goOn` writes it.
