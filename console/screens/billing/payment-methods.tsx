import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { BillingFacts } from "./billing.tsx";
import { texts } from "./texts.ts";

type Method = BillingFacts["paymentMethods"][number];

/** What invoices are collected from; the numbers of cards are typed on pages of the provider only. */
export function PaymentMethods({
	orgId,
	methods,
	mayWrite,
}: {
	orgId: string;
	methods: readonly Method[];
	mayWrite: boolean;
}) {
	const own = useOwnTexts(texts);
	const [removed, setRemoved] = useState<Method | null>(null);
	const leaving = useAction();
	const nameOf = ({ type, brand, last4 }: Method) => `${brand ?? type}${last4 ? ` •••• ${last4}` : ""}`;

	async function leave(page: "checkout" | "portal"): Promise<void> {
		const body = { page, returnUrl: location.href };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/billing/links", { params: { path: { orgId } }, body }));
		location.assign(data.url);
	}

	return (
		<Section title={own.methods} hint={own.methodsHint}>
			{methods.length === 0 ? (
				<p>{own.noMethods}</p>
			) : (
				<ul className="lines">
					{methods.map((method) => (
						<li key={method.id} className="line">
							<span className="badges">
								<strong className="brand">{nameOf(method)}</strong>
								{method.isDefault && <Badge tone="accent">{own.isDefault}</Badge>}
								{method.expMonth && method.expYear && (
									<span>{own.expires(`${String(method.expMonth).padStart(2, "0")}/${method.expYear}`)}</span>
								)}
							</span>
							{mayWrite && (
								<Button kind="quiet" aria-label={own.removeOf(nameOf(method))} onClick={() => setRemoved(method)}>
									{own.remove}
								</Button>
							)}
						</li>
					))}
				</ul>
			)}
			{leaving.problem && <Notice kind="danger">{leaving.problem.message}</Notice>}
			{mayWrite && (
				<div className="section-actions">
					<Button icon="external" busy={leaving.busy} onClick={() => void leaving.run(() => leave("checkout"))}>
						{own.addMethod}
					</Button>
					{methods.length > 0 && (
						<Button icon="external" busy={leaving.busy} onClick={() => void leaving.run(() => leave("portal"))}>
							{own.manage}
						</Button>
					)}
				</div>
			)}
			{removed && (
				<ConfirmDialog
					title={own.removeTitle(nameOf(removed))}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						const params = { path: { orgId, methodId: removed.id } };
						await unwrap(api.DELETE("/orgs/{orgId}/billing/payment-methods/{methodId}", { params }));
						await outdate("/orgs/{orgId}/billing");
					}}
					onClose={() => setRemoved(null)}
				/>
			)}
		</Section>
	);
}
