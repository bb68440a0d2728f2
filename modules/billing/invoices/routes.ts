import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { NoBody, OrganizationParams } from "#http/schemas";
import { acceptedLanguages, chooseLocale, type MailLocale } from "#platform/mail";
import { DOCUMENT_POLICY, type Document } from "./document.ts";
import { documentation } from "./documentation.ts";
import { invoicePage } from "./invoice-page.ts";
import { CreateCreditNoteRequest, InvoiceParams, ListInvoicesQuery, PayInvoiceRequest } from "./schemas.ts";
import type { InvoicesService } from "./service.ts";

interface ResponseSettings {
	headers: Record<string, string | number | undefined>;
}

const read = { requires: "billing:read", whileClosed: true } as const;
// What is owed stays owed until the organization is gone.
const operate = { requires: "billing:write", system: true, whileClosed: true, params: InvoiceParams } as const;

const wantsPage = ({ headers }: Request): boolean =>
	preferredMediaType(headers.get("accept"), ["application/json", "text/html"]) === "text/html";

const localeOf = ({ headers }: Request): MailLocale =>
	chooseLocale(acceptedLanguages(headers.get("accept-language") ?? undefined));

function respondWithDocument({ headers }: ResponseSettings, { text, locale }: Document): Response {
	headers["content-language"] = locale;
	headers["content-security-policy"] = DOCUMENT_POLICY;
	return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

export const invoicesRoutes = (service: InvoicesService) =>
	new Elysia({ name: "invoices" })
		.use(api)

		.get(
			"/orgs/:orgId/billing/invoices",
			async ({ context, params, query, request, set }) => {
				set.headers.vary = "Accept, Accept-Language";
				if (wantsPage(request))
					return respondWithDocument(set, await service.listPage(context, params.orgId, query, localeOf(request)));
				const page = await service.list(context, params.orgId, query);
				// The cast works around the type of handlers, which may return a value or a `Response`, but not either.
				return respondWithPage(context, set, "Invoices retrieved", page) as never;
			},
			{ ...read, params: OrganizationParams, query: ListInvoicesQuery, ...documentation.list },
		)

		.get(
			"/orgs/:orgId/billing/invoices/:invoiceId",
			async ({ context, params: { orgId, invoiceId }, query, request, set }) => {
				set.headers.vary = "Accept, Accept-Language";
				if (wantsPage(request))
					return respondWithDocument(
						set,
						invoicePage(await service.find(context, orgId, invoiceId), localeOf(request)),
					);
				const found = await service.get(context, orgId, invoiceId, query.fields);
				return respondToGet(context, set, "Invoice retrieved", found) as never;
			},
			{ ...read, params: InvoiceParams, query: FieldsQuery, ...documentation.get },
		)

		.get(
			"/orgs/:orgId/billing/bill",
			async ({ params, query }) => ok("Bill retrieved", await service.bill(params.orgId, query.fields)),
			{ ...read, params: OrganizationParams, query: FieldsQuery, ...documentation.bill },
		)

		.post(
			"/orgs/:orgId/billing/invoices/:invoiceId/pay",
			async ({ context, params: { orgId, invoiceId }, body, set }) =>
				respondToChange(set, "Invoice paid", await service.pay(context, orgId, invoiceId, body)),
			{ ...operate, body: PayInvoiceRequest, checks: service.checkPayment, ...documentation.pay },
		)

		.post(
			"/orgs/:orgId/billing/invoices/:invoiceId/void",
			async ({ context, params: { orgId, invoiceId }, set }) =>
				respondToChange(set, "Invoice voided", await service.void(context, orgId, invoiceId)),
			{ ...operate, body: NoBody, ...documentation.void },
		)

		.post(
			"/orgs/:orgId/billing/invoices/:invoiceId/credit-notes",
			async ({ context, params: { orgId, invoiceId }, body, set }) => {
				const issued = await service.creditNote(context, orgId, invoiceId, body);
				return respondToCreate(context, set, `../../${issued.data.id}`, "Credit note issued", issued);
			},
			{ ...operate, body: CreateCreditNoteRequest, checks: service.checkCreditNote, ...documentation.creditNote },
		);
