import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { Organization } from "./danger.tsx";
import { texts } from "./texts.ts";

/** Deletes the organization in a month; until then it can be restored. */
export function DeleteSection({ orgId, organization }: { orgId: string; organization: Organization }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [isAsking, setIsAsking] = useState(false);
	const restoring = useAction();
	const { name, purgeAt, state } = organization;
	const params = { path: { orgId } };
	const reload = () => outdate("/orgs/{orgId}", "/auth/profile");

	async function restore(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/restore", { params }));
		await reload();
		toast(own.restored(name));
	}
	return (
		<Section title={own.deletion} hint={own.deletionHint}>
			{state === "pending_deletion" && purgeAt ? (
				<>
					<Notice kind="danger">{own.deletedOn(format.dateTime(purgeAt), format.ago(purgeAt))}</Notice>
					{restoring.problem && <Notice kind="danger">{restoring.problem.message}</Notice>}
					<div>
						<Button kind="primary" icon="back" busy={restoring.busy} onClick={() => void restoring.run(restore)}>
							{own.restore}
						</Button>
					</div>
				</>
			) : (
				<>
					<p>{own.contents}</p>
					<div>
						<Button kind="danger" icon="trash" onClick={() => setIsAsking(true)}>
							{own.delete}
						</Button>
					</div>
				</>
			)}
			{isAsking && (
				<ConfirmDialog
					title={own.deleteTitle(name)}
					text={own.deleteText}
					action={own.delete}
					typed={name}
					onConfirm={async () => {
						await unwrap(api.DELETE("/orgs/{orgId}", { params }));
						await reload();
					}}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</Section>
	);
}
