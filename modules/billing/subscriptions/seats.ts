import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { currentUsage } from "#modules/tenancy/usage";
import { planOfSubscription } from "./plan-changes.ts";
import type { Terms } from "./terms.ts";

/**
 * Returns the seats that are paid for when something begins: those of the terms, or more when there are more members by
 * then, up to what the plan can have. Members to whom the operator has granted seats beside the plan are not paid for.
 */
export async function seatsToPay(
	db: ReadDb,
	organization: OrganizationRow,
	{ plan, seats }: Pick<Terms, "plan" | "seats">,
	nowMs: number,
): Promise<number> {
	if (organization.entitlementOverrides.seats !== undefined) return seats;
	const members = await currentUsage(db, organization, "seats", nowMs);
	return Math.max(seats, Math.min(members, plan.limits.seats ?? members));
}

/** Returns a subscription whose next period, if another number of seats was asked for, has {@link seatsToPay}. */
export async function withSeatsToCome(
	db: ReadDb,
	organization: OrganizationRow,
	row: SubscriptionRow,
	nowMs: number,
): Promise<SubscriptionRow> {
	const { pendingChange } = row;
	if (pendingChange === null) return row;
	const plan = planOfSubscription(organization, pendingChange.planCode);
	const seats = await seatsToPay(db, organization, { plan, seats: pendingChange.seats }, nowMs);
	return { ...row, pendingChange: { ...pendingChange, seats } };
}
