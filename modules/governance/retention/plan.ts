import { ARTIFACT_CLASSES } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import { FIRST_POSITION, listExpired, nextWithContent } from "#platform/artifacts";
import { listDueDepartures, nextWithDepartures } from "#platform/departures";
import type { Core } from "#platform/module";
import { findPolicyRow, listChangesInForce } from "./repository.ts";
import { periodMs, purgePolicy } from "./retention-policy.ts";
import { firstSlot } from "./slots.ts";

/** Queue of the hourly look for organizations with content to purge. */
export const PLAN = "retention.plan";

/** Schedules the sweep: once an hour, of each organization that has content whose retention period is over. */
export function schedulePlan({ store, settledClock, jobs }: Pick<Core, "store" | "settledClock" | "jobs">): void {
	async function isDue(orgId: string): Promise<boolean> {
		const organization = await findPolicyRow(store, orgId);
		if (organization === undefined) return false;
		const nowMs = settledClock.nowMs();
		const delays = await listChangesInForce(store.db, orgId, nowMs);
		const policy = purgePolicy(organization, delays, nowMs);
		for (const dataClass of ARTIFACT_CLASSES) {
			const cutoffMs = nowMs - periodMs(policy[dataClass]);
			const found = await listExpired(store.db, { orgId, dataClass, cutoffMs, ...FIRST_POSITION, limit: 1 });
			if (found.length > 0) return true;
		}
		const cutoffMs = nowMs - periodMs(policy.userData);
		return (await listDueDepartures(store.db, { orgId, cutoffMs, ...FIRST_POSITION, limit: 1 })).length > 0;
	}

	/** Returns the first organization after `after`, by their ids, that has content, or that somebody has left. */
	async function nextToPurge(after: string): Promise<string | undefined> {
		const [content, left] = [nextWithContent, nextWithDepartures].map((next) => next(store.acrossTenants, after));
		const found = [await content, await left].filter((orgId) => orgId !== undefined);
		return found.sort()[0];
	}

	jobs.every(PLAN, HOUR_MS, async ({ signal }) => {
		for (let orgId = await nextToPurge(""); orgId !== undefined; orgId = await nextToPurge(orgId)) {
			signal.throwIfAborted();
			if (await isDue(orgId)) await jobs.enqueue(store.writing("retention.plan").db, firstSlot(orgId));
		}
	});
}
