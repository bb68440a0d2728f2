import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api, session, stranger } from "../../api/client.ts";
import { thisDevice } from "../../api/device.ts";
import { type Answer, queries, read } from "../../api/queries.ts";
import { mayBeSignedIn } from "../../api/signed-in.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Failure } from "../../ui/states.tsx";
import { SignInSteps } from "../sign-in/sign-in-steps.tsx";
import { AccountPage, useLinkToken } from "./account-page.tsx";
import { texts } from "./invitation-texts.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { texts as accountTexts } from "./texts.ts";

/** Accepts the invitation of a link, with a new account or the one that its address has. */
export function Invitation() {
	const token = useLinkToken();
	return <WithToken key={token} token={token} />;
}

function WithToken({ token }: { token: string }) {
	const own = useOwnTexts(texts);
	const { signIn } = useOwnTexts(accountTexts);
	const { data, error, refetch } = useQuery({
		queryKey: ["invitation", token],
		enabled: token !== "",
		staleTime: Number.POSITIVE_INFINITY,
		queryFn: async () =>
			(await unwrap(stranger.GET("/auth/invitations/{token}", { params: { path: { token } } }))).data,
	});
	if (data) return <Received invitation={data} token={token} />;
	if (token === "" || (ProblemError.is(error) && error.status < 429))
		return (
			<AccountPage title={own.invalid} lead={own.invalidLead}>
				<Link to="/sign-in">{signIn}</Link>
			</AccountPage>
		);
	return (
		<AccountPage title={own.action}>{error && <Failure error={error} onRetry={() => void refetch()} />}</AccountPage>
	);
}

type Step =
	| { readonly name: "invited" | "signIn" | "joined" }
	/** With a session: there is nothing to sign in to. */
	| { readonly name: "inside"; readonly orgId: string };

function Received({ invitation, token }: { invitation: Answer<"/auth/invitations/{token}">; token: string }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const ofAccount = useOwnTexts(accountTexts);
	const { branding, email, invitedBy, organization: name, role } = invitation;
	const profile = useQuery({ ...read("/auth/profile", {}), enabled: mayBeSignedIn() }).data;
	const isSignedIn = profile?.email?.toLowerCase() === email.toLowerCase();
	const [step, setStep] = useState<Step>({ name: "invited" });
	const organization = { name, branding };
	const params = { path: { token } };

	async function acceptAnew({ name: chosen = "", password = "" }: Values): Promise<void> {
		try {
			const body = { name: chosen, password };
			const { data } = await unwrap(stranger.POST("/auth/invitations/{token}/accept", { params, body }));
			await signIn(password, data.orgId);
		} catch (problem) {
			// The address has an account.
			if (!ProblemError.is(problem, "unauthenticated")) throw problem;
			setStep({ name: "signIn" });
		}
	}

	/** Signs the new member in; where that takes more than a password, they do it themselves. */
	async function signIn(password: string, orgId: string): Promise<void> {
		try {
			await session.signIn({ email, password, orgId, device: thisDevice() });
			await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
			setStep({ name: "inside", orgId });
		} catch {
			setStep({ name: "joined" });
		}
	}

	async function acceptSignedIn(): Promise<void> {
		const { data } = await unwrap(api.POST("/auth/invitations/{token}/accept", { params, body: {} }));
		await queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 });
		setStep({ name: "inside", orgId: data.orgId });
	}

	if (step.name === "joined" || step.name === "inside")
		return (
			<AccountPage title={own.welcome(name)} lead={own.doneLead} organization={organization}>
				{step.name === "inside" ? (
					<Link className="button" data-kind="primary" to="/o/$orgId" params={{ orgId: step.orgId }}>
						{own.goOn}
					</Link>
				) : (
					<Link className="button" data-kind="primary" to="/sign-in">
						{ofAccount.signIn}
					</Link>
				)}
			</AccountPage>
		);
	if (step.name === "signIn")
		return (
			<AccountPage title={own.join(name)} organization={organization}>
				<SignInSteps
					lead={own.knownLead}
					submit={own.signInAndAccept}
					email={email}
					next="/"
					onArrived={acceptSignedIn}
				/>
			</AccountPage>
		);
	return (
		<AccountPage
			title={own.join(name)}
			lead={invitedBy === null ? own.invited : own.invitedBy(invitedBy)}
			organization={organization}
		>
			<p>
				{own.role} {t.roles[role]}
				<br />
				{ofAccount.email}: {email}
			</p>
			{isSignedIn ? (
				<Form onSubmit={acceptSignedIn} key="signed-in">
					{(busy) => (
						<Button kind="primary" type="submit" busy={busy}>
							{own.action}
						</Button>
					)}
				</Form>
			) : (
				<>
					<Form onSubmit={acceptAnew}>
						{(busy) => (
							<>
								<TextField label={ofAccount.name} name="name" autoComplete="name" required />
								<NewPasswordField label={ofAccount.password} />
								<Button kind="primary" type="submit" busy={busy}>
									{own.action}
								</Button>
							</>
						)}
					</Form>
					<Button kind="quiet" onClick={() => setStep({ name: "signIn" })}>
						{own.known}
					</Button>
				</>
			)}
		</AccountPage>
	);
}
