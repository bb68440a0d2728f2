import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api, session } from "../../api/client.ts";
import { thisDevice } from "../../api/device.ts";
import { API_BASE, arrivalOf } from "../../api/place.ts";
import { queries, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { takesFocus } from "../../ui/focus.ts";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { NewPasswordField } from "../account/new-password-field.tsx";
import { Discovered } from "./discovered.tsx";
import { canUsePasskeys, usePasskey } from "./passkey.ts";
import { texts } from "./texts.ts";

type Step =
	| { readonly name: "password" }
	| { readonly name: "code"; readonly challengeToken: string; readonly password: string }
	/** The password was generated: one of their own comes before anything else. */
	| { readonly name: "newPassword"; readonly password: string };

/** Signs in: password, second factor, passkey, single sign-on, and a password of one's own in place of a generated one. */
export function SignInSteps({
	title,
	lead,
	submit,
	email: invited = "",
	error,
	next,
	onArrived,
}: {
	/** Heading, where the page around has none. */
	title?: string;
	lead: string;
	/** What the button of address and password says. */
	submit: string;
	/** Address to begin with. */
	email?: string;
	/** What went wrong at the identity provider. */
	error?: string | undefined;
	/** Where the identity provider leads back to, within the console. */
	next: string | undefined;
	/** Runs when there is a session that may be used. */
	onArrived: () => unknown;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const facts = useQuery(read("/configurations/sign-in", {})).data;
	const profile = queries.getQueryData(read("/auth/profile", {}).queryKey);
	const [step, setStep] = useState<Step>({ name: "password" });
	const [failure, setFailure] = useState(error);
	const [address, setAddress] = useState("");
	const [isUnconfirmed, setUnconfirmed] = useState(false);

	async function arrive(password: string): Promise<void> {
		const profile = await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
		if (profile.passwordChangeRequired) setStep({ name: "newPassword", password });
		else await onArrived();
	}

	async function withPassword({ email = "", password = "" }: Values): Promise<void> {
		try {
			await session.signIn({ email, password, device: thisDevice() });
		} catch (problem) {
			setUnconfirmed(ProblemError.is(problem, "email_not_verified"));
			if (!ProblemError.is(problem, "mfa_required")) throw problem;
			setStep({ name: "code", challengeToken: String(problem.meta.challengeToken), password });
			return;
		}
		await arrive(password);
	}

	async function withCode({ code = "" }: Values, challengeToken: string, password: string): Promise<void> {
		const body = { challengeToken, code, device: thisDevice(), tokenDelivery: "cookie" as const };
		session.adopt(await unwrap(api.POST("/auth/mfa/verify", { body })));
		await arrive(password);
	}

	async function withNewPassword({ name, new: chosen = "" }: Values, current: string): Promise<void> {
		const body = { ...(name && { name }), password: { current, new: chosen } };
		await unwrap(api.PATCH("/auth/update-profile", { body }));
		await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
		await onArrived();
	}

	const hasPasskeys = canUsePasskeys(facts?.passkeys);
	const withPasskey = usePasskey(hasPasskeys && step.name === "password", {
		async onTokens(tokens) {
			session.adopt(tokens);
			await arrive("");
		},
		onFailure(problem) {
			// Closing the window of the browser needs no message.
			if (problem instanceof DOMException && problem.name === "NotAllowedError") return;
			setFailure(ProblemError.is(problem) ? problem.message : t.signIn.passkeyFailed);
		},
	});

	const sso = new URL(`auth/authorize?redirect=${encodeURIComponent(arrivalOf(next))}`, API_BASE).href;
	return (
		<>
			{title !== undefined && <h1>{step.name === "newPassword" ? t.signIn.newPassword : title}</h1>}
			<p className="lead">{step.name === "newPassword" ? t.signIn.newPasswordLead : lead}</p>
			{failure !== undefined && <Notice kind="danger">{failure}</Notice>}
			{step.name === "password" && (
				<>
					<Form onSubmit={withPassword}>
						{(busy) => (
							<>
								<TextField
									label={t.signIn.email}
									name="email"
									type="email"
									autoComplete={hasPasskeys ? "username webauthn" : "username"}
									required
									ref={takesFocus}
									defaultValue={invited}
									onBlur={({ currentTarget }) => setAddress(currentTarget.validity.valid ? currentTarget.value : "")}
								/>
								<Discovered address={address} />
								<PasswordField label={t.signIn.password} name="password" autoComplete="current-password" required />
								<Button kind="primary" type="submit" busy={busy}>
									{submit}
								</Button>
							</>
						)}
					</Form>
					{isUnconfirmed && <Link to="/verify-email">{own.notReceived}</Link>}
					<Link to="/forgot-password">{t.signIn.forgot}</Link>
					{facts?.signup === "open" && <Link to="/register">{t.signIn.register}</Link>}
					{(facts?.sso || hasPasskeys) && (
						<>
							<p className="divider">
								<span>{t.signIn.or}</span>
							</p>
							<div className="stack">
								{hasPasskeys && (
									<Button
										icon="passkey"
										onClick={() => {
											setFailure(undefined);
											void withPasskey();
										}}
									>
										{t.signIn.passkey}
									</Button>
								)}
								{facts?.sso && (
									<a className="button" href={sso}>
										{t.signIn.sso}
									</a>
								)}
							</div>
						</>
					)}
				</>
			)}
			{step.name === "code" && (
				<Form onSubmit={(values) => withCode(values, step.challengeToken, step.password)} key="code">
					{(busy) => (
						<>
							<TextField
								label={t.signIn.code}
								hint={t.signIn.codeHint}
								name="code"
								inputMode="numeric"
								autoComplete="one-time-code"
								required
								ref={takesFocus}
							/>
							<Button kind="primary" type="submit" busy={busy}>
								{t.signIn.verify}
							</Button>
							<Button kind="quiet" onClick={() => setStep({ name: "password" })}>
								{t.signIn.back}
							</Button>
						</>
					)}
				</Form>
			)}
			{step.name === "newPassword" && (
				// Named, so that a screen reader says what the field with the focus is for.
				<section aria-label={t.signIn.newPassword}>
					<Form onSubmit={(values) => withNewPassword(values, step.password)} key="new">
						{(busy) => (
							<>
								<NewPasswordField label={t.signIn.newPasswordLabel} name="new" path="/password/new" focused />
								<TextField
									label={own.yourName}
									hint={own.yourNameHint}
									name="name"
									defaultValue={profile?.name}
									autoComplete="name"
									maxLength={128}
								/>
								<Button kind="primary" type="submit" busy={busy}>
									{t.signIn.change}
								</Button>
							</>
						)}
					</Form>
				</section>
			)}
		</>
	);
}
