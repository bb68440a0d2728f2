import type { InvoiceRow, OrganizationRow } from "#db/schema";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { dateIn, moneyIn } from "#modules/billing/invoices";
import { mailPayers, type Receiver } from "#modules/organizations/members";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { BillingMail } from "./mails.ts";

interface NoticesDeps extends Pick<Core, "mailer"> {
	readonly accounts: BillingAccounts;
}

/** Notifies the billing contacts of an organization about its invoices, of each event once, within the change. */
export interface BillingNotices {
	issued(change: Change, invoice: InvoiceRow): Promise<void>;
	/** An invoice was not paid in time. @param pausesAtMs when the organization is suspended for it, Unix ms; null: it is not */
	overdue(change: Change, organization: OrganizationRow, invoice: InvoiceRow, pausesAtMs: number | null): Promise<void>;
	/** The first attempt to collect an invoice has failed. */
	declined(change: Change, organization: OrganizationRow, invoice: InvoiceRow): Promise<void>;
	/** The organization was suspended for nonpayment. */
	suspended(change: Change, organization: OrganizationRow): Promise<void>;
	/** Nothing is overdue any more. */
	settled(change: Change, organization: OrganizationRow): Promise<void>;
}

/** Creates the notices. Owners and those who look after the billing get them, and the address of the account. */
export function createNotices({ mailer, accounts }: NoticesDeps): BillingNotices {
	async function tell(change: Change, organization: OrganizationRow, contentFor: (receiver: Receiver) => BillingMail) {
		if (mailer === null) return;
		const { email } = await accounts.read(change.tx, organization);
		const { defaultLanguage } = settings.effective(organization);
		const also = email === null ? [] : [{ email, name: null, locale: chooseLocale([defaultLanguage]) }];
		await mailPayers(change, mailer, organization.id, also, contentFor);
	}

	/** Returns what a mail names of an invoice. */
	const about =
		(organization: OrganizationRow, { number, amountDueMinor, currency }: InvoiceRow) =>
		({ name, locale }: Receiver) => ({
			name,
			organization: organization.name,
			number,
			amount: moneyIn(locale, currency)(amountDueMinor),
		});
	const dayOf = (organization: OrganizationRow, { locale }: Receiver, ms: number) =>
		dateIn(locale, settings.effective(organization).timezone)(ms);

	return {
		async issued(change, invoice) {
			const organization = await findOrganizationRow(change.tx, invoice.orgId);
			if (organization === undefined) return;
			const of = about(organization, invoice);
			await tell(change, organization, (receiver) => ({
				kind: "invoice_issued",
				...of(receiver),
				day: dayOf(organization, receiver, invoice.dueAtMs),
			}));
		},

		overdue(change, organization, invoice, pausesAtMs) {
			const of = about(organization, invoice);
			return tell(change, organization, (receiver) => ({
				kind: "invoice_overdue",
				...of(receiver),
				day: pausesAtMs === null ? null : dayOf(organization, receiver, pausesAtMs),
			}));
		},

		declined(change, organization, invoice) {
			const of = about(organization, invoice);
			return tell(change, organization, (receiver) => ({ kind: "payment_failed", ...of(receiver) }));
		},

		suspended: (change, organization) =>
			tell(change, organization, ({ name }) => ({
				kind: "nonpayment_suspended",
				name,
				organization: organization.name,
			})),

		settled: (change, organization) =>
			tell(change, organization, ({ name }) => ({ kind: "nonpayment_over", name, organization: organization.name })),
	};
}
