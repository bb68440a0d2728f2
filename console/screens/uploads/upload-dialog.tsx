import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { useWorkspaces, WithWorkspaces, WorkspaceField, workspaceOf } from "../workspaces/choice.tsx";
import { texts } from "./texts.ts";
import { upload } from "./uploads.ts";

interface Props {
	readonly orgId: string;
	/** The one that is looked at, if any. */
	readonly workspaceId: string | undefined;
	/** What was dropped; otherwise it is asked for. */
	readonly files?: readonly File[];
	readonly onClose: () => void;
}

/** Uploads recordings, each as a meeting of its own. The tray shows how far they are. */
export function UploadDialog({ orgId, workspaceId: initial, files, onClose }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const personId = useQuery(read("/auth/profile", {})).data?.id ?? "";
	const { isPending } = useWorkspaces(orgId);
	const form = useRef<HTMLFormElement>(null);

	async function send(values: Values): Promise<void> {
		const chosen =
			files ?? new FormData(form.current ?? undefined).getAll("file").filter((file) => file instanceof File);
		const { pathname } = location;
		const workspaceId = await workspaceOf(orgId, values);
		onClose();
		await upload(chosen, { personId, orgId, workspaceId }, (meetingId) => {
			// Who has waited for it is led to it; who has gone elsewhere finds it in the tray.
			if (chosen.length === 1 && location.pathname === pathname)
				void navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
		});
	}

	// It opens when it has its first field, which gets the focus.
	if (isPending) return null;
	return (
		<Dialog title={t.meetings.upload} lead={own.lead} onClose={onClose}>
			<WithWorkspaces orgId={orgId}>
				{(workspaces) => (
					<Form onSubmit={send} ref={form}>
						{(busy) => (
							<>
								{files === undefined ? (
									<TextField
										label={own.files}
										hint={own.filesHint}
										name="file"
										type="file"
										accept={ACCEPTED}
										multiple
										required
									/>
								) : (
									<ul className="file-names">
										{files.map(({ name }, index) => (
											<li key={`${index} ${name}`}>{name}</li>
										))}
									</ul>
								)}
								<WorkspaceField workspaces={workspaces} initial={initial} />
								<FormActions busy={busy} submit={own.upload} icon="upload" onCancel={onClose} />
							</>
						)}
					</Form>
				)}
			</WithWorkspaces>
		</Dialog>
	);
}

const ACCEPTED = "audio/*,video/*,.m4a,.opus,.flac";
