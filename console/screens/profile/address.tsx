import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

/** Changes the address that one signs in with. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const isMailed = useQuery(read("/configurations/sign-in", {})).data?.mail === true;

	async function change({ email = "", "password/current": current = "" }: Values): Promise<void> {
		const { data } = await unwrap(api.PATCH("/auth/update-profile", { body: { email, password: { current } } }));
		await outdate("/auth/profile");
		toast(data.email === email ? own.addressChanged : own.mailed(email));
		onClose();
	}
	return (
		<Dialog title={own.changeAddress} lead={isMailed ? own.changeAddressLead : own.changeAddressNow} onClose={onClose}>
			<Form onSubmit={change}>
				{(busy) => (
					<>
						<TextField label={own.newAddress} name="email" type="email" autoComplete="email" required />
						<PasswordField label={own.password} name="password/current" autoComplete="current-password" required />
						<FormActions busy={busy} submit={own.changeAddress} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
