import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Member = components["schemas"]["Member"];

/** Lets a member choose a new password: by mail, or by a link that is shown once. */
export function ResetPasswordDialog({ member: { userId, name }, onClose }: { member: Member; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [link, setLink] = useState<string | null>(null);

	async function request(): Promise<void> {
		const { data } = await unwrap(api.POST("/auth/request-reset-password", { body: { userId } }));
		if (data.resetUrl !== undefined) return setLink(data.resetUrl);
		onClose();
		toast(own.resetMailed(name));
	}
	if (link !== null)
		return <SecretDialog title={own.reset} lead={own.resetLead} label={own.reset} secret={link} onClose={onClose} />;
	return (
		<Dialog title={own.reset} lead={own.resetText(name)} onClose={onClose}>
			<Form onSubmit={request}>{(busy) => <FormActions busy={busy} submit={own.reset} onCancel={onClose} />}</Form>
		</Dialog>
	);
}
