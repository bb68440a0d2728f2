import type { OrganizationRow } from "#db/schema";
import type { Clock } from "#kernel/clock";
import { lockOrganizationRow } from "#modules/organizations";
import { systemContext } from "#modules/permissions";
import type { Job, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { periodLines } from "./lines.ts";
import { planOfSubscription } from "./planning.ts";
import type { NonpaymentBlocks } from "./ports.ts";
import { DUE } from "./queues.ts";
import { lockSubscription } from "./repository.ts";
import { dueAtMs, type Subscribed, type Subscriptions } from "./subscriptions.ts";
import { chargedPeriod, firstPeriod, nextPeriod, termColumns } from "./terms.ts";

/** Periods that one job makes up for; another one does what is left. */
const MOST = 12;
/** Ms after which an organization that may be deleted is looked at again. */
const LATER_MS = 24 * 60 * 60 * 1_000;

/** Dependencies of {@link createDue}. */
export interface DueDeps {
	/** By which nobody is charged or suspended before the time was confirmed. */
	readonly settledClock: Clock;
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Pick<Jobs, "enqueue">;
	readonly subscriptions: Subscriptions;
	readonly blocks: NonpaymentBlocks;
	/** Whether a trial goes on as a subscription that is paid for. */
	readonly converts: (change: Change, organization: OrganizationRow) => Promise<boolean>;
}

/** Creates what is done about subscriptions at their time. */
export function createDue({ settledClock, unitOfWork, jobs, subscriptions, blocks, converts }: DueDeps) {
	const { save, charge } = subscriptions;

	/** Begins the next period, on other terms where that was asked for. */
	async function renew(change: Change, { organization, row }: Subscribed): Promise<Subscribed> {
		const { pendingChange } = row;
		const plan = planOfSubscription(organization, pendingChange?.planCode ?? row.planCode);
		const terms = pendingChange === null ? {} : termColumns({ ...pendingChange, plan });
		const isAsLong = pendingChange === null || pendingChange.interval === row.interval;
		const period = isAsLong
			? nextPeriod(row)
			: firstPeriod(organization, pendingChange.interval, row.currentPeriodEndMs);
		const begun = { ...row, ...terms, ...period, pendingChange: null };
		const after = { ...begun, ...chargedPeriod(begun, begun.currentPeriodStartMs) };
		const fact = facts[pendingChange === null ? "subscription.renew" : "subscription.change_plan"];
		const saved = await save(change, { organization, row }, after, fact);
		await charge(change, saved, periodLines(saved.row, plan));
		return saved;
	}

	const cancel = (change: Change, subscribed: Subscribed): Promise<Subscribed> => {
		const ended = {
			state: "canceled",
			canceledAtMs: change.nowMs,
			cancelAtPeriodEnd: false,
			pausesAtMs: null,
		} as const;
		return save(change, subscribed, { ...subscribed.row, ...ended }, facts["subscription.cancel"]);
	};

	/** Ends a trial: the subscription goes on and is charged for, or the plan that is free of charge applies. */
	async function endTrial(change: Change, { organization, row }: Subscribed): Promise<Subscribed> {
		const endedAtMs = row.trialEndsAtMs ?? change.nowMs;
		if (!(await converts(change, organization))) {
			const ended = { state: "canceled", trialOutcome: "expired", canceledAtMs: endedAtMs } as const;
			return save(change, { organization, row }, { ...row, ...ended }, facts["subscription.end_trial"]);
		}
		const begun = { ...row, ...firstPeriod(organization, row.interval, endedAtMs) };
		const paid = { ...begun, ...chargedPeriod(begun, endedAtMs), state: "active", trialOutcome: "converted" } as const;
		const saved = await save(change, { organization, row }, paid, facts["subscription.convert_trial"]);
		await charge(change, saved, periodLines(saved.row, planOfSubscription(organization, saved.row.planCode)));
		return saved;
	}

	/** Suspends an organization that has not paid in time. */
	async function pause(change: Change, { organization, row }: Subscribed): Promise<Subscribed> {
		const blocked = await blocks.block(change, organization);
		const paused = { ...row, state: "paused", pausesAtMs: null } as const;
		return save(change, { organization: blocked, row }, paused, facts["subscription.pause"]);
	}

	/** Does what is due by now. */
	async function step(change: Change, subscribed: Subscribed, nowMs: number): Promise<Subscribed> {
		const { row } = subscribed;
		if (row.state === "trialing") return endTrial(change, subscribed);
		if (row.state === "past_due" && row.pausesAtMs !== null && row.pausesAtMs <= nowMs)
			return pause(change, subscribed);
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
			if (organization.state === "pending_deletion") {
				await jobs.enqueue(change.tx, { queue: DUE, payload: {}, orgId, runAtMs: change.nowMs + LATER_MS });
				return;
			}
			const nowMs = settledClock.nowMs();
			const isDue = ({ row }: Subscribed) => (dueAtMs(row) ?? Number.POSITIVE_INFINITY) <= nowMs;
			let subscribed: Subscribed = { organization, row };
			for (let n = 0; n < MOST && isDue(subscribed); n++) subscribed = await step(change, subscribed, nowMs);
		});
	}

	return { run, cancel };
}
