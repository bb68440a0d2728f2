import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

const METHODS = "/orgs/{orgId}/billing/payment-methods";
type Method = Item<typeof METHODS>;

const outdateMethods = () => outdate(METHODS, "/orgs/{orgId}/billing");

/** What invoices are collected from; the numbers of cards are typed on pages of the provider only. */
export function PaymentMethods({ orgId, mayWrite }: { orgId: string; mayWrite: boolean }) {
	const own = useOwnTexts(texts);
	const { data: methods, error, refetch } = useQuery(read(METHODS, { path: { orgId } }));
	const [isAdding, setIsAdding] = useState(false);
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
			{methods === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : methods.length === 0 ? (
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
			{mayWrite && methods && (
				<div className="section-actions">
					<Button icon="external" busy={leaving.busy} onClick={() => void leaving.run(() => leave("checkout"))}>
						{own.addMethod}
					</Button>
					<Button icon="plus" onClick={() => setIsAdding(true)}>
						{own.addById}
					</Button>
					{methods.length > 0 && (
						<Button icon="external" busy={leaving.busy} onClick={() => void leaving.run(() => leave("portal"))}>
							{own.manage}
						</Button>
					)}
				</div>
			)}
			{isAdding && <AddDialog orgId={orgId} onClose={() => setIsAdding(false)} />}
			{removed && (
				<ConfirmDialog
					title={own.removeTitle(nameOf(removed))}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						const params = { path: { orgId, methodId: removed.id } };
						await unwrap(api.DELETE("/orgs/{orgId}/billing/payment-methods/{methodId}", { params }));
						await outdateMethods();
					}}
					onClose={() => setRemoved(null)}
				/>
			)}
		</Section>
	);
}

/** Adds a method that the provider knows, by its id there. */
function AddDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	async function add({ token = "", makeDefault }: Values): Promise<void> {
		const body = { token: token.trim(), makeDefault: makeDefault !== undefined };
		await unwrap(api.POST(METHODS, { params: { path: { orgId } }, body }));
		await outdateMethods();
		onClose();
	}
	return (
		<Dialog title={own.addMethod} lead={own.addByIdLead} onClose={onClose}>
			<Form onSubmit={add}>
				{(busy) => (
					<>
						<TextField
							label={own.methodId}
							hint={own.methodIdHint}
							name="token"
							maxLength={255}
							autoComplete="off"
							required
						/>
						<SwitchField label={own.makeDefault} name="makeDefault" defaultChecked />
						<FormActions busy={busy} submit={own.addMethod} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
