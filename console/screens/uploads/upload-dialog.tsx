import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure } from "../../ui/states.tsx";
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
	const query = useQuery(read("/orgs/{orgId}/workspaces", { path: { orgId }, query: { limit: 200 } }));
	const workspaces = query.data;
	const form = useRef<HTMLFormElement>(null);

	async function send(workspaceId: string): Promise<void> {
		const chosen =
			files ?? new FormData(form.current ?? undefined).getAll("file").filter((file) => file instanceof File);
		const { pathname } = location;
		onClose();
		await upload(chosen, { personId, orgId, workspaceId }, (meetingId) => {
			// Who has waited for it is led to it; who has gone elsewhere finds it in the tray.
			if (chosen.length === 1 && location.pathname === pathname)
				void navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
		});
	}

	// It opens when it has its first field, which gets the focus.
	if (query.isPending) return null;
	return (
		<Dialog title={t.meetings.upload} lead={own.lead} onClose={onClose}>
			{workspaces === undefined ? (
				<Failure error={query.error ?? new Error()} onRetry={query.refetch} />
			) : workspaces.length === 0 ? (
				<Notice kind="info">{t.meetings.needsWorkspace}</Notice>
			) : (
				<Form onSubmit={async ({ workspaceId = "" }) => send(workspaceId)} ref={form}>
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
							<SelectField
								label={t.meetings.workspace}
								name="workspaceId"
								defaultValue={initial}
								options={workspaces.map(({ id, name }) => [id, name] as const)}
							/>
							<FormActions busy={busy} submit={own.upload} icon="upload" onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}

const ACCEPTED = "audio/*,video/*,.m4a,.opus,.flac";
