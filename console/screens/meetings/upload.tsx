import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ProblemError } from "#client";
import { type RecordingUpload, uploadRecording } from "#client/uploads";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Workspaces } from "./meetings.tsx";

interface Props {
	readonly orgId: string;
	readonly workspaces: Workspaces;
	/** The one that is looked at, if any. */
	readonly workspaceId: string | undefined;
	readonly onClose: () => void;
}

/** Uploads a recording as a meeting of its own. Closed, it pauses; the same file goes on where it was. */
export function UploadDialog({ orgId, workspaces, workspaceId: initial, onClose }: Props) {
	const { t } = useTexts();
	const navigate = useNavigate();
	const [sending, setSending] = useState<{ readonly name: string; readonly share: number } | null>(null);
	const [isPaused, setIsPaused] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const upload = useRef<RecordingUpload>(null);
	useEffect(() => () => void upload.current?.pause(), []);

	async function send(form: HTMLFormElement): Promise<void> {
		const values = new FormData(form);
		const file = values.get("file");
		if (!(file instanceof File)) return;
		setProblem(null);
		setSending({ name: file.name, share: 0 });
		upload.current = uploadRecording(api, file, {
			workspaceId: String(values.get("workspaceId")),
			onProgress: (sent, total) => setSending({ name: file.name, share: sent / total }),
		});
		try {
			const { meetingId } = await upload.current.done;
			await outdate("/meetings");
			await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
		} catch (error) {
			setSending(null);
			setProblem(ProblemError.is(error) ? error.message : t.problem.offline);
		}
	}

	async function toggle(): Promise<void> {
		await (isPaused ? upload.current?.resume() : upload.current?.pause());
		setIsPaused(!isPaused);
	}

	const form = useRef<HTMLFormElement>(null);
	return (
		<Dialog title={t.meetings.upload} lead={t.meetings.uploadLead} onClose={onClose}>
			{problem !== null && <Notice kind="danger">{problem}</Notice>}
			{workspaces.length === 0 ? (
				<Notice kind="info">{t.meetings.needsWorkspace}</Notice>
			) : sending === null ? (
				<Form onSubmit={async () => form.current && send(form.current)} ref={form}>
					{(busy) => (
						<>
							<TextField
								label={t.meetings.file}
								name="file"
								type="file"
								accept="audio/*,video/*,.m4a,.opus,.flac"
								required
							/>
							<SelectField
								label={t.meetings.workspace}
								name="workspaceId"
								defaultValue={initial}
								options={workspaces.map(({ id, name }) => [id, name] as const)}
							/>
							<FormActions busy={busy} submit={t.meetings.upload} icon="upload" onCancel={onClose} />
						</>
					)}
				</Form>
			) : (
				<>
					<label className="progress">
						<span>{t.meetings.uploading(sending.name)}</span>
						<progress value={sending.share} max={1} />
						<output>{t.meetings.sent(String(Math.floor(sending.share * 100)))}</output>
					</label>
					<footer className="form-actions">
						<Button onClick={() => void toggle()}>{isPaused ? t.meetings.resume : t.meetings.pause}</Button>
					</footer>
				</>
			)}
		</Dialog>
	);
}
