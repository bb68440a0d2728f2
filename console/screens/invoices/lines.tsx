import type { components } from "#client";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { texts } from "./texts.ts";

type Invoice = components["schemas"]["InvoicePreview"];

/** What is charged for what, and what it comes to. */
export function Lines({ label, invoice }: { label: string; invoice: Invoice }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { currency, lines, subtotalMinor, taxes, totalMinor, creditAppliedMinor, amountDueMinor } = invoice;
	const money = (minor: number) => format.money(minor, currency);
	const sums = [
		...(taxes.length > 0 ? [[own.subtotal, subtotalMinor] as const] : []),
		...taxes.map(
			({ name, ratePercent, inclusive, amountMinor }) =>
				[own.tax(name, format.number(ratePercent), inclusive), amountMinor] as const,
		),
		[own.totalAmount, totalMinor] as const,
		...(creditAppliedMinor > 0 ? [[own.credit, -creditAppliedMinor] as const] : []),
		...(amountDueMinor === totalMinor ? [] : [[own.due, amountDueMinor] as const]),
	];
	return (
		<table className="table" aria-label={label}>
			<thead>
				<tr>
					<th scope="col">{own.item}</th>
					<th scope="col" data-wide data-numeric>
						{own.quantity}
					</th>
					<th scope="col" data-numeric>
						{own.amount}
					</th>
				</tr>
			</thead>
			<tbody>
				{lines.map(({ kind, description, quantity, unit, amountMinor, periodStart, periodEnd }) => (
					<tr key={`${kind}/${description}/${periodStart}/${amountMinor}`}>
						<th scope="row">
							{description}
							<small>
								{format.date(periodStart)} – {format.date(periodEnd)}
							</small>
						</th>
						<td data-wide data-numeric>
							{format.number(quantity)} {unit}
						</td>
						<td data-numeric>{money(amountMinor)}</td>
					</tr>
				))}
			</tbody>
			<tfoot>
				{sums.map(([name, amount]) => (
					<tr key={name}>
						<th scope="row">{name}</th>
						<td data-wide />
						<td data-numeric>{money(amount)}</td>
					</tr>
				))}
			</tfoot>
		</table>
	);
}
