import type { InvoiceLine, OrganizationRow, SubscriptionRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { invalidMember } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import type { BillingAccounts } from "#modules/billing-accounts";
import type { Invoices } from "#modules/invoices";
import { closedIn, findOrganization, lockWritableOrganization } from "#modules/organizations";
import type { PaymentsModule } from "#modules/payments";
import { enforcementOf, planOf, plansOf, toSubscriptionPlan } from "#modules/plans";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { entitlementsOf } from "./entitlements.ts";
import { downgradeBlocked, notEnforced, paymentRequired } from "./errors.ts";
import { facts } from "./facts.ts";
import { createGranting } from "./granting.ts";
import { endedAt } from "./metering.ts";
import { atPeriodEnd, effectiveByDefault, immediately, isFreeOfCharge } from "./planning.ts";
import { findSubscription, lockSubscription } from "./repository.ts";
import { billingFields, type ChangePlanRequest, type PlanChange } from "./schemas.ts";
import { seatsToPay } from "./seats.ts";
import type { Subscribed, Subscriptions } from "./subscriptions.ts";
import type { Terms } from "./terms.ts";
import { upcomingDraft } from "./upcoming.ts";
import { linesIn, meteredUse } from "./usage-lines.ts";
import { shownSubscription, toSubscription } from "./view.ts";
import { violationsOf } from "./violations.ts";

/** Dependencies of {@link createBillingService}. */
export interface BillingDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly accounts: BillingAccounts;
	readonly invoices: Invoices;
	readonly subscriptions: Subscriptions;
	/** Returns the ways to pay of an organization. */
	readonly methodsOf: PaymentsModule["methodsOf"];
	/** Ends a subscription now. */
	readonly cancel: (change: Change, subscribed: Subscribed) => Promise<SubscriptionRow>;
}

/** Asserts that an organization is open and owes nothing. @throws `organization_suspended` `payment_required` */
function assertChangeable({ state }: OrganizationRow, row: SubscriptionRow | undefined): void {
	const closed = closedIn(state);
	if (closed !== null) throw closed;
	if (row?.state === "past_due" || row?.state === "paused") throw paymentRequired();
}

/** See {@link createBillingService}. */
export type BillingService = ReturnType<typeof createBillingService>;

/** Creates the service by which an organization sees and changes what it has subscribed to. */
export function createBillingService(deps: BillingDeps) {
	const { store, clock, unitOfWork, accounts, invoices, subscriptions } = deps;

	/** Returns what a request asks for. @throws `validation_failed` */
	async function termsOf(
		tx: ReadDb,
		organization: OrganizationRow,
		row: SubscriptionRow | undefined,
		{ principal, nowMs }: Pick<Change, "principal" | "nowMs">,
		{ planCode, interval = row?.interval ?? "month", seats }: ChangePlanRequest,
	): Promise<Terms> {
		const plan = plansOf(organization).get(planCode);
		const offered = [...plansOf(organization).values()].filter(({ isPublic }) => isPublic || principal.system);
		if (plan === undefined || !offered.includes(plan)) {
			const codes = offered.map(({ code }) => code).join(", ");
			throw invalidMember("/planCode", "unknown_plan", `must be one of ${codes}`);
		}
		const most = plan.limits.seats;
		if (seats !== undefined && most !== null && seats > most)
			throw invalidMember("/seats", "out_of_range", `must be at most ${most} with the plan ${plan.name}`);
		if (seats !== undefined) return { plan, interval, seats };
		const kept = Math.max(1, row?.state === "canceled" ? 0 : (row?.seats ?? 0), plan.includedSeats);
		const usual = { plan, seats: Math.min(kept, most ?? kept) };
		return { plan, interval, seats: await seatsToPay(tx, organization, usual, nowMs) };
	}

	/** Plans what a request asks for. @throws `downgrade_blocked` `payment_required` `validation_failed` */
	async function plan(change: Change, organization: OrganizationRow, request: ChangePlanRequest) {
		const found = await lockSubscription(change.tx, { orgId: organization.id });
		const terms = await termsOf(change.tx, organization, found, change, request);
		// Everybody may leave, whatever they use. Who owes something gets nothing back, and goes on owing it.
		const isLeaving = isFreeOfCharge(terms.plan) && terms.plan.isPublic;
		if (!change.principal.system && !(isLeaving && request.effective !== "immediately"))
			assertChangeable(organization, found);
		const row = found ?? subscriptions.draft(change, organization, terms);
		const effective = request.effective ?? effectiveByDefault(organization, row, terms);
		const violations = isLeaving ? [] : await violationsOf(change.tx, organization, terms, change.nowMs);
		if (violations.length > 0) throw downgradeBlocked(terms.plan.name, violations);
		const isPlanned = effective === "period_end" && row.state !== "trialing" && row.state !== "canceled";
		if (isPlanned) return { found, terms, planned: atPeriodEnd(row, terms), use: [], isPlanned };
		const planned = immediately(organization, row, terms, change.nowMs);
		const ended = isLeaving ? endedAt(planned.row, change.nowMs) : planned.row;
		const { row: metered, lines: use } = await meteredUse(change.tx, organization, ended, change.nowMs);
		return { found, terms, planned: { ...planned, row: metered }, use, isPlanned };
	}

	/** Returns what an invoice with these lines would be; null without lines. */
	const previewOf = (tx: ReadDb, organization: OrganizationRow, row: SubscriptionRow, lines: readonly InvoiceLine[]) =>
		lines.length === 0
			? null
			: invoices.preview(tx, organization, {
					lines,
					currency: row.currency,
					periodStartMs: Math.min(...lines.map(({ periodStartMs }) => periodStartMs)),
					periodEndMs: Math.max(...lines.map(({ periodEndMs }) => periodEndMs)),
				});

	/** Returns the next invoice as far as it is known; null when there is none. */
	async function upcomingOf(organization: OrganizationRow, row: SubscriptionRow) {
		const upcoming = await upcomingDraft(store.db, organization, row, clock.nowMs());
		return upcoming && invoices.preview(store.db, organization, upcoming);
	}

	return {
		grant: createGranting(deps),

		/** Returns everything about the billing of an organization. @throws `not_found` `purged` `invalid_fields` */
		async get(orgId: string, fields: string | undefined) {
			const select = billingFields.parse(fields);
			const [organization, row] = await Promise.all([
				findOrganization(store.db, orgId),
				findSubscription(store.db, { orgId }),
			]);
			const [account, entitlements, paymentMethods, upcomingInvoice] = await Promise.all([
				accounts.show(store.db, organization),
				entitlementsOf(store.db, organization, clock.nowMs()),
				deps.methodsOf(orgId),
				row === undefined ? null : upcomingOf(organization, row),
			]);
			return select({
				account,
				plan: toSubscriptionPlan(planOf(organization)),
				subscription: shownSubscription(organization, row),
				entitlements,
				paymentMethods,
				upcomingInvoice,
				enforcement: enforcementOf(organization),
			});
		},

		/**
		 * Changes the plan of an organization, or shows what that would do.
		 * @throws `not_found` `purged` `state_conflict` `downgrade_blocked` `payment_required` `validation_failed`
		 */
		changePlan(context: RequestContext, orgId: string, request: ChangePlanRequest): Promise<PlanChange> {
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				if (enforcementOf(organization) === "off") throw notEnforced();
				const { found, terms, planned, use, isPlanned } = await plan(change, organization, request);
				const { row } = planned;
				const lines = [...planned.lines, ...linesIn(row.currency, use)];
				const invoicePreview = await previewOf(change.tx, organization, row, lines);
				if (request.dryRun === true) return { subscription: toSubscription(planned.row), invoicePreview };
				const fact = facts[isPlanned ? "subscription.schedule" : "subscription.change_plan"];
				const trial = found?.state === "trialing" ? ({ trialOutcome: "converted" } as const) : {};
				const before = { organization, row: found ?? null };
				const saved = await subscriptions.save(change, before, { ...planned.row, ...trial }, fact);
				await subscriptions.charge(change, saved, planned.lines, use);
				if (!isPlanned && isFreeOfCharge(terms.plan) && terms.plan.isPublic) {
					const ended = await deps.cancel(change, saved);
					return { subscription: toSubscription(ended), invoicePreview };
				}
				return { subscription: toSubscription(saved.row), invoicePreview };
			});
		},
	};
}
