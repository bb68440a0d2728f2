import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { API_BASE } from "../../api/place.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { WithWorkspaces, WorkspaceField, workspaceOf } from "../workspaces/choice.tsx";
import { meetNowTexts } from "./meet-now-texts.ts";
import { speechOf } from "./speech.ts";
import { SpeechFields } from "./speech-fields.tsx";

interface Props {
	readonly orgId: string;
	/** The one that is looked at, if any. */
	readonly workspaceId: string | undefined;
}

/** The button that leads into the room of a new meeting. */
export function MeetNow(props: Props) {
	const own = useOwnTexts(meetNowTexts);
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<Button kind="primary" icon="video" onClick={() => setIsOpen(true)}>
				{own.meetNow}
			</Button>
			{isOpen && <MeetNowDialog {...props} onClose={() => setIsOpen(false)} />}
		</>
	);
}

function MeetNowDialog({ orgId, workspaceId: initial, onClose }: Props & { onClose: () => void }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(meetNowTexts);
	const [title] = useState(() => own.title(format.dateTime(new Date().toISOString())));

	async function meet(values: Values): Promise<void> {
		const params = { path: { workspaceId: await workspaceOf(orgId, values) } };
		const body = { title: values.title || title, ...speechOf(values) };
		const { data } = await unwrap(api.POST("/workspaces/{workspaceId}/meetings", { params, body }));
		location.assign(new URL(`meet/${data.meeting.id}`, API_BASE));
	}

	return (
		<Dialog title={own.meetNow} lead={own.lead} onClose={onClose}>
			<WithWorkspaces orgId={orgId}>
				{(workspaces) => (
					<Form onSubmit={meet}>
						{(busy) => (
							<>
								<TextField label={t.meetings.name} name="title" defaultValue={title} autoComplete="off" />
								<WorkspaceField workspaces={workspaces} initial={initial} />
								<SpeechFields before={null} />
								<FormActions busy={busy} submit={t.meetings.join} icon="door" onCancel={onClose} />
							</>
						)}
					</Form>
				)}
			</WithWorkspaces>
		</Dialog>
	);
}
