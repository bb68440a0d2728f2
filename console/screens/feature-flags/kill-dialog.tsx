import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import type { Flag } from "./definition.ts";
import { texts } from "./texts.ts";

/** Gives a flag one value for all organizations, until it is revived. */
export function KillDialog({
	flag: { key, type, variants, defaultVariant },
	onKilled,
	onClose,
}: {
	flag: Flag;
	/** Reads again. */
	onKilled: () => Promise<unknown>;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	async function kill({ reason, variant }: Values): Promise<void> {
		const body = { ...(reason && { reason }), ...(variant && { variant }) };
		await unwrap(api.POST("/configurations/feature-flags/{key}/kill", { params: { path: { key } }, body }));
		await onKilled();
		onClose();
		toast(own.wasKilled(key));
	}
	return (
		<Dialog title={own.killTitle(key)} lead={own.killText} onClose={onClose}>
			<Form onSubmit={kill}>
				{(busy) => (
					<>
						<SelectField
							label={own.value}
							name="variant"
							options={Object.keys(variants).map((name) => [name, own.variant(name)])}
							defaultValue={type === "boolean" ? "off" : defaultVariant}
						/>
						<TextAreaField label={own.reason} hint={own.reasonHint} name="reason" maxLength={500} rows={2} />
						<FormActions busy={busy} submit={own.kill} kind="danger" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
