import type { InvoiceRow } from "#db/schema";
import type { BillingNotices } from "#modules/billing/billing-notices";
import { invoiceOverdue, invoicePaid, invoiceTakenBack, invoiceVoided } from "#modules/billing/invoices";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { enforcementOf } from "#modules/tenancy/plans";
import { at, type Change, type Reaction } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { renewed } from "./plan-changes.ts";
import type { NonpaymentBlocks } from "./ports.ts";
import { lockSubscription, overdueInvoices } from "./repository.ts";
import { GRACE_MS, type Subscribed, type Subscriptions } from "./subscriptions.ts";
import { withTakenBack } from "./taken-back.ts";
import { meteredUse } from "./usage-lines.ts";

export interface ReactionsDeps {
	readonly subscriptions: Subscriptions;
	readonly blocks: NonpaymentBlocks;
	readonly notices: Pick<BillingNotices, "overdue" | "settled">;
	/** Ends a subscription now. */
	readonly cancel: (change: Change, subscribed: Subscribed) => Promise<Subscribed>;
}

/** Creates what follows for a subscription from the payment of its invoices. */
export function createReactions({ subscriptions, blocks, notices, cancel }: ReactionsDeps): readonly Reaction[] {
	const { save, charge } = subscriptions;

	async function lock(change: Change, orgId: string) {
		const organization = await lockOrganizationRow(change.tx, orgId);
		const row = await lockSubscription(change.tx, { orgId });
		return organization && row && organization.state !== "deleted" ? { organization, row } : null;
	}

	/** Goes on with the period; where it has ended meanwhile, with a new one, or not at all if that was the wish. */
	async function resume(change: Change, { organization, row }: Subscribed): Promise<void> {
		const isPaused = row.state === "paused";
		const unblocked = isPaused ? await blocks.unblock(change, organization) : organization;
		await notices.settled(change, unblocked);
		const before = { organization: unblocked, row };
		if (isPaused && row.currentPeriodEndMs <= change.nowMs) return restart(change, before);
		await save(change, before, { ...row, state: "active", pausesAtMs: null }, facts["subscription.resume"]);
	}

	/** Begins a period after one that has ended while nobody had paid, on other terms where that was asked for. */
	async function restart(change: Change, { organization, row }: Subscribed): Promise<void> {
		if (row.cancelAtPeriodEnd) {
			await cancel(change, { organization, row });
			return;
		}
		const use = await meteredUse(change.tx, organization, row, change.nowMs);
		const begun = renewed(organization, use.row, change.nowMs);
		const active = { ...begun.row, state: "active", pausesAtMs: null } as const;
		const saved = await save(change, { organization, row }, active, facts["subscription.resume"]);
		await charge(change, saved, begun.lines, use.lines);
	}

	async function settled(change: Change, { orgId }: InvoiceRow): Promise<void> {
		const found = await lock(change, orgId);
		if (found === null || (await overdueInvoices(change.tx, orgId)).length > 0) return;
		const { state } = found.row;
		if (state === "past_due" || state === "paused") await resume(change, found);
		// What was ended while it was paused is not resumed, but nothing is owed any more.
		else if (state === "canceled") await blocks.unblock(change, found.organization);
	}

	return [
		at(invoiceOverdue, async (change, invoice) => {
			const found = await lock(change, invoice.orgId);
			if (found === null) return;
			const pausesAtMs = found.row.state === "active" ? change.nowMs + GRACE_MS : found.row.pausesAtMs;
			// Where nobody is billed, nobody is threatened with a suspension.
			if (enforcementOf(found.organization) !== "off")
				await notices.overdue(change, found.organization, invoice, pausesAtMs);
			if (found.row.state !== "active") return;
			const late = { ...found.row, state: "past_due", pausesAtMs } as const;
			await save(change, found, late, facts["subscription.fall_past_due"]);
		}),
		at(invoiceTakenBack, async (change, { invoice, totalMinor }) => {
			const found = await lock(change, invoice.orgId);
			if (found === null || found.row.state === "trialing" || found.row.state === "canceled") return;
			const row = withTakenBack(found.row, invoice, totalMinor);
			if (row.chargedMinor !== found.row.chargedMinor) await save(change, found, row, null);
		}),
		at(invoicePaid, settled),
		at(invoiceVoided, settled),
	];
}
