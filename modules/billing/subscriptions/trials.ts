import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { enforcementOf, type Plan } from "#modules/tenancy/plans";
import type { Change } from "#platform/unit-of-work";
import { assertOwesNothing } from "./debts.ts";
import { notEnforced, subscribed, trialUsed } from "./errors.ts";
import { facts } from "./facts.ts";
import { planOfSubscription } from "./plan-changes.ts";
import { findSubscription, lockSubscription } from "./repository.ts";
import type { Subscribed, Subscriptions } from "./subscriptions.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

export type Trials = ReturnType<typeof createTrials>;

/** Creates what the module of trials does to subscriptions. */
export function createTrials({ subscriptions }: { readonly subscriptions: Subscriptions }) {
	return {
		/** Returns the subscription of an organization; undefined without one. */
		find: (db: ReadDb, orgId: string): Promise<SubscriptionRow | undefined> => findSubscription(db, { orgId }),

		/**
		 * Starts the only trial of an organization: of a plan with as many seats as it may have, for as many days as it says.
		 * @param organization locked by the change
		 * @throws `state_conflict` when there was one, or a plan is paid for; `payment_required`
		 */
		async start(change: Change, organization: OrganizationRow, plan: Plan): Promise<Subscribed> {
			if (enforcementOf(organization) === "off") throw notEnforced();
			const found = await lockSubscription(change.tx, { orgId: organization.id });
			if (found && found.trialStartedAtMs !== null) throw trialUsed(found.trialStartedAtMs);
			if (found && found.state !== "canceled") throw subscribed(planOfSubscription(organization, found.planCode).name);
			await assertOwesNothing(change.tx, organization.id);
			const terms = { plan, interval: "month", seats: Math.max(1, plan.includedSeats) } as const;
			const endsAtMs = change.nowMs + plan.trialDays * DAY_MS;
			const trial = { state: "trialing", trialStartedAtMs: change.nowMs, trialEndsAtMs: endsAtMs } as const;
			const draft = subscriptions.draft(change, organization, terms);
			const row = {
				...draft,
				metered: found?.metered ?? [],
				id: found?.id ?? draft.id,
				createdAtMs: found?.createdAtMs ?? draft.createdAtMs,
			};
			const before = { organization, row: found ?? null };
			const started = { ...row, ...trial, currentPeriodEndMs: endsAtMs };
			return subscriptions.save(change, before, started, facts["subscription.start_trial"]);
		},
	};
}
