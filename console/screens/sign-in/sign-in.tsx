import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, type Tokens, unwrap } from "#client";
import { api, session } from "../../api/client.ts";
import { API_BASE, arrivalOf } from "../../api/place.ts";
import { Mark } from "../../app/mark.tsx";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";

const route = getRouteApi("/sign-in");

/** Password, second factor, passkey, single sign-on. */
export function SignIn() {
	const { t } = useTexts();
	const { next, error } = route.useSearch();
	const router = useRouter();
	const [challengeToken, setChallengeToken] = useState<string | null>(null);

	function arrive(tokens: Tokens): void {
		session.adopt(tokens);
		router.history.push(arrivalOf(next));
	}

	async function withPassword({ email = "", password = "" }: Values): Promise<void> {
		try {
			arrive(await session.signIn({ email, password }));
		} catch (problem) {
			if (!ProblemError.is(problem, "mfa_required")) throw problem;
			setChallengeToken(String(problem.meta.challengeToken));
		}
	}

	async function withCode({ code = "" }: Values): Promise<void> {
		const body = { challengeToken: challengeToken ?? "", code, tokenDelivery: "cookie" as const };
		arrive(await unwrap(api.POST("/auth/mfa/verify", { body })));
	}

	async function withPasskey(): Promise<void> {
		const options = PublicKeyCredential.parseRequestOptionsFromJSON(
			(await unwrap(api.POST("/auth/passkeys/login/options"))).data as never,
		);
		const credential = (await navigator.credentials.get({ publicKey: options })) as PublicKeyCredential;
		const body = { credential: credential.toJSON() as never, tokenDelivery: "cookie" as const };
		arrive(await unwrap(api.POST("/auth/passkeys/login/verify", { body })));
	}

	return (
		<main className="alone">
			<div className="sign-in">
				<Mark />
				<h1>{t.signIn.title}</h1>
				<p className="lead">{t.signIn.lead}</p>
				{error !== undefined && <Notice kind="danger">{error}</Notice>}
				{challengeToken === null ? (
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
									/>
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
						<p className="divider">
							<span>{t.signIn.or}</span>
						</p>
						<div className="stack">
							<Button icon="passkey" onClick={() => void withPasskey().catch(() => undefined)}>
								{t.signIn.passkey}
							</Button>
							<a
								className="button"
								href={new URL(`auth/authorize?redirect=${encodeURIComponent(arrivalOf(next))}`, API_BASE).href}
							>
								{t.signIn.sso}
							</a>
						</div>
					</>
				) : (
					<Form onSubmit={withCode} key="code">
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
								<Button kind="quiet" onClick={() => setChallengeToken(null)}>
									{t.signIn.back}
								</Button>
							</>
						)}
					</Form>
				)}
			</div>
		</main>
	);
}
