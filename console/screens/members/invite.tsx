import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { type Role, useGrantableRoles } from "./roles.ts";

/** Invites somebody. Where no mail is sent, it shows the link to pass on. */
export function InviteDialog({
	orgId,
	usualRole = "member",
	onClose,
}: {
	orgId: string;
	/** The role that is chosen at first. */
	usualRole?: Role;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const roles = useGrantableRoles(orgId);
	const [link, setLink] = useState<string | null>(null);

	async function invite({ email = "", role }: Readonly<Record<string, string>>): Promise<void> {
		const params = { path: { orgId } };
		const body = { email, role: role as Role };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/invitations", { params, body }));
		await outdate("/orgs/{orgId}/invitations");
		toast(t.members.invited(email));
		if (data.acceptUrl === undefined) onClose();
		else setLink(data.acceptUrl);
	}

	return (
		<Dialog title={t.members.invite} lead={link === null ? t.members.inviteLead : t.members.link} onClose={onClose}>
			{link === null ? (
				<Form onSubmit={invite}>
					{(busy) => (
						<>
							<TextField label={t.signIn.email} name="email" type="email" autoComplete="off" required />
							<SelectField
								label={t.members.role}
								name="role"
								options={roles.map((role) => [role, t.roles[role]] as const)}
								defaultValue={usualRole}
							/>
							<FormActions busy={busy} submit={t.members.send} onCancel={onClose} />
						</>
					)}
				</Form>
			) : (
				<>
					<CopyText text={link} />
					<footer className="form-actions">
						<Button kind="primary" onClick={onClose}>
							{t.common.done}
						</Button>
					</footer>
				</>
			)}
		</Dialog>
	);
}
