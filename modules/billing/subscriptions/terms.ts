import type { OrganizationRow, SubscriptionPrice, SubscriptionRow } from "#db/schema";
import type { Interval } from "#db/seed/plans";
import { enforcementOf, type Plan } from "#modules/tenancy/plans";
import { settings } from "#modules/tenancy/settings";
import { startOfPeriod } from "#modules/tenancy/usage";
import { periodPrice } from "./proration.ts";

/** What is subscribed to. */
export interface Terms {
	readonly plan: Plan;
	readonly interval: Interval;
	readonly seats: number;
}

/** The columns that say what is subscribed to. */
export const termColumns = ({ plan, interval, seats }: Terms) => ({
	planCode: plan.code,
	interval,
	seats,
	currency: plan.currency,
	price: {
		...plan.prices[interval],
		includedSeats: plan.includedSeats,
		overage: plan.overage,
	} satisfies SubscriptionPrice,
});

/** The columns of a subscription whose period begins at an instant, which all further ones are counted from. */
export function firstPeriod(organization: OrganizationRow, interval: Interval, anchorMs: number) {
	const { timezone } = settings.effective(organization);
	const source = { anchorMs, timezone, interval };
	return {
		timezone,
		anchorMs,
		periodIndex: 0,
		currentPeriodStartMs: anchorMs,
		currentPeriodEndMs: startOfPeriod(source, 1),
	};
}

/** The columns of the period after the current one. */
export function nextPeriod(row: SubscriptionRow) {
	const periodIndex = row.periodIndex + 1;
	return {
		periodIndex,
		currentPeriodStartMs: row.currentPeriodEndMs,
		currentPeriodEndMs: startOfPeriod(row, periodIndex + 1),
	};
}

/** The columns of a period that is charged for as a whole; of one that costs nothing, where nobody is billed when it begins. */
export function chargedPeriod(
	organization: OrganizationRow,
	row: Pick<SubscriptionRow, "price" | "seats">,
	fromMs: number,
) {
	const priceMinor = enforcementOf(organization) === "off" ? 0 : periodPrice(row.price, row.seats);
	return { segments: [{ fromMs, priceMinor }], chargedMinor: priceMinor };
}

/** What terms cost in a month, to compare them. */
export const monthlyPrice = ({ plan, interval, seats }: Terms): number =>
	perMonth(periodPrice({ ...plan.prices[interval], includedSeats: plan.includedSeats }, seats), interval);

/** What a subscription costs in a month, at the price that was agreed. */
export const paidMonthly = ({
	price,
	seats,
	interval,
}: Pick<SubscriptionRow, "price" | "seats" | "interval">): number => perMonth(periodPrice(price, seats), interval);

const perMonth = (priceMinor: number, interval: Interval): number => priceMinor / (interval === "year" ? 12 : 1);
