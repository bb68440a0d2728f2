import type { InvoiceLine, OrganizationRow, SubscriptionRow, SubscriptionState } from "#db/schema";
import type { Invoices } from "#modules/billing/invoices";
import { saveOrganization } from "#modules/tenancy/organization-records";
import { enforcementOf } from "#modules/tenancy/plans";
import type { Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { type CurrencyLine, draftsOf, unusedMinor } from "./lines.ts";
import { meteredUntilMs } from "./meters.ts";
import { DUE } from "./queues.ts";
import { subscriptionsOf } from "./repository.ts";
import type { PublishedSubscription } from "./schemas.ts";
import { chargedBy } from "./taken-back.ts";
import { firstPeriod, type Terms, termColumns } from "./terms.ts";
import { toPublished } from "./view.ts";

/**
 * The states that a subscription may go to from each: a trial is converted or expires; an invoice that is overdue has to be
 * paid, or the organization is suspended, until it has paid or nobody is billed any more; a plan that was canceled may be chosen again.
 */
const NEXT: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
	trialing: ["active", "canceled"],
	active: ["past_due", "canceled"],
	past_due: ["active", "paused", "canceled"],
	paused: ["active", "past_due", "canceled"],
	canceled: ["trialing", "active"],
};

/** Asserts that a subscription may change its state, if it does: anything else is an error of the program. */
function assertTransition(from: SubscriptionState, to: SubscriptionState): void {
	if (from !== to && !NEXT[from].includes(to)) throw new Error(`a subscription cannot go from ${from} to ${to}`);
}

/** Days until an invoice is to be paid. */
const DUE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Time between the day on which an invoice is overdue and the suspension of the organization. */
export const GRACE_MS = 14 * DAY_MS;

export interface SubscriptionsDeps extends Pick<Core, "newId"> {
	readonly jobs: Pick<Jobs, "enqueue">;
	readonly invoices: Pick<Invoices, "issue" | "giveBack">;
}

/** An organization, locked, and its subscription. */
export interface Subscribed {
	readonly organization: OrganizationRow;
	readonly row: SubscriptionRow;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Returns when something is to be done about a subscription by itself, Unix ms; null: nothing is. */
export function dueAtMs(row: SubscriptionRow): number | null {
	const { state, trialEndsAtMs, pausesAtMs } = row;
	if (state === "trialing") return trialEndsAtMs;
	const endsAtMs = Math.min(row.currentPeriodEndMs, meteredUntilMs(row) ?? row.currentPeriodEndMs);
	if (state === "active") return endsAtMs;
	if (state === "past_due") return Math.min(endsAtMs, pausesAtMs ?? endsAtMs);
	return null;
}

/** The plan code of an organization with a subscription: null where it has ended. */
const planCodeOf = ({ state, planCode }: SubscriptionRow): string | null => (state === "canceled" ? null : planCode);

/** The seats that limit an organization with a subscription: those that are paid for; null in a trial, or where they cost nothing. */
const paidSeatsOf = ({ state, price, seats }: SubscriptionRow): number | null =>
	state === "trialing" || state === "canceled" || price.perSeatMinor === 0 ? null : seats;

/** Creates what is done to subscriptions within a change. */
export function createSubscriptions({ newId, jobs, invoices }: SubscriptionsDeps) {
	/** Stores a subscription and what follows from it: the plan of its organization, and when it is due. */
	async function save(
		change: Change,
		{ organization, row: before }: { readonly organization: OrganizationRow; readonly row: SubscriptionRow | null },
		after: SubscriptionRow,
		fact: Fact<typeof PublishedSubscription> | null,
	): Promise<Subscribed> {
		if (before !== null) assertTransition(before.state, after.state);
		const row = { ...after, version: (before?.version ?? 0) + 1, updatedAtMs: change.nowMs };
		const { orgId, id, ...values } = row;
		if (before === null) await subscriptionsOf(change.tx, orgId).insert({ id, ...values });
		else await subscriptionsOf(change.tx, orgId).update(id, values);
		const columns = { planCode: planCodeOf(row), paidSeats: paidSeatsOf(row) };
		const isSame = organization.planCode === columns.planCode && organization.paidSeats === columns.paidSeats;
		const saved = isSame ? organization : await saveOrganization(change, organization, columns);
		const runAtMs = dueAtMs(row);
		if (runAtMs !== null && (before === null || dueAtMs(before) !== runAtMs))
			await jobs.enqueue(change.tx, { queue: DUE, payload: {}, orgId, runAtMs });
		if (fact !== null) change.record(orgId, fact, { id, object: toPublished(row) });
		return { organization: saved, row };
	}

	/**
	 * Issues an invoice for a subscription, and one of its own for what had its price in another currency; none of lines that
	 * add up to nothing, and none at all where nobody is billed: that is not made up for later.
	 */
	async function charge(
		change: Change,
		{ organization, row }: Subscribed,
		lines: readonly InvoiceLine[],
		others: readonly CurrencyLine[] = [],
	): Promise<void> {
		if (enforcementOf(organization) === "off") return;
		for (const draft of draftsOf(row.currency, lines, others))
			await invoices.issue(change, organization, { ...draft, dueAtMs: change.nowMs + DUE_DAYS * DAY_MS });
	}

	/**
	 * Gives back unused time of the period of a subscription, as it was before the change, by credit notes of the invoices that
	 * have charged it. Where nobody is billed, nothing is given back either.
	 */
	async function giveBack(
		change: Change,
		{ organization, row }: Subscribed,
		unused: readonly InvoiceLine[],
	): Promise<void> {
		const amountMinor = unusedMinor(unused);
		if (enforcementOf(organization) === "off" || amountMinor === 0) return;
		await invoices.giveBack(change, organization, {
			amountMinor,
			currency: row.currency,
			reason: unused[0]?.description ?? "",
			chargedBy: (invoice) => chargedBy(invoice, row),
		});
	}

	/** Returns the subscription of an organization that has none, with nothing charged yet. */
	const draft = (change: Change, organization: OrganizationRow, terms: Terms): SubscriptionRow => ({
		orgId: organization.id,
		id: newId("sub"),
		...termColumns(terms),
		state: "canceled",
		...firstPeriod(organization, terms.interval, change.nowMs),
		segments: [],
		metered: [],
		chargedMinor: 0,
		cancelAtPeriodEnd: false,
		pendingChange: null,
		trialStartedAtMs: null,
		trialEndsAtMs: null,
		trialOutcome: null,
		pausesAtMs: null,
		canceledAtMs: null,
		version: 0,
		createdAtMs: change.nowMs,
		updatedAtMs: change.nowMs,
	});

	return { save, charge, giveBack, draft };
}
