import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import type { BillingFacts } from "./billing.tsx";
import { outdatePlan } from "./outdate-plan.ts";
import { texts } from "./texts.ts";

type Request = components["schemas"]["UpdateBillingPlanRequestBody"];
type Invoice = components["schemas"]["InvoicePreview"];

/** What a change would cost, and from when it applies. */
interface Preview {
	readonly effectiveAt: string | null;
	readonly invoice: Invoice | null;
}

/** Changes the plan: what it costs is shown before it is changed. */
export function PlanDialog({ orgId, billing, onClose }: { orgId: string; billing: BillingFacts; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [preview, setPreview] = useState<Preview | null>(null);
	const { plan, subscription } = billing;
	const plans = useQuery(read("/configurations/plans", {})).data?.plans ?? [plan];
	const offered = plans.filter(({ code, isPublic }) => isPublic || code === plan.code);

	async function submit({ planCode = "", interval, seats }: Values): Promise<void> {
		const body: Request = {
			planCode,
			interval: interval as NonNullable<Request["interval"]>,
			...(seats && { seats: Number(seats) }),
			dryRun: preview === null,
		};
		const params = { path: { orgId } };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/billing/plan", { params, body }));
		if (preview === null) {
			const { cancelAtPeriodEnd, currentPeriodEnd, pendingChange } = data.subscription;
			const effectiveAt = pendingChange?.effectiveAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
			return setPreview({ effectiveAt, invoice: data.invoicePreview });
		}
		await outdatePlan();
		onClose();
		toast(own.changed);
	}

	return (
		<Dialog title={own.change} onClose={onClose}>
			<Form onSubmit={submit} onChange={() => setPreview(null)}>
				{(busy) => (
					<>
						<SelectField
							key={offered.length}
							label={own.plan}
							name="planCode"
							defaultValue={plan.code}
							options={offered.map(({ code, name, prices, currency }) => [
								code,
								`${name} · ${format.money(prices.month.baseMinor, currency)} ${own.intervals.month}`,
							])}
						/>
						<SelectField
							label={own.interval}
							name="interval"
							defaultValue={subscription.interval ?? "month"}
							options={Object.entries(own.paid)}
						/>
						<TextField
							label={own.seats}
							hint={own.seatsHint}
							name="seats"
							type="number"
							min={1}
							max={1_000_000}
							defaultValue={subscription.seats ?? ""}
						/>
						{preview && <Effect preview={preview} />}
						<FormActions busy={busy} submit={preview ? own.change : own.preview} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

function Effect({ preview: { effectiveAt, invoice } }: { preview: Preview }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const money = (minor: number) => format.money(minor, invoice?.currency ?? "");
	return (
		<div role="status" className="effect">
			<Notice kind="info">{effectiveAt ? own.appliesOn(format.date(effectiveAt)) : own.appliesNow}</Notice>
			{invoice && (
				<Facts
					facts={[
						...invoice.lines.map(({ description, amountMinor }) => [description, money(amountMinor)] as const),
						...invoice.taxes
							.filter(({ inclusive }) => !inclusive)
							.map(({ name, amountMinor }) => [name, money(amountMinor)] as const),
						...(invoice.creditAppliedMinor > 0 ? [[own.balance, money(-invoice.creditAppliedMinor)] as const] : []),
						[own.due, <strong key="due">{money(invoice.amountDueMinor)}</strong>],
					]}
				/>
			)}
		</div>
	);
}
