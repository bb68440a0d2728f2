import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { stranger } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { takesFocus } from "../../ui/focus.ts";
import { Form, type Values } from "../../ui/form.tsx";
import { AccountPage } from "./account-page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { texts } from "./texts.ts";

/** Creates an account, where that is open to everyone. */
export function Register() {
	const own = useOwnTexts(texts);
	const facts = useQuery(read("/configurations/sign-in", {})).data;
	const [isDone, setDone] = useState(false);

	async function register({ name = "", email = "", password = "" }: Values): Promise<void> {
		await unwrap(stranger.POST("/auth/register", { body: { name, email, password } }));
		setDone(true);
	}

	const t = own.register;
	const signIn = (
		<Link className="button" data-kind="primary" to="/sign-in">
			{own.signIn}
		</Link>
	);
	if (isDone && facts?.mail)
		return (
			<AccountPage title={t.mailed} lead={t.mailedLead}>
				<Link to="/verify-email">{t.notReceived}</Link>
				{signIn}
			</AccountPage>
		);
	if (isDone)
		return (
			<AccountPage title={t.ready} lead={t.readyLead}>
				{signIn}
			</AccountPage>
		);
	if (facts && facts.signup !== "open")
		return (
			<AccountPage title={t.heading} lead={facts.signup === "invite" ? t.invitedOnly : t.closed}>
				{signIn}
			</AccountPage>
		);
	return (
		<AccountPage title={t.heading}>
			<Form onSubmit={register}>
				{(busy) => (
					<>
						<TextField label={own.name} name="name" autoComplete="name" required ref={takesFocus} />
						<TextField label={own.email} name="email" type="email" autoComplete="username" required />
						<NewPasswordField label={own.password} />
						<Button kind="primary" type="submit" busy={busy}>
							{t.action}
						</Button>
					</>
				)}
			</Form>
			<Link to="/sign-in">{t.known}</Link>
		</AccountPage>
	);
}
