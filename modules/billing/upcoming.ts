import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { InvoiceDraft, RunningBill } from "#modules/invoices";
import { periodLines } from "./lines.ts";
import { planOfSubscription } from "./planning.ts";
import { findSubscription } from "./repository.ts";
import { chargedPeriod, firstPeriod, nextPeriod, termColumns } from "./terms.ts";

/** Returns the invoice of the next period as far as it is known; null when the subscription ends, or nothing is charged. */
export function upcomingDraft(organization: OrganizationRow, row: SubscriptionRow): InvoiceDraft | null {
	if (row.cancelAtPeriodEnd || (row.state !== "active" && row.state !== "past_due")) return null;
	const { pendingChange } = row;
	const plan = planOfSubscription(organization, pendingChange?.planCode ?? row.planCode);
	const terms = pendingChange === null ? {} : termColumns({ ...pendingChange, plan });
	const interval = pendingChange?.interval ?? row.interval;
	const period =
		interval === row.interval ? nextPeriod(row) : firstPeriod(organization, interval, row.currentPeriodEndMs);
	const begun = { ...row, ...terms, ...period };
	const after = { ...begun, ...chargedPeriod(begun, begun.currentPeriodStartMs) };
	const lines = periodLines(after, plan);
	if (lines.length === 0) return null;
	const { currency, currentPeriodStartMs: periodStartMs, currentPeriodEndMs: periodEndMs } = after;
	return { lines, currency, periodStartMs, periodEndMs };
}

/** Returns what a subscription costs in its current period; of a calendar month, and nothing, where there is none. */
export const runningBill: RunningBill = async (db, organization, nowMs) => {
	const row = await findSubscription(db, { orgId: organization.id });
	if (row === undefined || row.state === "canceled" || row.segments.length === 0) return emptyBill(nowMs);
	const { currency, currentPeriodStartMs: periodStartMs, currentPeriodEndMs: periodEndMs } = row;
	const lines = periodLines(row, planOfSubscription(organization, row.planCode));
	return { lines, currency, periodStartMs, periodEndMs };
};

function emptyBill(nowMs: number): InvoiceDraft {
	const now = new Date(nowMs);
	const monthMs = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
	return { lines: [], currency: "EUR", periodStartMs: monthMs(0), periodEndMs: monthMs(1) };
}
