import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Facts } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { Lines } from "./lines.tsx";
import { type Invoice, stateOf } from "./state.ts";
import { texts } from "./texts.ts";

/** One invoice or credit note; its document is a page that can be printed. */
export function InvoiceDialog({
	orgId,
	invoiceId,
	onClose,
}: {
	orgId: string;
	invoiceId: string;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	const params = { path: { orgId, invoiceId } };
	const { data, error, refetch } = useQuery(read("/orgs/{orgId}/billing/invoices/{invoiceId}", params));
	const saving = useAction();
	async function save({ number }: Invoice): Promise<void> {
		const headers = { accept: "text/html" };
		const asked = api.GET("/orgs/{orgId}/billing/invoices/{invoiceId}", { params, headers, parseAs: "blob" });
		saveFile((await unwrap(asked)) as unknown as Blob, `${number}.html`);
	}
	return (
		<Dialog title={data ? `${own.kinds[data.kind]} ${data.number}` : own.kinds.invoice} width="wide" onClose={onClose}>
			{data ? (
				<div className="receipt">
					<InvoiceFacts invoice={data} />
					<Lines label={data.number} invoice={data} />
					{saving.problem && <Notice kind="danger">{saving.problem.message}</Notice>}
					<footer className="form-actions">
						<Button icon="download" busy={saving.busy} onClick={() => void saving.run(() => save(data))}>
							{own.download}
						</Button>
					</footer>
				</div>
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
		</Dialog>
	);
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { customer, currency, kind } = invoice;
	const sums = [
		[own.paidAmount, invoice.amountPaidMinor],
		[own.corrected, invoice.correctedMinor],
		[own.toBalance, invoice.creditGrantedMinor],
	] as const;
	const days = [
		[own.issued, invoice.issuedAt],
		[own.dueOn, kind === "invoice" ? invoice.dueAt : null],
		[own.paidOn, invoice.paidAt],
		[own.voidedOn, invoice.voidedAt],
	] as const;
	return (
		<Facts
			facts={[
				[own.state, own.states[stateOf(invoice)]],
				...days.flatMap(([name, day]) => (day === null ? [] : [[name, format.date(day)] as const])),
				[own.customer, [customer.name, ...customer.address, customer.taxId].filter(Boolean).join(", ")],
				...(invoice.reason === null ? [] : [[own.reason, invoice.reason] as const]),
				...(invoice.paymentReference === null ? [] : [[own.reference, invoice.paymentReference] as const]),
				...sums.flatMap(([name, minor]) => (minor === 0 ? [] : [[name, format.money(minor, currency)] as const])),
			]}
		/>
	);
}
