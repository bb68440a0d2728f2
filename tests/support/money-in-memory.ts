/** The product's rules of money, played in memory: its pure functions, and the order in which services call them. */
import type { Configuration, InvoiceLine, InvoiceRow, OrganizationRow, SubscriptionRow } from "#db/schema";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import { balanceIn, withBalance } from "../../modules/billing/billing-accounts/balances.ts";
import {
	correctableOf,
	givenBackOf,
	isVoidable,
	openedWith,
	receivedFor,
	takenBackOf,
} from "../../modules/billing/invoices/ledger.ts";
import { ratesFor, type TaxRate, totalsOf } from "../../modules/billing/invoices/taxes.ts";
import { type CurrencyLine, draftsOf, unusedMinor } from "../../modules/billing/subscriptions/lines.ts";
import {
	atPeriodEnd,
	effectiveByDefault,
	ended,
	endsSubscription,
	immediately,
	isForLater,
	leavingNow,
	type PlannedChange,
	planOfSubscription,
	renewed,
} from "../../modules/billing/subscriptions/plan-changes.ts";
import { chargedBy, withTakenBack } from "../../modules/billing/subscriptions/taken-back.ts";
import { firstPeriod, type Terms, termColumns } from "../../modules/billing/subscriptions/terms.ts";
import type { ShownInvoice, ShownMoney } from "./money-oracle.ts";
import type { Choice, MoneyWorld } from "./money-sequences.ts";
import { organizationRow } from "./rows.ts";

const DAY_MS = 86_400_000;
const CONFIGURATION: Configuration = {
	...DEFAULT_CONFIGURATION,
	billing: { enforcement: "hard" },
	plans: { business: { currency: "USD" } },
};
const ORGANIZATION = {
	...organizationRow({ settings: { timezone: "Etc/UTC" } }),
	entitlementOverrides: {},
	configuration: CONFIGURATION,
} as OrganizationRow;

type Invoice = Pick<
	InvoiceRow,
	| "id"
	| "kind"
	| "state"
	| "currency"
	| "lines"
	| "subtotalMinor"
	| "totalMinor"
	| "amountDueMinor"
	| "amountPaidMinor"
	| "creditAppliedMinor"
	| "correctedMinor"
>;

/** An organization whose money is in memory. */
export class MoneyInMemory implements MoneyWorld {
	readonly #rates: readonly TaxRate[];
	readonly #invoices: Invoice[] = [];
	#use: CurrencyLine[] = [];
	#account = { currency: "EUR", balanceMinor: 0, otherBalances: {} as Readonly<Record<string, number>> };
	#country = "FR";
	#row: SubscriptionRow | undefined;
	#nowMs = Date.UTC(2030, 0, 31, 9, 30);

	constructor(rates: readonly TaxRate[] = []) {
		this.#rates = rates;
	}

	nowMs = () => this.#nowMs;

	shown(): ShownMoney {
		const row = this.#row;
		const isPaidFor = row !== undefined && row.state !== "trialing" && row.state !== "canceled";
		const { currency, balanceMinor, otherBalances } = this.#account;
		return {
			terms: isPaidFor
				? {
						planCode: row.planCode,
						interval: row.interval,
						seats: row.seats,
						startMs: row.currentPeriodStartMs,
						endMs: row.currentPeriodEndMs,
					}
				: null,
			invoices: this.#invoices.map((each) => ({
				id: each.id,
				kind: each.kind,
				currency: each.currency,
				state: each.state,
				totalMinor: each.totalMinor,
				dueMinor: each.amountDueMinor,
				correctedMinor: each.correctedMinor,
			})),
			balances: { ...otherBalances, [currency]: balanceMinor },
		};
	}

	choose({ planCode, interval, seats, effective }: Choice): boolean {
		const plan = planOfSubscription(ORGANIZATION, planCode);
		return this.#change({ plan, interval, seats }, effective);
	}

	leave(effective: Choice["effective"]): boolean {
		const plan = planOfSubscription(ORGANIZATION, "free");
		return this.#change({ plan, interval: this.#row?.interval ?? "month", seats: 1 }, effective);
	}

	#change(terms: Terms, wanted: Choice["effective"]): boolean {
		const row = this.#row ?? this.#draft(terms);
		const effective = wanted ?? effectiveByDefault(row, terms);
		const isLeaving = endsSubscription(terms.plan);
		if (isForLater(row, terms, effective, this.#nowMs)) {
			this.#row = atPeriodEnd(row, terms).row;
			return true;
		}
		if (isLeaving && row.state === "canceled") return true;
		const planned = (isLeaving ? leavingNow : immediately)(ORGANIZATION, row, terms, this.#nowMs);
		this.#settleChange(this.#row, planned);
		return true;
	}

	#settleChange(before: SubscriptionRow | undefined, { row, lines, unused }: PlannedChange) {
		this.#row = row;
		if (before) this.#giveBack(before, unusedMinor(unused));
		this.#charge(row.currency, lines);
	}

	#charge(currency: string, lines: readonly InvoiceLine[]) {
		for (const draft of draftsOf(currency, lines, this.#use)) this.#issue(draft.currency, draft.lines);
		this.#use = [];
	}

	#issue(currency: string, lines: readonly InvoiceLine[]) {
		const totals = totalsOf(
			lines.map(({ amountMinor }) => amountMinor),
			ratesFor(this.#rates, this.#country),
		);
		if (totals.totalMinor < 0) throw new RangeError("an invoice is not negative");
		const opened = openedWith(totals.totalMinor, balanceIn(this.#account, currency));
		this.#addToBalance(currency, -opened.creditAppliedMinor);
		const state = opened.amountDueMinor === 0 ? "paid" : "open";
		const sums = { ...totals, ...opened, amountPaidMinor: 0, correctedMinor: 0 };
		this.#invoices.unshift({ id: String(this.#invoices.length), kind: "invoice", state, currency, lines, ...sums });
	}

	#giveBack(row: SubscriptionRow, amountMinor: number) {
		let wantedMinor = amountMinor;
		for (const isFor of [(each: Invoice) => each.state === "open", () => true])
			for (const invoice of this.#invoices.filter(isFor)) {
				if (invoice.currency !== row.currency) continue;
				const given = givenBackOf(invoice, chargedBy(invoice, row), wantedMinor);
				wantedMinor -= given.netMinor;
				if (given.totalMinor > 0) this.#correct(invoice, given.totalMinor);
			}
	}

	#correct(invoice: Invoice, totalMinor: number) {
		const { lessDueMinor, returnedMinor } = takenBackOf(invoice, totalMinor);
		this.#addToBalance(invoice.currency, returnedMinor);
		const amountDueMinor = invoice.amountDueMinor - lessDueMinor;
		this.#progress(invoice, { amountDueMinor, correctedMinor: invoice.correctedMinor + totalMinor });
	}

	#progress(invoice: Invoice, values: Partial<Invoice>) {
		const after = { ...invoice, ...values };
		const isSettled = after.state === "open" && after.amountDueMinor === 0;
		this.#invoices[this.#invoices.findIndex(({ id }) => id === invoice.id)] = {
			...after,
			...(isSettled && { state: "paid" }),
		};
	}

	#addToBalance(currency: string, minor: number) {
		this.#account = withBalance(this.#account, currency, balanceIn(this.#account, currency) + minor);
	}

	#find = ({ id }: ShownInvoice): Invoice => {
		const found = this.#invoices.find((each) => each.id === id);
		if (found === undefined) throw new Error(`no invoice ${id}`);
		return found;
	};

	pay(shown: ShownInvoice, minor: number): boolean {
		const invoice = this.#find(shown);
		return invoice.state === "open" && minor <= invoice.amountDueMinor && this.receive(shown, minor);
	}

	receive(shown: ShownInvoice, minor: number): boolean {
		const invoice = this.#find(shown);
		const { appliedMinor, surplusMinor } = receivedFor(invoice, minor);
		this.#addToBalance(invoice.currency, surplusMinor);
		this.#progress(invoice, {
			amountDueMinor: invoice.amountDueMinor - appliedMinor,
			amountPaidMinor: invoice.amountPaidMinor + appliedMinor,
		});
		return true;
	}

	credit(shown: ShownInvoice, minor: number): boolean {
		const invoice = this.#find(shown);
		if (minor > correctableOf(invoice)) return false;
		this.#takeBack(invoice, minor);
		this.#correct(invoice, minor);
		return true;
	}

	void(shown: ShownInvoice): boolean {
		const invoice = this.#find(shown);
		if (!isVoidable(invoice)) return false;
		this.#addToBalance(invoice.currency, invoice.creditAppliedMinor);
		this.#takeBack(invoice, invoice.totalMinor);
		this.#progress(invoice, { state: "void", amountDueMinor: 0 });
		return true;
	}

	#takeBack(invoice: Invoice, minor: number) {
		const row = this.#row;
		if (row && row.state !== "trialing" && row.state !== "canceled") this.#row = withTakenBack(row, invoice, minor);
	}

	refund(currency: string, minor: number): boolean {
		if (minor > balanceIn(this.#account, currency)) return false;
		this.#addToBalance(currency, -minor);
		return true;
	}

	trial(): boolean {
		const found = this.#row;
		if (found && (found.trialStartedAtMs !== null || found.state !== "canceled")) return false;
		const plan = planOfSubscription(ORGANIZATION, "team");
		const endsAtMs = this.#nowMs + plan.trialDays * DAY_MS;
		const draft = this.#draft({ plan, interval: "month", seats: 5 });
		const trial = { state: "trialing", trialStartedAtMs: this.#nowMs, trialEndsAtMs: endsAtMs } as const;
		this.#row = { ...draft, ...trial, metered: found?.metered ?? [], currentPeriodEndMs: endsAtMs };
		return true;
	}

	use(minor: number): string | null {
		const row = this.#row;
		if (!row || row.state === "trialing" || row.state === "canceled") return null;
		const line: InvoiceLine = {
			kind: "usage",
			description: "Use",
			quantity: 1,
			unitAmountMinor: minor,
			amountMinor: minor,
			periodStartMs: row.currentPeriodStartMs,
			periodEndMs: row.currentPeriodEndMs,
		};
		this.#use.push({ currency: row.currency, line });
		this.#charge(row.currency, []);
		return row.currency;
	}

	setCountry(country: string): boolean {
		this.#country = country;
		return true;
	}

	wait(ms: number): void {
		this.#nowMs += ms;
		const row = this.#row;
		if (!row || row.state === "canceled" || row.currentPeriodEndMs > this.#nowMs) return;
		if (row.state === "trialing" || row.cancelAtPeriodEnd) this.#row = ended(row, row.currentPeriodEndMs);
		else this.#settleChange(undefined, renewed(ORGANIZATION, row));
	}

	#draft = (terms: Terms): SubscriptionRow => ({
		orgId: ORGANIZATION.id,
		id: "sub_1",
		...termColumns(terms),
		state: "canceled",
		...firstPeriod(ORGANIZATION, terms.interval, this.#nowMs),
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
		createdAtMs: this.#nowMs,
		updatedAtMs: this.#nowMs,
	});
}
