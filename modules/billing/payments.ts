import type { OrganizationRow } from "#db/schema";
import type { InvoiceListener } from "#modules/invoices";
import { lockOrganizationRow } from "#modules/organizations";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { periodLines } from "./lines.ts";
import { planOfSubscription } from "./planning.ts";
import type { NonpaymentBlocks } from "./ports.ts";
import { findOverdueInvoice, lockSubscription } from "./repository.ts";
import type { Subscribed, Subscriptions } from "./subscriptions.ts";
import { chargedPeriod, firstPeriod } from "./terms.ts";

/** Time between the day on which an invoice is overdue and the suspension of the organization. */
const GRACE_MS = 14 * 24 * 60 * 60 * 1_000;

/** Dependencies of {@link createPaymentListener}. */
export interface PaymentListenerDeps {
	readonly subscriptions: Subscriptions;
	readonly blocks: NonpaymentBlocks;
}

/** Creates what follows for a subscription from the payment of its invoices. */
export function createPaymentListener({ subscriptions, blocks }: PaymentListenerDeps): InvoiceListener {
	const { save, charge } = subscriptions;

	async function lock(change: Change, orgId: string) {
		const organization = await lockOrganizationRow(change.tx, orgId);
		const row = await lockSubscription(change.tx, { orgId });
		return organization && row && organization.state !== "deleted" ? { organization, row } : null;
	}

	/** Goes on with the period; where it has ended meanwhile, with a new one, or not at all if that was the wish. */
	async function resume(change: Change, { organization, row }: Subscribed): Promise<void> {
		const unblocked: OrganizationRow =
			row.state === "paused" ? await blocks.unblock(change, organization) : organization;
		const active = { ...row, state: "active", pausesAtMs: null } as const;
		const isOver = row.state === "paused" && row.currentPeriodEndMs <= change.nowMs;
		if (isOver && row.cancelAtPeriodEnd) {
			const ended = {
				state: "canceled",
				pausesAtMs: null,
				canceledAtMs: change.nowMs,
				cancelAtPeriodEnd: false,
			} as const;
			await save(change, { organization: unblocked, row }, { ...row, ...ended }, facts["subscription.cancel"]);
			return;
		}
		const begun = isOver ? { ...active, ...firstPeriod(unblocked, row.interval, change.nowMs) } : active;
		const after = isOver ? { ...begun, ...chargedPeriod(begun, change.nowMs) } : begun;
		const saved = await save(change, { organization: unblocked, row }, after, facts["subscription.resume"]);
		if (isOver) await charge(change, saved, periodLines(saved.row, planOfSubscription(unblocked, row.planCode)));
	}

	async function settled(change: Change, orgId: string): Promise<void> {
		const found = await lock(change, orgId);
		if (found === null || (found.row.state !== "past_due" && found.row.state !== "paused")) return;
		if ((await findOverdueInvoice(change.tx, { orgId, state: "open" })) === undefined) await resume(change, found);
	}

	return {
		async onOverdue(change, orgId) {
			const found = await lock(change, orgId);
			if (found === null || found.row.state !== "active") return;
			const late = { ...found.row, state: "past_due", pausesAtMs: change.nowMs + GRACE_MS } as const;
			await save(change, found, late, facts["subscription.fall_past_due"]);
		},
		onPaid: settled,
		onVoided: settled,
	};
}
