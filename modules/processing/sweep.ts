import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { SpeechEngines } from "#modules/speech";
import type { JobContext, Jobs } from "#platform/jobs";
import { listOrganizationsWith, resumeWaiting } from "./repository.ts";
import type { Turns } from "./turns.ts";

const SWEEP = "processing.sweep";
/** Interval of the sweep in ms: how long a job waits at most after an engine was installed. */
const EVERY_MS = 10_000;
/** Number of organizations read at once. */
const PAGE = 100;

/** Dependencies of {@link registerSweep}. */
export interface SweepDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly jobs: Jobs;
	readonly engines: SpeechEngines;
	readonly turns: Turns;
}

/**
 * Registers the sweep that gives a turn to every organization with work: to those whose jobs wait, once an engine is
 * there, and to those that lost their turn, such as when two transactions of Postgres did not see each other.
 */
export function registerSweep({ store, clock, jobs, engines, turns }: SweepDeps): void {
	async function* organizationsWith(state: "waiting" | "queued" | "running", { signal }: JobContext) {
		for (let after = ""; ; ) {
			signal.throwIfAborted();
			const page = await listOrganizationsWith(store, state, after, PAGE);
			for (const { orgId } of page) yield orgId;
			const last = page.at(-1);
			if (last === undefined || page.length < PAGE) return;
			after = last.orgId;
		}
	}

	jobs.every(SWEEP, EVERY_MS, async (context) => {
		const { db, tx } = store.writing("processing.resume");
		for await (const orgId of organizationsWith("waiting", context)) {
			if ("unavailable" in (await engines.choose({ orgId }))) continue;
			await tx(async (within) => {
				if ((await resumeWaiting(within, orgId, clock.nowMs())) > 0) await turns.enqueue(within, orgId);
			});
		}
		for (const state of ["queued", "running"] as const)
			for await (const orgId of organizationsWith(state, context)) await turns.enqueue(db, orgId);
		turns.wake();
	});
}
