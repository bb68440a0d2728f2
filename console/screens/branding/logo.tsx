import { useRef, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { type Branding, Logo } from "../../app/brand.tsx";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

const ACCEPTED = "image/png,image/jpeg,image/webp";
const MAX_BYTES = 256 * 1024;

/** The logo: shown, uploaded, removed. It counts at once, unlike the fields below. */
export function LogoSection({ orgId, logo, mayChange }: { orgId: string; logo: Branding["logo"]; mayChange: boolean }) {
	const own = useOwnTexts(texts);
	const input = useRef<HTMLInputElement>(null);
	const { busy, problem, run } = useAction();
	const [isTooLarge, setIsTooLarge] = useState(false);
	const [isRemoving, setIsRemoving] = useState(false);
	const params = { path: { orgId } };

	async function upload(file: File): Promise<void> {
		setIsTooLarge(file.size > MAX_BYTES);
		if (file.size > MAX_BYTES) return;
		await run(async () => {
			await unwrap(
				api.PUT("/orgs/{orgId}/branding/logo", {
					params,
					headers: { "content-type": file.type },
					body: file as never,
					bodySerializer: (body) => body as never,
				}),
			);
			await outdate("/orgs/{orgId}/branding");
			toast(own.logoSaved);
		});
	}

	return (
		<Section title={own.logo} hint={own.logoHint}>
			<div className="logo-field">
				{logo === null ? <p className="field-hint">{own.noLogo}</p> : <Logo logo={logo} name={own.logo} />}
				{mayChange && (
					<div className="page-actions">
						<Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
							{logo === null ? own.upload : own.replace}
						</Button>
						{logo !== null && (
							<Button kind="quiet" icon="trash" onClick={() => setIsRemoving(true)}>
								{own.remove}
							</Button>
						)}
						<input
							ref={input}
							type="file"
							accept={ACCEPTED}
							hidden
							onChange={({ currentTarget }) => {
								const [file] = currentTarget.files ?? [];
								if (file) void upload(file);
								// So that the same file can be chosen again.
								currentTarget.value = "";
							}}
						/>
					</div>
				)}
			</div>
			{isTooLarge && <Notice kind="danger">{own.tooLarge}</Notice>}
			{!isTooLarge && problem && <Notice kind="danger">{problem.message}</Notice>}
			{isRemoving && (
				<ConfirmDialog
					title={own.removeTitle}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						await unwrap(api.DELETE("/orgs/{orgId}/branding/logo", { params }));
						await outdate("/orgs/{orgId}/branding");
					}}
					onClose={() => setIsRemoving(false)}
				/>
			)}
		</Section>
	);
}
