import type { InvoiceLine, InvoiceRow } from "#db/schema";
import type { MailLocale } from "#platform/mail";
import { type Html, html } from "#platform/pages";
import { type Document, document } from "./document.ts";
import { dateIn, moneyIn } from "./page-formats.ts";
import { TEXTS } from "./page-texts.ts";
import { addressLines } from "./view.ts";

/** A name and a value below it; none for an empty value. */
const entry = (name: string, value: string): readonly Html[] =>
	value === "" ? [] : [html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`];

const row = (name: string, amount: string, strong = false): Html =>
	html`<tr${strong ? html` class="strong"` : html``}><td colspan="3" class="figure">${name}</td><td class="figure">${amount}</td></tr>`;

/** Returns the row of an amount below the lines; none where it is nothing. */
const rowUnlessZero = (name: string, amountMinor: number, money: (amount: number) => string): readonly Html[] =>
	amountMinor === 0 ? [] : [row(name, money(amountMinor))];

/** Returns what is shown as the state of an invoice. */
export const shownState = ({ state, overdueAtMs }: InvoiceRow): InvoiceRow["state"] | "overdue" =>
	state === "open" && overdueAtMs !== null ? "overdue" : state;

/** Returns an invoice or credit note as a document. */
export function invoicePage(invoice: InvoiceRow, locale: MailLocale): Document {
	const texts = TEXTS[locale];
	const money = moneyIn(locale, invoice.currency);
	const date = dateIn(locale, invoice.customer.timezone);
	const { customer, issuer } = invoice;
	const state = shownState(invoice);
	// A period ends before the first instant of the next.
	const span = (fromMs: number, toMs: number) => `${date(fromMs)} – ${date(Math.max(fromMs, toMs - 1))}`;
	const percent = (ratePpm: number) =>
		new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }).format(ratePpm / 1_000_000);
	const number = new Intl.NumberFormat(locale);
	const price = ({ unitAmountMinor, per = 1 }: InvoiceLine) =>
		per === 1 ? money(unitAmountMinor) : `${money(unitAmountMinor)} / ${number.format(per)}`;
	const line = (each: InvoiceLine): Html => html`<tr>
<td><bdi>${each.description}</bdi><span class="span">${span(each.periodStartMs, each.periodEndMs)}</span></td>
<td class="figure">${number.format(each.quantity)}</td>
<td class="figure">${price(each)}</td>
<td class="figure">${money(each.amountMinor)}</td>
</tr>`;
	const taxes = invoice.taxes.map(({ name, ratePpm, inclusive, amountMinor }) =>
		row(`${inclusive ? texts.included : texts.added} ${name} ${percent(ratePpm)}`, money(amountMinor)),
	);
	const isInvoice = invoice.kind === "invoice";

	return document(
		`${texts.kinds[invoice.kind]} ${invoice.number}`,
		locale,
		html`<header>
<div>
<h1>${texts.kinds[invoice.kind]}</h1>
<p class="number">${invoice.number}</p>
<p class="state ${state}">${texts.states[state]}</p>
</div>
<address>${issuer.lines.join("\n")}</address>
</header>
<div class="parties">
<section>
<h2>${texts.billedTo}</h2>
<address><bdi>${[customer.name, ...addressLines(customer.address)].join("\n")}</bdi></address>
${customer.email === null ? html`` : html`<p class="span"><bdi>${customer.email}</bdi></p>`}
${customer.taxId === null ? html`` : html`<p class="span">${texts.taxId}: ${customer.taxId}</p>`}
</section>
<dl>
${[
	...entry(texts.number, invoice.number),
	...entry(texts.issued, date(invoice.issuedAtMs)),
	...entry(texts.period, span(invoice.periodStartMs, invoice.periodEndMs)),
	...(isInvoice ? entry(texts.due, date(invoice.dueAtMs)) : entry(texts.corrects, invoice.lines[0]?.description ?? "")),
]}
</dl>
</div>
<table>
<thead><tr><th scope="col">${texts.description}</th><th scope="col" class="figure">${texts.quantity}</th><th scope="col" class="figure">${texts.price}</th><th scope="col" class="figure">${texts.amount}</th></tr></thead>
<tbody>
${invoice.lines.map(line)}
</tbody>
<tfoot>
${[
	row(texts.subtotal, money(invoice.subtotalMinor)),
	...taxes,
	row(texts.total, money(invoice.totalMinor), true),
	...rowUnlessZero(texts.credit, -invoice.creditAppliedMinor, money),
	...rowUnlessZero(texts.granted, invoice.creditGrantedMinor, money),
	...rowUnlessZero(texts.corrected, -invoice.correctedMinor, money),
	...rowUnlessZero(texts.paid, -invoice.amountPaidMinor, money),
	...(isInvoice ? [row(texts.amountDue, money(invoice.amountDueMinor), true)] : []),
]}
</tfoot>
</table>
${invoice.reason === null ? html`` : html`<p class="note"><bdi>${invoice.reason}</bdi></p>`}
${state === "open" || state === "overdue" ? html`<p class="note">${issuer.instructions.join("\n")}</p>` : html``}`,
	);
}
