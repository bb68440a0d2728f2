import { type ReactNode, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { changed, type Organization } from "./changed.ts";
import { texts } from "./texts.ts";

type Block = NonNullable<NonNullable<Organization["suspension"]>["blocks"]>[number];

const Actions = ({ children }: { children: ReactNode }) => <div className="page-actions">{children}</div>;

/** Whether the organization can be worked in; who has suspended it, and why. */
export function Access({ organization: { id, name, suspension } }: { organization: Organization }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const { busy, problem, run } = useAction();
	const blocks = suspension?.blocks ?? [];
	const params = { path: { orgId: id } };

	async function resume(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/resume", { params }));
		await changed();
		toast(own.reactivated(name));
	}
	async function suspend({ reasonCode, reason, liveMeetings }: Values): Promise<void> {
		const body = {
			reasonCode: reasonCode as Block["reasonCode"],
			...(reason && { reason }),
			liveMeetings: liveMeetings as Block["liveMeetings"],
		};
		await unwrap(api.POST("/orgs/{orgId}/suspend", { params, body }));
		await changed();
		toast(own.suspended(name));
		setIsOpen(false);
	}
	return (
		<Section title={own.access} hint={own.accessHint}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{blocks.length === 0 ? (
				<p>{own.isOpen}</p>
			) : (
				<ul className="lines">
					{blocks.map(({ authority, reasonCode, reason, createdAt }) => (
						<li key={authority}>
							<strong>{own.reasons[reasonCode]}</strong> {own.since(format.date(createdAt))}
							{reason !== null && <p>{reason}</p>}
						</li>
					))}
				</ul>
			)}
			{/* One button: it keeps the focus when it becomes the other. */}
			<Actions>
				{blocks.length > 0 ? (
					<Button kind="primary" busy={busy} onClick={() => void run(resume)}>
						{own.reactivate}
					</Button>
				) : (
					<Button icon="lock" onClick={() => setIsOpen(true)}>
						{own.suspend}
					</Button>
				)}
			</Actions>
			{isOpen && (
				<Dialog title={own.suspendTitle(name)} lead={own.suspendText} onClose={() => setIsOpen(false)}>
					<Form onSubmit={suspend}>
						{(sending) => (
							<>
								<SelectField
									label={own.reason}
									name="reasonCode"
									defaultValue="other"
									options={Object.entries(own.reasons)}
								/>
								<TextAreaField label={own.note} hint={own.noteHint} name="reason" maxLength={500} />
								<SelectField label={own.live} name="liveMeetings" options={Object.entries(own.lives)} />
								<FormActions busy={sending} submit={own.suspend} kind="danger" onCancel={() => setIsOpen(false)} />
							</>
						)}
					</Form>
				</Dialog>
			)}
		</Section>
	);
}

/** The end of an organization, and the way back. */
export function Deletion({ organization: { id, name, state, purgeAt } }: { organization: Organization }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"delete" | "purge" | null>(null);
	const { busy, problem, run } = useAction();
	const path = { orgId: id };

	async function restore(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/restore", { params: { path } }));
		await changed();
		toast(own.restored(name));
	}
	async function remove(query: { force?: boolean; confirm?: string }): Promise<void> {
		await unwrap(api.DELETE("/orgs/{orgId}", { params: { path, query } }));
		await changed();
	}
	return (
		<Section title={own.deletion} hint={own.deletionHint}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{state === "deleted" && <p>{own.isPurged}</p>}
			{state === "pending_deletion" && purgeAt && <Notice kind="warning">{own.purgeAt(format.date(purgeAt))}</Notice>}
			{state !== "deleted" && (
				<Actions>
					{state === "pending_deletion" ? (
						<Button kind="primary" icon="back" busy={busy} onClick={() => void run(restore)}>
							{own.restore}
						</Button>
					) : (
						<Button kind="danger" icon="trash" onClick={() => setOpen("delete")}>
							{own.delete}
						</Button>
					)}
					{state === "pending_deletion" && (
						<Button kind="danger" icon="trash" onClick={() => setOpen("purge")}>
							{own.purge}
						</Button>
					)}
				</Actions>
			)}
			{open === "delete" && (
				<ConfirmDialog
					title={own.deleteTitle(name)}
					text={own.deleteText}
					action={own.delete}
					typed={name}
					onConfirm={async () => {
						await remove({});
						toast(own.deleted(name));
					}}
					onClose={() => setOpen(null)}
				/>
			)}
			{open === "purge" && (
				<ConfirmDialog
					title={own.purgeTitle(name)}
					text={own.purgeText}
					action={own.purge}
					typed={name}
					onConfirm={() => remove({ force: true, confirm: name })}
					onClose={() => setOpen(null)}
				/>
			)}
		</Section>
	);
}
