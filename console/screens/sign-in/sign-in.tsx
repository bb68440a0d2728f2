import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, type Tokens, unwrap } from "#client";
import { api, session } from "../../api/client.ts";
import { thisDevice } from "../../api/device.ts";
import { API_BASE, arrivalOf } from "../../api/place.ts";
import { queries, read } from "../../api/queries.ts";
import { Mark } from "../../app/mark.tsx";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Discovered } from "./discovered.tsx";

const route = getRouteApi("/sign-in");

type Step =
	| { readonly name: "password" }
	| { readonly name: "code"; readonly challengeToken: string; readonly password: string }
	/** The password was generated: one of their own comes before anything else. */
	| { readonly name: "newPassword"; readonly password: string };

/** Password, second factor, passkey, single sign-on. */
export function SignIn() {
	const { t } = useTexts();
	const { next, error } = route.useSearch();
	const router = useRouter();
	const facts = useQuery(read("/configurations/sign-in", {})).data;
	const [step, setStep] = useState<Step>({ name: "password" });
	const [failure, setFailure] = useState(error);
	const [address, setAddress] = useState("");

	const leave = () => router.history.push(arrivalOf(next));

	async function arrive(password: string): Promise<void> {
		try {
			await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
			leave();
		} catch (problem) {
			if (!ProblemError.is(problem, "password_change_required")) throw problem;
			setStep({ name: "newPassword", password });
		}
	}

	async function withPassword({ email = "", password = "" }: Values): Promise<void> {
		try {
			await session.signIn({ email, password, device: thisDevice() });
		} catch (problem) {
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

	async function withNewPassword({ new: chosen = "" }: Values, current: string): Promise<void> {
		await unwrap(api.PATCH("/auth/update-profile", { body: { password: { current, new: chosen } } }));
		leave();
	}

	async function withPasskey(): Promise<void> {
		setFailure(undefined);
		try {
			session.adopt(await signInWithPasskey());
			await arrive("");
		} catch (problem) {
			// Whoever has closed the window of the browser needs no message.
			if (problem instanceof DOMException && problem.name === "NotAllowedError") return;
			setFailure(ProblemError.is(problem) ? problem.message : t.signIn.passkeyFailed);
		}
	}

	const sso = new URL(`auth/authorize?redirect=${encodeURIComponent(arrivalOf(next))}`, API_BASE).href;
	return (
		<main className="alone">
			<div className="sign-in">
				<Mark />
				<h1>{step.name === "newPassword" ? t.signIn.newPassword : t.signIn.title}</h1>
				<p className="lead">{step.name === "newPassword" ? t.signIn.newPasswordLead : t.signIn.lead}</p>
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
										autoComplete="username webauthn"
										required
										autoFocus
										onBlur={({ currentTarget }) => setAddress(currentTarget.validity.valid ? currentTarget.value : "")}
									/>
									<Discovered address={address} />
									<TextField
										label={t.signIn.password}
										name="password"
										type="password"
										autoComplete="current-password"
										required
									/>
									<Button kind="primary" type="submit" busy={busy}>
										{t.signIn.submit}
									</Button>
								</>
							)}
						</Form>
						{facts?.mail && <a href={new URL("account/forgot-password", API_BASE).href}>{t.signIn.forgot}</a>}
						{facts?.signup === "open" && <a href={new URL("account/register", API_BASE).href}>{t.signIn.register}</a>}
						{(facts?.sso || canUsePasskeys(facts?.passkeys)) && (
							<>
								<p className="divider">
									<span>{t.signIn.or}</span>
								</p>
								<div className="stack">
									{canUsePasskeys(facts?.passkeys) && (
										<Button icon="passkey" onClick={() => void withPasskey()}>
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
									autoFocus
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
					<Form onSubmit={(values) => withNewPassword(values, step.password)} key="new">
						{(busy) => (
							<>
								<TextField
									label={t.signIn.newPasswordLabel}
									name="new"
									path="/password/new"
									type="password"
									autoComplete="new-password"
									minLength={facts?.passwordMinLength}
									required
									autoFocus
								/>
								<Button kind="primary" type="submit" busy={busy}>
									{t.signIn.change}
								</Button>
							</>
						)}
					</Form>
				)}
			</div>
		</main>
	);
}

/** Passkeys do not exist on plain http, except at localhost. */
const canUsePasskeys = (areOffered: boolean | undefined): boolean =>
	areOffered === true && typeof PublicKeyCredential === "function";

async function signInWithPasskey(): Promise<Tokens> {
	const { data } = await unwrap(api.POST("/auth/passkeys/login/options"));
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
	const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
	const body = { credential: credential.toJSON() as never, device: thisDevice(), tokenDelivery: "cookie" as const };
	return unwrap(api.POST("/auth/passkeys/login/verify", { body }));
}
