import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { patchOf, type Webhook } from "./definition.ts";
import { Fields } from "./fields.tsx";
import { texts } from "./texts.ts";

interface Props {
	readonly path: { readonly orgId: string; readonly webhookId: string };
	readonly onClose: () => void;
}

/** Changes a webhook. */
export function EditDialog({ path, onClose }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/webhooks/{webhookId}", { path }));
	const [isOutdated, setIsOutdated] = useState(false);

	async function save(webhook: Webhook, version: string, values: Values): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		try {
			await unwrap(api.PATCH("/orgs/{orgId}/webhooks/{webhookId}", { params, body: patchOf(webhook, values) }));
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			await refetch();
			setIsOutdated(true);
			return;
		}
		await outdate("/orgs/{orgId}/webhooks", "/orgs/{orgId}/webhooks/{webhookId}");
		onClose();
		toast(t.common.saved);
	}
	return (
		<Dialog title={own.edit} lead={own.editLead} width="wide" onClose={onClose}>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<Form key={data.version} onSubmit={(values) => save(data.data, data.version, values)}>
					{(busy) => (
						<>
							<Fields of={data.data} />
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
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
					await outdate("/orgs/{orgId}/webhooks/{webhookId}");
					onRotated(data.secret);
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
