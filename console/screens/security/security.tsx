import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { NewPasswordField } from "../account/new-password-field.tsx";
import { Authenticator } from "./authenticator.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { texts } from "./texts.ts";

/** How the person signs in, and where. */
export function Security() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(read("/auth/profile", {}));
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	return (
		<Page title={t.shell.security} lead={own.lead}>
			{data === undefined ? (
				<Loading />
			) : (
				<>
					<Password email={data.email ?? ""} />
					<Authenticator mfa={data.mfa} />
					<Passkeys />
					<Sessions />
				</>
			)}
		</Page>
	);
}

function Password({ email }: { email: string }) {
	const own = useOwnTexts(texts);
	const [changes, setChanges] = useState(0);

	async function change({ "password/current": current = "", "password/new": chosen = "" }: Values): Promise<void> {
		await unwrap(api.PATCH("/auth/update-profile", { body: { password: { current, new: chosen } } }));
		await outdate("/auth/sessions");
		toast(own.passwordChanged);
		setChanges((count) => count + 1);
	}
	return (
		<Section title={own.password} hint={own.passwordHint}>
			<Form onSubmit={change} key={changes}>
				{(busy) => (
					<>
						{/* Tells a password manager whose password it is. */}
						<input type="hidden" name="username" autoComplete="username" value={email} />
						<PasswordField
							label={own.currentPassword}
							name="password/current"
							autoComplete="current-password"
							required
						/>
						<NewPasswordField label={own.newPassword} name="password/new" />
						<footer className="form-actions">
							<Button kind="primary" type="submit" busy={busy}>
								{own.changePassword}
							</Button>
						</footer>
					</>
				)}
			</Form>
		</Section>
	);
}
