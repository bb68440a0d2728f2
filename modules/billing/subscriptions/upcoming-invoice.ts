import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { InvoiceDraft, RunningBill } from "#modules/billing/invoices";
import { enforcementOf } from "#modules/tenancy/plans";
import { currentLines, draftOf, linesIn } from "./lines.ts";
import { meteredUntilMs } from "./meters.ts";
import { planOfSubscription, renewed } from "./plan-changes.ts";
import { findSubscription } from "./repository.ts";
import { withSeatsToCome } from "./seats.ts";
import { meteredUse } from "./usage-lines.ts";

/**
 * Returns the next invoice as far as it is known: of the next period, with the use of this one so far; of that use alone, if
 * the subscription ends or its period goes on; null when nothing is charged.
 */
export async function upcomingDraft(
	db: ReadDb,
	organization: OrganizationRow,
	row: SubscriptionRow,
	nowMs: number,
): Promise<InvoiceDraft | null> {
	if (enforcementOf(organization) === "off") return null;
	if (row.state !== "active" && row.state !== "past_due") return null;
	const use = linesIn(row.currency, (await meteredUse(db, organization, row, nowMs, true)).lines);
	const isBefore = (meteredUntilMs(row) ?? row.currentPeriodEndMs) < row.currentPeriodEndMs;
	if (row.cancelAtPeriodEnd || (isBefore && use.length > 0)) return draftOf(row.currency, use);
	const next = renewed(organization, await withSeatsToCome(db, organization, row, nowMs));
	return draftOf(next.row.currency, [...next.lines, ...(next.row.currency === row.currency ? use : [])]);
}

/** Returns what a subscription costs in its current period; of a calendar month, and nothing, where there is none. */
export const runningBill: RunningBill = async (db, organization, nowMs) => {
	const row = await findSubscription(db, { orgId: organization.id });
	const isFree = enforcementOf(organization) === "off" || row === undefined || row.state === "canceled";
	if (isFree || row.segments.length === 0) return emptyBill(nowMs);
	const { currency, currentPeriodStartMs: periodStartMs, currentPeriodEndMs: periodEndMs } = row;
	const use = linesIn(currency, (await meteredUse(db, organization, row, nowMs, true)).lines);
	const lines = [...currentLines(row, planOfSubscription(organization, row.planCode)), ...use];
	return { lines, currency, periodStartMs, periodEndMs };
};

function emptyBill(nowMs: number): InvoiceDraft {
	const now = new Date(nowMs);
	const monthMs = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
	return { lines: [], currency: "EUR", periodStartMs: monthMs(0), periodEndMs: monthMs(1) };
}
