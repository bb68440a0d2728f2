import type { InvoiceLine, MeteredPeriod, MeteredSegment, OrganizationRow, SubscriptionRow } from "#db/schema";
import type { OverageMeter } from "#db/seed/plans";
import type { ReadDb } from "#db/store";
import { share } from "#modules/billing/invoices";
import { PUBLIC_METERS, SINGULAR } from "#modules/tenancy/usage";
import { usageIn } from "#platform/usage";
import type { CurrencyLine } from "./lines.ts";
import { beyondIncluded, endOf, includedUnits, metersOf } from "./meters.ts";
import { planOfSubscription } from "./plan-changes.ts";

/** Lines for use beyond what was included, and the subscription that knows that they were charged. */
export interface MeteredUse {
	readonly row: SubscriptionRow;
	readonly lines: readonly CurrencyLine[];
}

/** What a meter is called on an invoice. */
const NAMES: Readonly<Record<OverageMeter, string>> = {
	meeting_minutes: "minutes of meetings",
	transcription_minutes: "minutes of transcription",
	translation_minutes: "minutes of translation",
	ai_summaries: "summaries",
	api_requests: "requests to the API",
};

const used = (db: ReadDb, orgId: string, meter: OverageMeter, fromMs: number, toMs: number): Promise<number> =>
	usageIn(db, orgId, PUBLIC_METERS[meter].meter, { fromMs, toMs });

/**
 * Returns what is to be charged for the months of a subscription that have ended: use beyond what they include, each unit
 * once. What was recorded late for a month that was charged is charged now.
 * @param untilMs Unix ms; a month that goes on is charged for as if it ended now when `isRunning`
 */
export async function meteredUse(
	db: ReadDb,
	organization: OrganizationRow,
	row: SubscriptionRow,
	untilMs: number,
	isRunning = false,
): Promise<MeteredUse> {
	const isLate = await hasLateUse(db, organization.id, row.metered);
	const lines: CurrencyLine[] = [];
	const metered: MeteredPeriod[] = [];
	for (const period of row.metered) {
		const isDue = (isRunning || period.toMs <= untilMs) && (period.used === undefined || isLate);
		const charged = isDue ? await charge(db, organization, period) : { period, lines: [] };
		metered.push(charged.period);
		lines.push(...charged.lines.map((line) => ({ currency: period.currency, line })));
	}
	return { row: { ...row, metered }, lines };
}

/** Whether more was recorded for the months that were charged than there was then; also true where months do not adjoin. */
async function hasLateUse(db: ReadDb, orgId: string, metered: readonly MeteredPeriod[]): Promise<boolean> {
	const charged = metered.filter((period) => period.used !== undefined);
	const [first, last] = [charged[0], charged.at(-1)];
	if (first === undefined || last === undefined) return false;
	for (const meter of new Set(charged.flatMap(metersOf))) {
		const known = charged.reduce((sum, period) => sum + (period.used?.[meter] ?? 0), 0);
		if ((await used(db, orgId, meter, first.fromMs, last.toMs)) !== known) return true;
	}
	return false;
}

/** Charges for a month what was not charged before. */
async function charge(db: ReadDb, organization: OrganizationRow, period: MeteredPeriod) {
	const lines: InvoiceLine[] = [];
	const all: Partial<Record<OverageMeter, number>> = {};
	const segments = [...period.segments];
	for (const meter of metersOf(period)) {
		const inSegments = await Promise.all(
			period.segments.map(({ fromMs }, index) => used(db, organization.id, meter, fromMs, endOf(period, index))),
		);
		all[meter] = inSegments.reduce((sum, each) => sum + each, 0);
		for (const [index, units] of beyondIncluded(period, meter, inSegments).entries()) {
			const segment = segments[index];
			const line = segment && lineOf(organization, { period, segment, index, meter, units });
			if (!segment || !line) continue;
			lines.push(line);
			segments[index] = { ...segment, billed: { ...segment.billed, [meter]: units } };
		}
	}
	return { period: { ...period, segments, used: all }, lines };
}

interface Beyond {
	readonly period: MeteredPeriod;
	readonly segment: MeteredSegment;
	readonly index: number;
	readonly meter: OverageMeter;
	/** In all, also what was charged already. */
	readonly units: number;
}

/** Returns the line for what was not charged yet; null while that costs less than half of the smallest amount. */
function lineOf(organization: OrganizationRow, { period, segment, index, meter, units }: Beyond): InvoiceLine | null {
	const terms = segment.terms[meter];
	const quantity = units - (segment.billed[meter] ?? 0);
	const amountMinor = terms === undefined ? 0 : share(quantity, terms.amountMinor, terms.per);
	if (terms === undefined || amountMinor === 0) return null;
	const { name } = planOfSubscription(organization, segment.planCode);
	const included = includedUnits(period, meter).toLocaleString("en");
	return {
		kind: "usage",
		description: `${name}, ${NAMES[meter]} beyond ${included}`,
		quantity,
		unit: SINGULAR[PUBLIC_METERS[meter].unit],
		unitAmountMinor: terms.amountMinor,
		per: terms.per,
		amountMinor,
		periodStartMs: segment.fromMs,
		periodEndMs: endOf(period, index),
	};
}
