import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { patchOf, type Webhook } from "./definition.ts";
import { Fields } from "./fields.tsx";
import { texts } from "./texts.ts";

interface Props {
	readonly path: { readonly orgId: string; readonly webhookId: string };
	readonly onClose: () => void;
}

/** Changes a webhook. */
export function ChangeDialog({ path, onClose }: Props) {
	const own = useOwnTexts(texts);
	const found = useQuery(readVersioned("/orgs/{orgId}/webhooks/{webhookId}", { path }));
	async function save(values: Values, webhook: Webhook, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PATCH("/orgs/{orgId}/webhooks/{webhookId}", { params, body: patchOf(webhook, values) }));
		await outdate("/orgs/{orgId}/webhooks", "/orgs/{orgId}/webhooks/{webhookId}");
	}
	return (
		<EditDialog title={own.edit} lead={own.editLead} width="wide" found={found} onSave={save} onClose={onClose}>
			{(webhook) => <Fields of={webhook} />}
		</EditDialog>
	);
}

/** Replaces the secret of the signatures; the new one is shown once. */
export function RotateDialog({ path, onRotated, onClose }: Props & { onRotated: (secret: string) => void }) {
	const own = useOwnTexts(texts);
	return (
		<Dialog title={own.rotate} lead={own.rotateText} onClose={onClose}>
			<Form
				onSubmit={async ({ gracePeriodSeconds }) => {
					const body = { gracePeriodSeconds: Number(gracePeriodSeconds) };
					const { data } = await unwrap(
						api.POST("/orgs/{orgId}/webhooks/{webhookId}/rotate-secret", { params: { path }, body }),
					);
					onRotated(data.secret);
					await outdate("/orgs/{orgId}/webhooks/{webhookId}");
				}}
			>
				{(busy) => (
					<>
						<SelectField
							label={own.grace}
							name="gracePeriodSeconds"
							options={Object.entries(own.periods)}
							defaultValue="86400"
						/>
						<FormActions busy={busy} submit={own.rotate} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** Sends the events of a period again. */
export function ReplayDialog({ path, onClose }: Props) {
	const own = useOwnTexts(texts);
	return (
		<Dialog title={own.replay} lead={own.replayText} onClose={onClose}>
			<Form
				onSubmit={async ({ from = "", to = "" }) => {
					const body = { from: new Date(from).toISOString(), to: new Date(to || Date.now()).toISOString() };
					const { data } = await unwrap(
						api.POST("/orgs/{orgId}/webhooks/{webhookId}/replay", { params: { path }, body }),
					);
					onClose();
					toast(data.firstSequence === null ? own.replayedNone : own.replayed);
					await outdate("/orgs/{orgId}/webhooks/{webhookId}/deliveries");
				}}
			>
				{(busy) => (
					<>
						<TextField label={own.from} name="from" type="datetime-local" required />
						<TextField label={own.to} hint={own.toHint} name="to" type="datetime-local" />
						<FormActions busy={busy} submit={own.replay} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
