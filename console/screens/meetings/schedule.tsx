import { useNavigate } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts.tsx";
import type { Workspaces } from "./meetings.tsx";

interface Props {
	readonly orgId: string;
	readonly workspaces: Workspaces;
	/** The one that is looked at, if any. */
	readonly workspaceId: string | undefined;
	readonly onClose: () => void;
}

/** Creates a meeting for later, or for now. */
export function ScheduleDialog({ orgId, workspaces, workspaceId: initial, onClose }: Props) {
	const { t } = useTexts();
	const navigate = useNavigate();

	async function schedule({ title = "", workspaceId = "", start }: Readonly<Record<string, string>>): Promise<void> {
		const params = { path: { workspaceId } };
		const body = { title, ...(start && { scheduledStart: new Date(start).toISOString() }) };
		const { data } = await unwrap(api.POST("/workspaces/{workspaceId}/meetings", { params, body }));
		await outdate("/meetings");
		toast(t.meetings.made(title));
		await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId: data.meeting.id } });
	}

	if (workspaces.length === 0)
		return (
			<Dialog title={t.meetings.scheduleTitle} onClose={onClose}>
				<Notice kind="info">{t.meetings.needsWorkspace}</Notice>
			</Dialog>
		);
	return (
		<Dialog title={t.meetings.scheduleTitle} onClose={onClose}>
			<Form onSubmit={schedule}>
				{(busy) => (
					<>
						<TextField label={t.meetings.name} name="title" autoComplete="off" required />
						<SelectField
							label={t.meetings.workspace}
							name="workspaceId"
							defaultValue={initial}
							options={workspaces.map(({ id, name }) => [id, name] as const)}
						/>
						<TextField
							label={t.meetings.start}
							hint={t.meetings.startHint}
							name="start"
							path="/scheduledStart"
							type="datetime-local"
						/>
						<FormActions busy={busy} submit={t.meetings.schedule} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
