import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { stranger } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { AccountPage, useLinkToken } from "./account-page.tsx";
import { AddressForm } from "./address-form.tsx";
import { texts } from "./texts.ts";

/** Confirms an address with the token of a link; without one, has another link mailed. */
export function VerifyEmail() {
	const token = useLinkToken();
	return <WithToken key={token} token={token} />;
}

function WithToken({ token }: { token: string }) {
	const own = useOwnTexts(texts);
	const sendsMail = useQuery(read("/configurations/sign-in", {})).data?.mail !== false;
	type Step = "verify" | "asked" | "done" | "invalid" | "resend" | "sent";
	const [step, setStep] = useState<Step>(token === "" ? "resend" : "verify");

	async function verify(password?: string): Promise<void> {
		try {
			const body = { token, ...(password !== undefined && { password }) };
			await unwrap(stranger.POST("/auth/verify-email", { body }));
			setStep("done");
		} catch (problem) {
			if (ProblemError.is(problem, "token_invalid")) setStep("invalid");
			// The address of an account that is in use needs its password as well.
			else if (ProblemError.is(problem, "unauthenticated") && step === "verify") setStep("asked");
			else throw problem;
		}
	}

	async function resend(email: string): Promise<void> {
		await unwrap(stranger.POST("/auth/verify-email/resend", { body: { email } }));
		setStep("sent");
	}

	const t = own.verify;
	const signIn = <Link to="/sign-in">{own.signIn}</Link>;
	switch (step) {
		case "verify":
			return (
				<AccountPage title={t.heading} lead={t.lead}>
					<Form onSubmit={() => verify()}>
						{(busy) => (
							<Button kind="primary" type="submit" busy={busy}>
								{t.action}
							</Button>
						)}
					</Form>
				</AccountPage>
			);
		case "asked":
			return (
				<AccountPage title={t.heading} lead={t.asked}>
					<Form onSubmit={({ password = "" }) => verify(password)}>
						{(busy) => (
							<>
								<PasswordField label={own.password} name="password" autoComplete="current-password" required focused />
								<Button kind="primary" type="submit" busy={busy}>
									{t.action}
								</Button>
							</>
						)}
					</Form>
					<Link to="/forgot-password">{t.forgot}</Link>
				</AccountPage>
			);
		case "done":
			return (
				<AccountPage title={t.done} lead={t.doneLead}>
					<Link className="button" data-kind="primary" to="/sign-in">
						{own.signIn}
					</Link>
				</AccountPage>
			);
		case "invalid":
			return (
				<AccountPage title={t.heading} lead={own.invalid}>
					{sendsMail && <Button onClick={() => setStep("resend")}>{t.again}</Button>}
					{signIn}
				</AccountPage>
			);
		case "resend":
			return (
				<AccountPage title={t.heading} lead={sendsMail ? t.againLead : t.noMail}>
					{sendsMail && <AddressForm action={t.send} onSubmit={resend} />}
					{signIn}
				</AccountPage>
			);
		case "sent":
			return (
				<AccountPage title={t.sent} lead={t.sentLead}>
					{signIn}
				</AccountPage>
			);
	}
}
