import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { BillingNotices } from "#modules/billing/billing-notices";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { enforcementOf } from "#modules/tenancy/plans";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { periodLines } from "./lines.ts";
import { endedAt, meteredUntilMs, withTerms } from "./meters.ts";
import { ended, planOfSubscription, renewed } from "./plan-changes.ts";
import type { NonpaymentBlocks } from "./ports.ts";
import { DUE } from "./queues.ts";
import { lockSubscription } from "./repository.ts";
import { seatsToPay, withSeatsToCome } from "./seats.ts";
import { dueAtMs, GRACE_MS, type Subscribed, type Subscriptions } from "./subscriptions.ts";
import { chargedPeriod, firstPeriod } from "./terms.ts";
import { meteredUse } from "./usage-lines.ts";

/** Periods that one job makes up for; another one does what is left. */
const MOST = 12;
/** Ms after which an organization that may be deleted, or is suspended, is looked at again. */
const LATER_MS = 24 * 60 * 60 * 1_000;

/** Whether nobody is billed. */
const isOff = (organization: OrganizationRow): boolean => enforcementOf(organization) === "off";

export interface DueDeps extends Pick<Core, "settledClock" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue">;
	readonly subscriptions: Subscriptions;
	readonly blocks: NonpaymentBlocks;
	readonly notices: Pick<BillingNotices, "suspended">;
	/** Whether a trial goes on as a subscription that is paid for. */
	readonly converts: (change: Change, organization: OrganizationRow) => Promise<boolean>;
}

/** Creates what is done about subscriptions at their time. */
export function createDue({ settledClock, unitOfWork, jobs, subscriptions, blocks, notices, converts }: DueDeps) {
	const { save, charge } = subscriptions;

	/** Begins the next period, on other terms where that was asked for, and charges for the use of the last one. */
	async function renew(change: Change, { organization, row }: Subscribed): Promise<Subscribed> {
		const use = await meteredUse(change.tx, organization, row, row.currentPeriodEndMs);
		const begun = renewed(organization, await withSeatsToCome(change.tx, organization, use.row, change.nowMs));
		const fact = facts[row.pendingChange === null ? "subscription.renew" : "subscription.change_plan"];
		const saved = await save(change, { organization, row }, begun.row, fact);
		await charge(change, saved, begun.lines, use.lines);
		return saved;
	}

	/** Ends a subscription now. What is included in its month goes by the time that it lasted. */
	async function cancel(change: Change, { organization, row: before }: Subscribed): Promise<Subscribed> {
		const endedRow = endedAt(before, change.nowMs);
		const { row, lines: use } = await meteredUse(change.tx, organization, endedRow, change.nowMs);
		const fact = facts["subscription.cancel"];
		const saved = await save(change, { organization, row: before }, ended(row, change.nowMs), fact);
		await charge(change, saved, [], use);
		return saved;
	}

	/** Charges for the use of a month within a period of a year, and begins the next one. */
	async function meter(change: Change, { organization, row: before }: Subscribed, atMs: number): Promise<Subscribed> {
		const { row, lines: use } = await meteredUse(change.tx, organization, before, atMs);
		const plan = planOfSubscription(organization, row.planCode);
		const begun = withTerms(organization, row, plan, atMs);
		const saved = await save(change, { organization, row: before }, begun, null);
		await charge(change, saved, [], use);
		return saved;
	}

	/** Ends a trial: the subscription goes on and is charged for, or the plan that is free of charge applies. */
	async function endTrial(change: Change, { organization, row }: Subscribed): Promise<Subscribed> {
		const endedAtMs = row.trialEndsAtMs ?? change.nowMs;
		if (!(await converts(change, organization)))
			return save(change, { organization, row }, ended(row, endedAtMs), facts["subscription.end_trial"]);
		const plan = planOfSubscription(organization, row.planCode);
		const seats = await seatsToPay(change.tx, organization, { plan, seats: row.seats }, change.nowMs);
		const begun = { ...row, seats, ...firstPeriod(organization, row.interval, endedAtMs) };
		const paid = {
			...begun,
			...chargedPeriod(organization, begun, endedAtMs),
			state: "active",
			trialOutcome: "converted",
		} as const;
		const metered = withTerms(organization, paid, plan, endedAtMs);
		const saved = await save(change, { organization, row }, metered, facts["subscription.convert_trial"]);
		await charge(change, saved, periodLines(saved.row, plan));
		return saved;
	}

	/** Suspends an organization that has not paid in time; where billing is off, its grace period restarts. */
	async function pause(change: Change, { organization, row }: Subscribed, nowMs: number): Promise<Subscribed> {
		if (isOff(organization)) return save(change, { organization, row }, { ...row, pausesAtMs: nowMs + GRACE_MS }, null);
		const blocked = await blocks.block(change, organization);
		await notices.suspended(change, blocked);
		const paused = { ...row, state: "paused", pausesAtMs: null } as const;
		await lookLater(change, row);
		return save(change, { organization: blocked, row }, paused, facts["subscription.pause"]);
	}

	/** Lifts the suspension of an organization where nobody is billed any more; it goes on owing what it owes. */
	async function lift(change: Change, { organization, row }: Subscribed, nowMs: number): Promise<Subscribed> {
		const open = await blocks.unblock(change, organization);
		const late = { ...row, state: "past_due", pausesAtMs: nowMs + GRACE_MS } as const;
		return save(change, { organization: open, row }, late, facts["subscription.fall_past_due"]);
	}

	const lookLater = (change: Change, { orgId }: SubscriptionRow) =>
		jobs.enqueue(change.tx, { queue: DUE, payload: {}, orgId, runAtMs: change.nowMs + LATER_MS });

	/** Does what is due by now. */
	async function step(change: Change, subscribed: Subscribed, nowMs: number): Promise<Subscribed> {
		const { row } = subscribed;
		if (row.state === "trialing") return endTrial(change, subscribed);
		if (row.state === "past_due" && row.pausesAtMs !== null && row.pausesAtMs <= nowMs)
			return pause(change, subscribed, nowMs);
		const monthEndsAtMs = meteredUntilMs(row);
		if (monthEndsAtMs !== null && monthEndsAtMs < row.currentPeriodEndMs)
			return meter(change, subscribed, monthEndsAtMs);
		return row.cancelAtPeriodEnd ? cancel(change, subscribed) : renew(change, subscribed);
	}

	/** Runs a job on {@link DUE}: whatever it was enqueued for, what is due by now happens, once. */
	async function run(job: Job): Promise<void> {
		const { orgId } = job;
		if (orgId === null) return;
		await unitOfWork.run(systemContext(`job:${DUE}`), async (change) => {
			await job.done(change.tx);
			const organization = await lockOrganizationRow(change.tx, orgId);
			const row = await lockSubscription(change.tx, { orgId });
			if (!organization || organization.state === "deleted" || !row) return;
			const isPaused = row.state === "paused";
			if (organization.state === "pending_deletion" || (isPaused && !isOff(organization)))
				return lookLater(change, row);
			const nowMs = settledClock.nowMs();
			const isDue = ({ row }: Subscribed) => (dueAtMs(row) ?? Number.POSITIVE_INFINITY) <= nowMs;
			let subscribed: Subscribed = { organization, row };
			if (isPaused) subscribed = await lift(change, subscribed, nowMs);
			for (let n = 0; n < MOST && isDue(subscribed); n++) subscribed = await step(change, subscribed, nowMs);
		});
	}

	return { run, cancel };
}
