import type { DomainRow } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { inConflict } from "./claim.ts";
import { CHECK, type Claims, CONTEND } from "./claims.ts";
import { claimantsOf, domainsOf, holderOf, readDomainsOf } from "./repository.ts";
import type { Verification } from "./verification.ts";

export interface ChecksDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly claims: Claims;
	readonly verification: Verification;
}

/** Maximum number of domains of one organization that are looked up in one go, and of those at the same time. */
const BATCH = 20;
const AT_ONCE = 4;
/** Number of organizations whose domains are looked up at the same time; those that have to wait for DNS do not count for long. */
const CONCURRENCY = 8;
const SLOW_MS = 5_000;
/** No look-up is further ahead than this: one that is was scheduled by a clock that was wrong. */
const AHEAD_MS = 2 * DAY_MS;
/** Number of claimants that are notified in one go. */
const PORTION = 100;

/** Handles the jobs that look domains up in the background, and that tell others who claim the same. */
export function handleChecks({ store, clock, unitOfWork, jobs, claims, verification }: ChecksDeps): void {
	const isDue = ({ nextCheckAtMs }: DomainRow): boolean => {
		const inMs = (nextCheckAtMs ?? Number.POSITIVE_INFINITY) - clock.nowMs();
		return inMs <= 0 || inMs > AHEAD_MS;
	};

	/** Locks a claim for a job, with its organization; undefined: it is gone. */
	async function lockClaim(change: Change, orgId: string, domain: string): Promise<DomainRow | undefined> {
		const organization = await lockOrganizationRow(change.tx, orgId);
		if (organization === undefined || organization.state === "deleted") return undefined;
		return domainsOf(change.tx, orgId).lock(domain);
	}

	async function check({ orgId, id }: DomainRow, signal: AbortSignal): Promise<void> {
		const answer = await verification.lookUp(id, signal);
		await verification.proving(() =>
			unitOfWork.run(systemContext(`job:${CHECK}`), async (change) => {
				const row = await lockClaim(change, orgId, id);
				// Somebody may have asked for a look-up meanwhile.
				if (row && isDue(row)) await verification.settle(change, row, answer);
			}),
		);
	}

	/** Ends the slot of an organization, and queues it again: after those that wait if it has more that is due. */
	async function endTurn(job: Job, orgId: string): Promise<void> {
		await unitOfWork.run(systemContext(`job:${CHECK}`), async ({ tx, nowMs }) => {
			await job.done(tx);
			const [next] = await domainsOf(tx, orgId).listScheduled(1);
			if (next === undefined || next.nextCheckAtMs === null) return;
			if (!isDue(next)) return claims.schedule(tx, orgId, next.nextCheckAtMs);
			const uniqueKey = `${orgId} next`;
			await jobs.enqueue(tx, { queue: CHECK, orgId, runAtMs: nowMs, uniqueKey, maxAttempts: UNLIMITED_ATTEMPTS });
		});
	}

	jobs.handle(
		CHECK,
		async (job: Job, { signal }: JobContext) => {
			const { orgId } = job;
			if (orgId === null) return;
			const due = (await readDomainsOf(store.db, orgId).listScheduled(BATCH)).filter(isDue);
			for (let n = 0; n < due.length; n += AT_ONCE) {
				signal.throwIfAborted();
				await Promise.all(due.slice(n, n + AT_ONCE).map((row) => check(row, signal)));
			}
			await endTurn(job, orgId);
		},
		{ concurrency: CONCURRENCY, slow: { afterMs: SLOW_MS, concurrency: CONCURRENCY } },
	);

	/** Brings one claim up to date with who holds its domain. */
	const contendOne = (orgId: string, domain: string): Promise<void> =>
		unitOfWork.run(systemContext(`job:${CONTEND}`), async (change) => {
			const row = await lockClaim(change, orgId, domain);
			if (!row) return;
			const heldBy = await holderOf(store.acrossTenants.within(change.tx), domain);
			if (heldBy !== undefined && heldBy !== orgId && (row.state === "pending" || row.state === "lapsed"))
				await claims.save(change, row, inConflict(row, change.nowMs));
			// Nobody holds it any more: the record of this one may have been there for long.
			if (heldBy === undefined && row.state === "conflict")
				await claims.save(change, row, { ...inConflict(row, change.nowMs), nextCheckAtMs: change.nowMs + MINUTE_MS });
		});

	jobs.handle(CONTEND, async ({ payload }: Job, { signal }: JobContext) => {
		const domain = String(payload.domain);
		for (let after = ""; ; ) {
			const claimants = await claimantsOf(store.acrossTenants.db, domain, after, PORTION);
			for (const orgId of claimants) {
				signal.throwIfAborted();
				await contendOne(orgId, domain);
			}
			const last = claimants.at(-1);
			if (last === undefined || claimants.length < PORTION) return;
			after = last;
		}
	});
}
