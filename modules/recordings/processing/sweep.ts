import { isWithin } from "#modules/tenancy/entitlements";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import type { JobContext } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { JobKind, Kinds } from "./kinds.ts";
import { findRunnable, listOrganizationsWith, resumeWaiting } from "./repository.ts";
import type { Slots } from "./slots.ts";

const SWEEP = "processing.sweep";
/** Interval of the sweep in ms: how long a job waits at most after what it waits for is there. */
const EVERY_MS = 10_000;
/** Number of organizations read at once. */
const PAGE = 100;

export interface SweepDeps extends Pick<Core, "store" | "clock" | "jobs"> {
	readonly kinds: Kinds;
	readonly slots: Slots;
}

/**
 * Registers the sweep that gives a slot to every organization with work: to those whose jobs wait, once what they wait
 * for is there, and to those that lost their slot, such as when two transactions of Postgres did not see each other.
 */
export function registerSweep({ store, clock, jobs, kinds, slots }: SweepDeps): void {
	const writing = () => store.writing("processing.resume");

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

	/** Whether the plan of an organization has something left of what the jobs of a kind use. */
	async function isAffordable(orgId: string, { meter }: JobKind): Promise<boolean> {
		const organization = await findOrganizationRow(store.db, orgId);
		return organization !== undefined && isWithin({ tx: store.db, nowMs: clock.nowMs() }, organization, meter, "any");
	}

	/** Lets the waiting jobs of a kind go on, once what they wait for is there. */
	async function resume(orgId: string, kind: JobKind): Promise<void> {
		const { type } = kind;
		if (!(await kind.mayResume(orgId)) || !(await isAffordable(orgId, kind))) return;
		await writing().tx(async (within) => {
			if ((await resumeWaiting(within, orgId, type, clock.nowMs())) > 0) await slots.enqueue(within, { orgId, type });
		});
	}

	/** Gives an organization a slot for each kind that it has work of. */
	async function enqueueSlots(orgId: string): Promise<void> {
		const { db } = writing();
		for (const { type } of kinds.all())
			if (await findRunnable(db, orgId, type)) await slots.enqueue(db, { orgId, type });
	}

	jobs.every(SWEEP, EVERY_MS, async (context) => {
		for await (const orgId of organizationsWith("waiting", context))
			for (const kind of kinds.all()) await resume(orgId, kind);
		for (const state of ["queued", "running"] as const)
			for await (const orgId of organizationsWith(state, context)) await enqueueSlots(orgId);
		for (const { type } of kinds.all()) slots.wake(type);
	});
}
