import type { BillingAccountRow, InvoiceRow, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { balanceIn } from "#modules/billing/billing-accounts";
import { settings } from "#modules/tenancy/settings";
import type { Change } from "#platform/unit-of-work";
import { changeBalance } from "./balance.ts";
import { facts } from "./facts.ts";
import { openedWith } from "./ledger.ts";
import { invoiceIssued } from "./moments.ts";
import { exact } from "./money.ts";
import { OVERDUE } from "./overdue.ts";
import { invoicesOf, numberOf } from "./repository.ts";
import type { InvoicePreview } from "./schemas.ts";
import { createSettlement, type Settlement } from "./settlement.ts";
import { ratesFor, totalsOf } from "./taxes.ts";
import type { InvoiceDraft, InvoicesDeps, NewInvoice } from "./types.ts";
import { toPreview, toPublished } from "./view.ts";

/** What other modules do with invoices, within their changes. */
export interface Invoices extends Settlement {
	/** Returns what an invoice would be if it was issued now. */
	preview(db: ReadDb, organization: OrganizationRow, draft: InvoiceDraft): Promise<InvoicePreview>;
	/**
	 * Issues an invoice: it is final, and its number follows that of the one before. It uses the balance of the account.
	 * Nothing due: its state is `paid`, otherwise `open`. Its total is not negative: see {@link Settlement.giveBack}.
	 * @param organization locked by the change
	 */
	issue(change: Change, organization: OrganizationRow, invoice: NewInvoice): Promise<InvoiceRow>;
}

/** Creates what other modules do with invoices. */
export function createInvoices(deps: InvoicesDeps): Invoices {
	const { newId, jobs, accounts, taxRates, issuer } = deps;

	/** Adds up a draft, and what of it the balance pays. */
	function sumsOf({ lines, currency, periodStartMs, periodEndMs }: InvoiceDraft, account: BillingAccountRow) {
		const rates = ratesFor(taxRates, account.address?.country);
		const totals = totalsOf(
			lines.map(({ amountMinor }) => exact(amountMinor)),
			rates,
		);
		const balance = balanceIn(account, currency);
		return { lines, currency, periodStartMs, periodEndMs, ...totals, ...openedWith(totals.totalMinor, balance) };
	}

	return {
		...createSettlement(deps),

		async preview(db, organization, draft) {
			return toPreview(sumsOf(draft, await accounts.read(db, organization)));
		},

		async issue(change, organization, { dueAtMs, ...draft }) {
			const { tx, nowMs } = change;
			const orgId = organization.id;
			const account = await accounts.lock(change, organization);
			const sums = sumsOf(draft, account);
			if (sums.totalMinor < 0) throw new RangeError("what is given back is no invoice: credit what has charged it");
			await changeBalance(accounts, change, account, draft.currency, -sums.creditAppliedMinor);
			const isPaid = sums.amountDueMinor === 0;
			const row: InvoiceRow = {
				orgId,
				id: newId("ivc"),
				kind: "invoice",
				number: await numberOf(tx, "invoice"),
				...sums,
				creditGrantedMinor: 0,
				issuer,
				customer: customerOf(organization, account),
				correctsId: null,
				reason: null,
				issuedAtMs: nowMs,
				dueAtMs,
				state: isPaid ? "paid" : "open",
				amountPaidMinor: 0,
				correctedMinor: 0,
				paidAtMs: isPaid ? nowMs : null,
				paymentReference: null,
				voidedAtMs: null,
				overdueAtMs: null,
				version: 1,
			};
			await invoicesOf(tx, orgId).insert(row);
			change.record(orgId, facts["invoice.issue"], { id: row.id, object: toPublished(row) });
			if (isPaid) return row;
			await jobs.enqueue(tx, {
				queue: OVERDUE,
				orgId,
				payload: { invoiceId: row.id },
				runAtMs: dueAtMs,
				uniqueKey: row.id,
			});
			await change.reach(invoiceIssued, row);
			return row;
		},
	};
}

/** Returns who an invoice is for, as of now. */
const customerOf = (organization: OrganizationRow, account: BillingAccountRow): InvoiceRow["customer"] => ({
	name: account.name ?? organization.name,
	email: account.email,
	taxId: account.taxId,
	address: account.address,
	timezone: settings.effective(organization).timezone,
});
