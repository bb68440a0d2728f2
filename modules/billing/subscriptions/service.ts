import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { FieldErrors } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { InvoiceDraft, Invoices } from "#modules/billing/invoices";
import type { PaymentsModule } from "#modules/billing/payments";
import { closedIn, findOrganization, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { enforcementOf, planOf, toSubscriptionPlan } from "#modules/tenancy/plans";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { assertOwesNothing } from "./debts.ts";
import { entitlementsOf } from "./entitlements.ts";
import { downgradeBlocked, notEnforced } from "./errors.ts";
import { facts } from "./facts.ts";
import { createGrants } from "./grants.ts";
import { type CurrencyLine, draftsOf } from "./lines.ts";
import {
	atPeriodEnd,
	effectiveByDefault,
	endsSubscription,
	immediately,
	isForLater,
	isSame,
	leavingNow,
	type PlannedChange,
} from "./plan-changes.ts";
import { findSubscription, lockSubscription } from "./repository.ts";
import { assertOffered, requestedTerms } from "./requested.ts";
import { billingFields, type ChangePlanRequest, type PlanChange } from "./schemas.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { upcomingDraft } from "./upcoming-invoice.ts";
import { meteredUse } from "./usage-lines.ts";
import { shownSubscription, toSubscription } from "./view.ts";
import { violationsOf } from "./violations.ts";

export interface BillingDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly accounts: BillingAccounts;
	readonly invoices: Invoices;
	readonly subscriptions: Subscriptions;
	/** Returns the ways to pay of an organization. */
	readonly methodsOf: PaymentsModule["methodsOf"];
}

/** A request by its caller and path. */
interface Addressed extends Pick<RequestContext, "principal"> {
	readonly params: { readonly orgId?: string };
}

/** Asserts that an organization is open and owes nothing. @throws `organization_suspended` `payment_required` */
async function assertChangeable(tx: ReadDb, { id, state }: OrganizationRow): Promise<void> {
	const closed = closedIn(state);
	if (closed !== null) throw closed;
	await assertOwesNothing(tx, id);
}

export type BillingService = ReturnType<typeof createBillingService>;

/** Creates the service by which an organization sees and changes what it has subscribed to. */
export function createBillingService(deps: BillingDeps) {
	const { store, clock, unitOfWork, accounts, invoices, subscriptions } = deps;

	/** Plans what a request asks for. @throws `downgrade_blocked` `payment_required` `validation_failed` */
	async function plan(change: Change, organization: OrganizationRow, request: ChangePlanRequest) {
		const { tx, nowMs } = change;
		const found = await lockSubscription(tx, { orgId: organization.id });
		const terms = await requestedTerms(change, organization, found, request);
		// Everybody may leave, whatever they use. Who owes something gets nothing back, and goes on owing it.
		const isLeaving = endsSubscription(terms.plan);
		if (!change.principal.system && !(isLeaving && request.effective !== "immediately"))
			await assertChangeable(tx, organization);
		const row = found ?? subscriptions.draft(change, organization, terms);
		const effective = request.effective ?? effectiveByDefault(row, terms);
		const isFree = isLeaving || isSame(row, terms);
		const violations = isFree ? [] : await violationsOf(tx, organization, terms, nowMs);
		if (violations.length > 0) throw downgradeBlocked(terms.plan.name, violations);
		if (isForLater(row, terms, effective, nowMs)) {
			const planned = atPeriodEnd(row, terms);
			return { found, planned, use: [], fact: facts["subscription.schedule"] };
		}
		// Who has nothing to leave stays without.
		if (isLeaving && row.state === "canceled") return { found, planned: atPeriodEnd(row, terms), use: [], fact: null };
		const planned = (isLeaving ? leavingNow : immediately)(organization, row, terms, nowMs);
		const { row: metered, lines: use } = await meteredUse(tx, organization, planned.row, nowMs);
		return { found, planned: { ...planned, row: metered }, use, fact: factOf(row, isLeaving) };
	}

	/** Returns the next invoice as far as it is known; null when there is none. */
	async function upcomingOf(organization: OrganizationRow, row: SubscriptionRow) {
		const upcoming = await upcomingDraft(store.db, organization, row, clock.nowMs());
		return upcoming && invoices.preview(store.db, organization, upcoming);
	}

	return {
		grant: createGrants(deps),

		/** Collects what is wrong with the plan and the seats that are requested. */
		async check(
			{ planCode, seats }: Partial<ChangePlanRequest>,
			fieldErrors: FieldErrors,
			{ principal, params: { orgId = "" } }: Addressed,
		): Promise<void> {
			if (planCode === undefined) return;
			const [organization, row] = await Promise.all([
				findOrganization(store.db, orgId),
				findSubscription(store.db, { orgId }),
			]);
			if (enforcementOf(organization) === "off") return;
			fieldErrors.check(() => assertOffered(principal, organization, row, { planCode, seats }));
		},

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
				const { found, planned, use, fact } = await plan(change, organization, request);
				if (fact === null) return { subscription: shownSubscription(organization, found), invoicePreview: null };
				const { row, lines, unused } = planned;
				const draft = changeDraft(found, planned, use);
				const invoicePreview = draft ? await invoices.preview(change.tx, organization, draft) : null;
				if (request.dryRun === true) return { subscription: toSubscription(row), invoicePreview };
				const saved = await subscriptions.save(change, { organization, row: found ?? null }, row, fact);
				// First what is given back: what of it was paid pays for what is charged.
				if (found) await subscriptions.giveBack(change, { organization, row: found }, unused);
				await subscriptions.charge(change, saved, lines, use);
				const now = await findSubscription(change.tx, { orgId });
				return { subscription: toSubscription(now ?? saved.row), invoicePreview };
			});
		},
	};
}

/**
 * Returns what a change charges and gives back, in one sum, for its preview; null: nothing.
 * @param before the subscription as it was
 */
function changeDraft(
	before: SubscriptionRow | undefined,
	{ row, lines, unused }: PlannedChange,
	use: readonly CurrencyLine[],
): InvoiceDraft | null {
	const currency = before?.currency ?? row.currency;
	const others = unused.map((line) => ({ currency, line }));
	const all = currency === row.currency ? { lines: [...unused, ...lines], use } : { lines, use: [...others, ...use] };
	return draftsOf(row.currency, all.lines, all.use).at(-1) ?? null;
}

/** What happens to a subscription with a change that takes effect now. */
function factOf({ state }: SubscriptionRow, isLeaving: boolean) {
	if (!isLeaving) return facts["subscription.change_plan"];
	return facts[state === "trialing" ? "subscription.end_trial" : "subscription.cancel"];
}
