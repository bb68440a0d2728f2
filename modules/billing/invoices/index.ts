export type { Invoices } from "./invoices.ts";
export type { InvoicesModule } from "./module.ts";
export { invoiceIssued, invoiceOverdue, invoicePaid, invoiceTakenBack, invoiceVoided } from "./moments.ts";
export { share } from "./money.ts";
export { dateIn, moneyIn } from "./page-formats.ts";
export { InvoicePreview } from "./schemas.ts";
export type { TaxRate } from "./taxes.ts";
export type { InvoiceDraft, Issuer, NewInvoice, RunningBill } from "./types.ts";
