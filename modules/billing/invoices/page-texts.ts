import type { InvoiceRow } from "#db/schema";
import type { MailLocale } from "#platform/mail";

/** The texts of the documents, in one language. */
interface InvoiceTexts {
	readonly kinds: Readonly<Record<InvoiceRow["kind"], string>>;
	readonly states: Readonly<Record<InvoiceRow["state"] | "overdue", string>>;
	readonly list: string;
	readonly more: string;
	readonly number: string;
	readonly issued: string;
	readonly due: string;
	readonly period: string;
	readonly billedTo: string;
	readonly taxId: string;
	readonly corrects: string;
	readonly description: string;
	readonly quantity: string;
	readonly price: string;
	readonly amount: string;
	readonly status: string;
	readonly subtotal: string;
	readonly added: string;
	readonly included: string;
	readonly total: string;
	readonly credit: string;
	readonly granted: string;
	readonly paid: string;
	readonly corrected: string;
	readonly amountDue: string;
}

/** The texts of the documents, by language. */
export const TEXTS: Readonly<Record<MailLocale, InvoiceTexts>> = {
	en: {
		kinds: { invoice: "Invoice", credit_note: "Credit note" },
		states: { open: "To be paid", paid: "Paid", void: "Void", issued: "Issued", overdue: "Overdue" },
		list: "Invoices",
		more: "There are more invoices than this page shows.",
		number: "Number",
		issued: "Date",
		due: "To be paid by",
		period: "Period",
		billedTo: "Billed to",
		taxId: "Tax number",
		corrects: "For invoice",
		description: "Description",
		quantity: "Quantity",
		price: "Price",
		amount: "Amount",
		status: "Status",
		subtotal: "Subtotal",
		added: "plus",
		included: "includes",
		total: "Total",
		credit: "From your balance",
		granted: "Added to your balance",
		paid: "Paid",
		corrected: "Credit notes",
		amountDue: "Amount due",
	},
	de: {
		kinds: { invoice: "Rechnung", credit_note: "Gutschrift" },
		states: { open: "Offen", paid: "Bezahlt", void: "Storniert", issued: "Ausgestellt", overdue: "Überfällig" },
		list: "Rechnungen",
		more: "Es gibt mehr Rechnungen, als diese Seite zeigt.",
		number: "Nummer",
		issued: "Datum",
		due: "Zahlbar bis",
		period: "Zeitraum",
		billedTo: "Rechnungsempfänger",
		taxId: "Steuernummer",
		corrects: "Zur Rechnung",
		description: "Beschreibung",
		quantity: "Menge",
		price: "Preis",
		amount: "Betrag",
		status: "Status",
		subtotal: "Zwischensumme",
		added: "zzgl.",
		included: "enthält",
		total: "Gesamtbetrag",
		credit: "Aus Ihrem Guthaben",
		granted: "Ihrem Guthaben gutgeschrieben",
		paid: "Bezahlt",
		corrected: "Gutschriften",
		amountDue: "Zu zahlen",
	},
	es: {
		kinds: { invoice: "Factura", credit_note: "Nota de crédito" },
		states: { open: "Pendiente", paid: "Pagada", void: "Anulada", issued: "Emitida", overdue: "Vencida" },
		list: "Facturas",
		more: "Hay más facturas de las que muestra esta página.",
		number: "Número",
		issued: "Fecha",
		due: "Fecha de vencimiento",
		period: "Periodo",
		billedTo: "Facturado a",
		taxId: "Identificación fiscal",
		corrects: "De la factura",
		description: "Descripción",
		quantity: "Cantidad",
		price: "Precio",
		amount: "Importe",
		status: "Estado",
		subtotal: "Subtotal",
		added: "más",
		included: "incluye",
		total: "Total",
		credit: "De su saldo",
		granted: "Abonado a su saldo",
		paid: "Pagado",
		corrected: "Notas de crédito",
		amountDue: "Importe a pagar",
	},
};
