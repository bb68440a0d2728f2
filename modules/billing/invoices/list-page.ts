import type { InvoiceRow } from "#db/schema";
import type { MailLocale } from "#platform/mail";
import { html } from "#platform/pages";
import { type Document, document } from "./document.ts";
import { shownState } from "./invoice-page.ts";
import { dateIn, moneyIn } from "./page-formats.ts";
import { TEXTS } from "./page-texts.ts";

/** Returns a page of the list of invoices as a document. @param hasMore whether there are others after these */
export function listPage(invoices: readonly InvoiceRow[], hasMore: boolean, locale: MailLocale): Document {
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
