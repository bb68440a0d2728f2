import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { texts } from "./texts.ts";

/** Replaces a key; what it is replaced by is shown once. */
export function RotateDialog({
	orgId,
	keyId,
	name,
	onRotated,
	onClose,
}: {
	orgId: string;
	keyId: string;
	name: string;
	onRotated: (key: string) => void;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	async function rotate({ graceSeconds }: Values): Promise<void> {
		const init = { params: { path: { orgId, keyId } }, body: { graceSeconds: Number(graceSeconds) } };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/api-keys/{keyId}/rotate", init));
		onRotated(data.key);
		await outdate("/orgs/{orgId}/api-keys");
	}
	return (
		<Dialog title={own.rotateTitle(name)} lead={own.rotateText} onClose={onClose}>
			<Form onSubmit={rotate}>
				{(busy) => (
					<>
						<SelectField
							label={own.grace}
							name="graceSeconds"
							options={Object.entries(own.periods)}
							defaultValue="3600"
						/>
						<FormActions busy={busy} submit={own.rotate} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
