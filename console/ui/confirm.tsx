import type { ReactNode } from "react";
import { useTexts } from "../app/texts.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Form, FormActions } from "./form.tsx";

/** Asks before something is lost, and says what; the way out has the focus. A fault of the API shows in the dialog. */
export function ConfirmDialog({
	title,
	text,
	action,
	typed,
	onConfirm,
	onClose,
}: {
	title: string;
	text: ReactNode;
	/** What it does, in words. */
	action: string;
	/** What has to be typed first, such as the name of what is deleted. */
	typed?: string;
	/** Closes the dialog by itself once it has worked. */
	onConfirm: () => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useTexts();
	return (
		<Dialog title={title} lead={text} onClose={onClose}>
			<Form
				onSubmit={async () => {
					await onConfirm();
					onClose();
				}}
			>
				{(busy) => (
					<>
						{typed !== undefined && (
							<TextField
								label={t.common.typeToConfirm(typed)}
								name="typed"
								autoComplete="off"
								pattern={RegExp.escape(typed)}
								title={typed}
								required
							/>
						)}
						<FormActions busy={busy} submit={action} kind="danger" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
