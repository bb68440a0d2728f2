import type { InvoiceRow } from "#db/schema";
import type { Db } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import { assertNoCardNumber } from "#modules/billing/billing-accounts";
import { assertOrganizationExists, findOrganization, lockOrganization } from "#modules/tenancy/organization-records";
import type { MailLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import { html } from "#platform/pages";
import type { Change } from "#platform/unit-of-work";
import { type Document, document } from "./document.ts";
import { assertAtMost, invoiceNotFound, notOpen } from "./errors.ts";
import { shownState } from "./invoice-page.ts";
import type { Invoices } from "./invoices.ts";
import { correctableOf } from "./ledger.ts";
import { dateIn, moneyIn } from "./page-formats.ts";
import { TEXTS } from "./page-texts.ts";
import { invoicesOf, newestFirst, readInvoicesOf } from "./repository.ts";
import {
	billFields,
	type CreateCreditNoteRequest,
	type Invoice,
	invoiceFields,
	type ListInvoicesQuery,
	MAX_REASON_LENGTH,
	type PayInvoiceRequest,
} from "./schemas.ts";
import type { RunningBill } from "./types.ts";
import { toInvoice } from "./view.ts";

export interface InvoicesServiceDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "cursors"> {
	readonly invoices: Invoices;
	readonly runningBill: RunningBill;
}

/** A request by its path. */
interface Addressed {
	readonly params: { readonly orgId?: string; readonly invoiceId?: string };
}

export type InvoicesService = ReturnType<typeof createInvoicesService>;

/** Creates the service by which members read the invoices of their organization, and operators record their settlement. */
export function createInvoicesService(deps: InvoicesServiceDeps) {
	const { store, clock, unitOfWork, cursors, invoices, runningBill } = deps;

	/** Returns an invoice as stored. @throws `not_found` `purged` */
	async function find({ principal }: RequestContext, orgId: string, invoiceId: string): Promise<InvoiceRow> {
		await assertOrganizationExists(store.db, principal, orgId);
		const row = await readInvoicesOf(store.db, orgId).find(invoiceId);
		if (row === undefined) throw invoiceNotFound();
		return row;
	}

	/** Asserts that the caller has seen the invoice as it is. @throws `not_found` `precondition_failed` */
	async function lockCurrent({ ifMatch }: RequestContext, tx: Db, orgId: string, id: string) {
		const row = await invoicesOf(tx, orgId).lock(id);
		if (row === undefined) throw invoiceNotFound();
		assertIfMatch(ifMatch, row.version);
		return row;
	}

	async function readPage({ principal }: RequestContext, orgId: string, query: ListInvoicesQuery) {
		const status = query.status ?? null;
		const request = pageRequest(cursors, query, invoiceFields, { list: "invoices", orgId, status });
		await assertOrganizationExists(store.db, principal, orgId);
		return { request, rows: await readInvoicesOf(store.db, orgId).list(status, request) };
	}

	/** Creates what collects what is wrong with an amount and texts beside it. @param mostOf of an invoice; 0: another error says why */
	const checkOf =
		(mostOf: (row: InvoiceRow) => number) =>
		async (
			request: Partial<PayInvoiceRequest>,
			fieldErrors: FieldErrors,
			{ params: { orgId = "", invoiceId = "" } }: Addressed,
		): Promise<void> => {
			fieldErrors.check(() => assertNoCardNumber(request));
			const row = await readInvoicesOf(store.db, orgId).find(invoiceId);
			const most = row === undefined ? 0 : mostOf(row);
			if (most > 0) fieldErrors.check(() => assertAtMost(most, request.amountMinor ?? 0));
		};

	return {
		find,
		checkPayment: checkOf((row) => (row.state === "open" ? row.amountDueMinor : 0)),
		checkCreditNote: checkOf(correctableOf),

		/**
		 * Returns a page of invoices and credit notes, the newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list(context: RequestContext, orgId: string, query: ListInvoicesQuery) {
			const { request, rows } = await readPage(context, orgId, query);
			return request.page(rows, newestFirst, toInvoice);
		},

		/** Returns the same page as a document, in a language. */
		async listPage(context: RequestContext, orgId: string, query: ListInvoicesQuery, locale: MailLocale) {
			const { request, rows } = await readPage(context, orgId, query);
			const shown = rows.slice(0, request.take - 1);
			return listPage(shown, rows.length > shown.length, locale);
		},

		/** Returns an invoice. @throws `not_found` `purged` `invalid_fields` */
		async get(context: RequestContext, orgId: string, invoiceId: string, fields: string | undefined) {
			const select = invoiceFields.parse(fields);
			const row = await find(context, orgId, invoiceId);
			return { data: select(toInvoice(row)), version: row.version, variant: fields };
		},

		/** Returns what would be charged if the period ended now. @throws `not_found` `purged` `invalid_fields` */
		async bill(orgId: string, fields: string | undefined) {
			const select = billFields.parse(fields);
			const organization = await findOrganization(store.db, orgId);
			const nowMs = clock.nowMs();
			const draft = await runningBill(store.db, organization, nowMs);
			return select({ ...(await invoices.preview(store.db, organization, draft)), asOf: rfc3339(nowMs) });
		},

		/**
		 * Notes that an invoice was paid, or a part of it.
		 * @throws `not_found` `purged` `state_conflict` `validation_failed` `precondition_failed`
		 */
		async pay(
			context: RequestContext,
			orgId: string,
			invoiceId: string,
			request: PayInvoiceRequest,
		): Promise<Versioned<Invoice>> {
			assertNoCardNumber(request);
			const reference = request.reference === undefined ? null : parseName(request.reference, "/reference");
			const work = async (change: Change) => {
				const organization = await lockOrganization(change.tx, orgId);
				const row = await lockCurrent(context, change.tx, orgId, invoiceId);
				if (row.state !== "open") throw notOpen(row);
				const { amountMinor = row.amountDueMinor } = request;
				assertAtMost(row.amountDueMinor, amountMinor);
				return versioned(await invoices.receive(change, organization, invoiceId, { amountMinor, reference }));
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},

		/** Voids an open invoice. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async void(context: RequestContext, orgId: string, invoiceId: string): Promise<Versioned<Invoice>> {
			return unitOfWork.run(
				context,
				async (change) => {
					const organization = await lockOrganization(change.tx, orgId);
					await lockCurrent(context, change.tx, orgId, invoiceId);
					return versioned(await invoices.void(change, organization, invoiceId));
				},
				{ storeOutcome: "plain" },
			);
		},

		/**
		 * Issues a credit note for an invoice.
		 * @throws `not_found` `purged` `state_conflict` `validation_failed` `precondition_failed`
		 */
		async creditNote(
			context: RequestContext,
			orgId: string,
			invoiceId: string,
			{ amountMinor, ...request }: CreateCreditNoteRequest,
		): Promise<Versioned<Invoice>> {
			assertNoCardNumber(request);
			const reason = parseProse(request.reason, "/reason", MAX_REASON_LENGTH);
			return unitOfWork.run(
				context,
				async (change) => {
					const organization = await lockOrganization(change.tx, orgId);
					await lockCurrent(context, change.tx, orgId, invoiceId);
					return versioned(await invoices.creditNote(change, organization, { invoiceId, reason, amountMinor }));
				},
				{ storeOutcome: "plain" },
			);
		},
	};
}

const versioned = (row: InvoiceRow): Versioned<Invoice> => ({ data: toInvoice(row), version: row.version });

/** Returns a page of the list of invoices as a document. @param hasMore whether there are others after these */
function listPage(invoices: readonly InvoiceRow[], hasMore: boolean, locale: MailLocale): Document {
	const texts = TEXTS[locale];
	const rows = invoices.map((invoice) => {
		const money = moneyIn(locale, invoice.currency);
		return html`<tr>
<td>${invoice.number}<span class="span">${texts.kinds[invoice.kind]}</span></td>
<td>${dateIn(locale, invoice.customer.timezone)(invoice.issuedAtMs)}</td>
<td>${texts.states[shownState(invoice)]}</td>
<td class="figure">${money(invoice.totalMinor)}</td>
<td class="figure">${money(invoice.amountDueMinor)}</td>
</tr>`;
	});
	return document(
		texts.list,
		locale,
		html`<h1>${texts.list}</h1>
<table class="list">
<thead><tr><th scope="col">${texts.number}</th><th scope="col">${texts.issued}</th><th scope="col">${texts.status}</th><th scope="col" class="figure">${texts.total}</th><th scope="col" class="figure">${texts.amountDue}</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
${hasMore ? html`<p class="note">${texts.more}</p>` : html``}`,
	);
}
