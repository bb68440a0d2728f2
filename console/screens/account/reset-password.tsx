import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { stranger } from "../../api/client.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { AccountPage, useLinkToken } from "./account-page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { texts } from "./texts.ts";

/** Chooses a new password with the token of a link. A link of another mail starts again. */
export function ResetPassword() {
	const token = useLinkToken();
	return <WithToken key={token} token={token} />;
}

function WithToken({ token }: { token: string }) {
	const own = useOwnTexts(texts);
	const [step, setStep] = useState<"choose" | "invalid" | "done">(token === "" ? "invalid" : "choose");

	async function choose({ password = "" }: Values): Promise<void> {
		try {
			await unwrap(stranger.POST("/auth/reset-password", { body: { token, password } }));
			setStep("done");
		} catch (problem) {
			if (!ProblemError.is(problem, "token_invalid")) throw problem;
			setStep("invalid");
		}
	}

	const t = own.reset;
	if (step === "done")
		return (
			<AccountPage title={t.done} lead={t.doneLead}>
				<Link className="button" data-kind="primary" to="/sign-in">
					{own.signIn}
				</Link>
			</AccountPage>
		);
	if (step === "invalid")
		return (
			<AccountPage title={t.heading} lead={own.invalid}>
				<Link to="/forgot-password">{t.again}</Link>
			</AccountPage>
		);
	return (
		<AccountPage title={t.heading}>
			<Form onSubmit={choose}>
				{(busy) => (
					<>
						<NewPasswordField label={own.newPassword} focused />
						<Button kind="primary" type="submit" busy={busy}>
							{t.action}
						</Button>
					</>
				)}
			</Form>
		</AccountPage>
	);
}
