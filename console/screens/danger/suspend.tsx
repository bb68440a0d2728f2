import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { Organization } from "./danger.tsx";
import { texts } from "./texts.ts";

/** Stops all work of the organization for a time, and shows what stops it. */
export function SuspendSection({ orgId, organization }: { orgId: string; organization: Organization }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const resuming = useAction();
	const blocks = organization.suspension?.blocks ?? [];
	const params = { path: { orgId } };
	const reload = () => outdate("/orgs/{orgId}", "/auth/profile");

	async function resume(): Promise<void> {
		const { data } = await unwrap(api.POST("/orgs/{orgId}/resume", { params }));
		await reload();
		toast(data.state === "active" ? own.resumed : own.stillBlocked);
	}
	return (
		<Section title={own.suspension} hint={own.suspensionHint}>
			{blocks.map(({ authority, createdAt, expiresAt, reason, reasonCode }) => (
				<Facts
					key={authority}
					facts={[
						[own.blockedBy, own.authorities[authority]],
						[own.since, format.dateTime(createdAt)],
						[own.reason, reason ?? own.reasonCodes[reasonCode]],
						...(expiresAt ? [[own.until, format.dateTime(expiresAt)] as const] : []),
					]}
				/>
			))}
			{resuming.problem && <Notice kind="danger">{resuming.problem.message}</Notice>}
			<div>
				{blocks.length > 0 ? (
					<Button icon="play" busy={resuming.busy} onClick={() => void resuming.run(resume)}>
						{own.resume}
					</Button>
				) : (
					<Button icon="pause" onClick={() => setIsOpen(true)}>
						{own.suspend}
					</Button>
				)}
			</div>
			{isOpen && (
				<Dialog title={own.suspendTitle} lead={own.suspendText} onClose={() => setIsOpen(false)}>
					<Form
						onSubmit={async ({ reason = "", liveMeetings }) => {
							const body = {
								liveMeetings: liveMeetings as "drain" | "end",
								...(reason.trim() && { reason: reason.trim() }),
							};
							await unwrap(api.POST("/orgs/{orgId}/suspend", { params, body }));
							await reload();
							setIsOpen(false);
						}}
					>
						{(busy) => (
							<>
								<SelectField label={own.liveMeetings} name="liveMeetings" options={Object.entries(own.endings)} />
								<TextAreaField label={own.reason} hint={own.reasonHint} name="reason" maxLength={500} rows={2} />
								<FormActions busy={busy} submit={own.suspend} kind="danger" onCancel={() => setIsOpen(false)} />
							</>
						)}
					</Form>
				</Dialog>
			)}
		</Section>
	);
}
