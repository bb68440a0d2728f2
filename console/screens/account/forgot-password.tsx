import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { stranger } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { AccountPage } from "./account-page.tsx";
import { AddressForm } from "./address-form.tsx";
import { texts } from "./texts.ts";

/** The command for the operator: there may be no other administrator. */
const RESET = "admin reset-password --email …";

/** Has a link mailed with which a new password is chosen; it does not tell whether the address has an account. */
export function ForgotPassword() {
	const own = useOwnTexts(texts);
	const sendsMail = useQuery(read("/configurations/sign-in", {})).data?.mail !== false;
	const [isSent, setSent] = useState(false);

	async function ask(email: string): Promise<void> {
		await unwrap(stranger.POST("/auth/forgot-password", { body: { email } }));
		setSent(true);
	}

	const t = own.forgot;
	const lead = sendsMail ? t.lead : t.noMail;
	return (
		<AccountPage title={isSent ? t.sent : t.heading} lead={isSent ? t.sentLead : lead}>
			{sendsMail && !isSent && <AddressForm action={t.action} onSubmit={ask} />}
			{!sendsMail && (
				<>
					<p>{t.operator}</p>
					<code>parley {RESET}</code>
					<p>
						{t.sources}
						<br />
						<code>bun src/main.ts {RESET}</code>
					</p>
				</>
			)}
			<Link to="/sign-in">{own.signIn}</Link>
		</AccountPage>
	);
}
