import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ProblemError } from "#client";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { texts } from "./texts.ts";

/** What proves that it is the person who asks. */
type Proof = { readonly password?: string; readonly code?: string };

const proofOf = (typed: string | undefined): Proof => {
	if (typed === undefined) return {};
	const code = typed.replaceAll(" ", "");
	return /^\d{6}$/.test(code) ? { code } : { password: typed };
};

/** The form of a sensitive change: it asks for the password, or a code, only when the sign-in is too old for the API. */
export function ProofForm({
	submit,
	kind = "primary",
	onSubmit,
	onCancel,
	children,
}: {
	submit: string;
	kind?: "primary" | "danger";
	onSubmit: (proof: Proof, values: Values) => Promise<unknown>;
	onCancel: () => void;
	children?: ReactNode;
}) {
	const own = useOwnTexts(texts);
	const hasCodes = useQuery(read("/auth/profile", {})).data?.mfa.totp === true;
	const [isAsked, setIsAsked] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (isAsked) form.current?.querySelector<HTMLInputElement>("[name=proof]")?.focus();
	}, [isAsked]);

	async function send(values: Values): Promise<void> {
		try {
			await onSubmit(proofOf(values.proof), values);
		} catch (error) {
			if (!(error instanceof ProblemError) || error.meta.reason !== "stale_sign_in") throw error;
			setIsAsked(true);
		}
	}
	return (
		<Form onSubmit={send} ref={form}>
			{(busy) => (
				<>
					{children}
					{isAsked && (
						<PasswordField
							label={own.proof}
							hint={hasCodes ? own.proofHintCode : own.proofHint}
							name="proof"
							autoComplete="current-password"
							required
						/>
					)}
					<FormActions busy={busy} submit={submit} kind={kind} onCancel={onCancel} />
				</>
			)}
		</Form>
	);
}
