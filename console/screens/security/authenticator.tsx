import { useEffect, useRef, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { ProofForm } from "./proof.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { texts } from "./texts.ts";

/** The second factor of a password: codes of an app, and recovery codes for the day that it is lost. */
export function Authenticator({ mfa }: { mfa: Answer<"/auth/profile">["mfa"] }) {
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"set-up" | "renew" | "remove" | null>(null);
	const close = () => setOpen(null);
	return (
		<Section title={own.authenticator} hint={own.authenticatorHint}>
			<div className="line">
				<Badge tone={mfa.totp ? "good" : "warning"}>{mfa.totp ? own.on : own.off}</Badge>
				{mfa.totp ? (
					<Button onClick={() => setOpen("remove")}>{own.removeAuthenticator}</Button>
				) : (
					<Button kind="primary" onClick={() => setOpen("set-up")}>
						{own.setUp}
					</Button>
				)}
			</div>
			{mfa.totp && (
				<div className="line">
					<span>{own.codesLeft(mfa.recoveryCodesLeft)}</span>
					<Button onClick={() => setOpen("renew")}>{own.renewCodes}</Button>
				</div>
			)}
			{open === "set-up" && <SetUpDialog onClose={close} />}
			{open === "renew" && <RenewDialog onClose={close} />}
			{open === "remove" && (
				<Dialog title={own.removeAuthenticator} lead={own.removeAuthenticatorText} onClose={close}>
					<ProofForm
						submit={own.removeAuthenticator}
						kind="danger"
						onCancel={close}
						onSubmit={async (proof) => {
							await unwrap(api.DELETE("/auth/mfa/totp", { body: proof }));
							await outdate("/auth/profile");
							toast(own.authenticatorRemoved);
							close();
						}}
					/>
				</Dialog>
			)}
		</Section>
	);
}

type Step =
	| { readonly name: "begin" }
	| { readonly name: "confirm"; readonly secret: string; readonly otpauthUrl: string }
	| { readonly name: "codes"; readonly codes: readonly string[] };

function SetUpDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [step, setStep] = useState<Step>({ name: "begin" });
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (step.name === "confirm") form.current?.querySelector<HTMLInputElement>("[name=code]")?.focus();
	}, [step.name]);
	// Only when it closes: what is behind it changes with the profile, and would take the codes away.
	const leave = () => {
		onClose();
		if (step.name === "codes") void outdate("/auth/profile");
	};
	const leads = { begin: own.setUpLead, confirm: own.scan, codes: own.codesLead };
	return (
		<Dialog title={step.name === "codes" ? own.recoveryCodes : own.setUp} lead={leads[step.name]} onClose={leave}>
			{step.name === "begin" && (
				<ProofForm
					submit={own.next}
					onCancel={onClose}
					onSubmit={async (proof) => {
						const { data } = await unwrap(api.POST("/auth/mfa/totp", { body: proof }));
						setStep({ name: "confirm", ...data });
					}}
				/>
			)}
			{step.name === "confirm" && (
				<Form
					ref={form}
					onSubmit={async ({ code = "" }) => {
						const { data } = await unwrap(api.POST("/auth/mfa/totp/confirm", { body: { code } }));
						setStep({ name: "codes", codes: data.recoveryCodes });
					}}
				>
					{(busy) => (
						<>
							<QrCode text={step.otpauthUrl} label={own.qrCode} />
							<div className="field">
								<p>{own.typeSecret}</p>
								<CopyText text={step.secret} />
							</div>
							<TextField
								label={own.code}
								hint={own.codeHint}
								name="code"
								inputMode="numeric"
								autoComplete="one-time-code"
								required
							/>
							<FormActions busy={busy} submit={own.turnOn} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
			{step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={leave} />}
		</Dialog>
	);
}

function RenewDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [codes, setCodes] = useState<readonly string[] | null>(null);
	return (
		<Dialog title={own.renewCodes} lead={codes === null ? own.renewLead : own.codesLead} onClose={onClose}>
			{codes === null ? (
				<ProofForm
					submit={own.renewCodes}
					onCancel={onClose}
					onSubmit={async (proof) => {
						const { data } = await unwrap(api.POST("/auth/mfa/recovery-codes", { body: proof }));
						await outdate("/auth/profile");
						setCodes(data.recoveryCodes);
					}}
				/>
			) : (
				<RecoveryCodes codes={codes} onDone={onClose} />
			)}
		</Dialog>
	);
}
