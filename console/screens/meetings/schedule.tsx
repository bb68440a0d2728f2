import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { ownZone } from "../../i18n/region.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { ClassFields, RuleFields } from "../series/fields.tsx";
import { fieldsTexts } from "../series/fields-texts.ts";
import { type NewSeries, newSeriesOf } from "../series/values.ts";
import { WithWorkspaces, WorkspaceField, workspaceOf } from "../workspaces/choice.tsx";
import { speechOf } from "./speech.ts";
import { SpeechFields } from "./speech-fields.tsx";

interface Props {
	readonly orgId: string;
	/** The one that is looked at, if any. */
	readonly workspaceId: string | undefined;
	readonly onClose: () => void;
}

/** Planned duration unless another is given, as the API has it. */
const DEFAULT_MINUTES = 60;

/** Creates a meeting for later, or for now, or a series of them. */
export function ScheduleDialog({ orgId, workspaceId: initial, onClose }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(fieldsTexts);
	const navigate = useNavigate();
	const [repeats, setRepeats] = useState(false);
	const [start, setStart] = useState("");

	async function createSeries(workspaceId: string, body: NewSeries): Promise<void> {
		const { data } = await unwrap(
			api.POST("/workspaces/{workspaceId}/series", { params: { path: { workspaceId } }, body }),
		);
		await outdate("/meetings", "/workspaces/{workspaceId}/series");
		toast(own.created(data.title));
		await navigate({ to: "/o/$orgId/series/$seriesId", params: { orgId, seriesId: data.id } });
	}

	async function schedule(values: Values): Promise<void> {
		const { title = "", start } = values;
		const workspaceId = await workspaceOf(orgId, values);
		const series = newSeriesOf(values);
		if (series) return createSeries(workspaceId, series);
		const params = { path: { workspaceId } };
		const body = { title, ...speechOf(values), ...(start && { scheduledStart: new Date(start).toISOString() }) };
		const { data } = await unwrap(api.POST("/workspaces/{workspaceId}/meetings", { params, body }));
		await outdate("/meetings");
		toast(t.meetings.made(title));
		await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId: data.meeting.id } });
	}

	return (
		<Dialog title={t.meetings.scheduleTitle} onClose={onClose}>
			<WithWorkspaces orgId={orgId}>
				{(workspaces) => (
					<Form onSubmit={schedule}>
						{(busy) => (
							<>
								<TextField label={t.meetings.name} name="title" autoComplete="off" required />
								<WorkspaceField workspaces={workspaces} initial={initial} />
								<TextField
									key={String(repeats)}
									label={repeats ? own.start : t.meetings.start}
									hint={repeats ? own.startHint : t.meetings.startHint}
									name="start"
									path={repeats ? "/startsAt" : "/scheduledStart"}
									type="datetime-local"
									defaultValue={start}
									required={repeats}
									onInput={({ currentTarget }) => setStart(currentTarget.value)}
								/>
								<RuleFields initial={null} startsAt={start} other={{ name: own.no }} onRepeats={setRepeats} />
								{repeats && <ClassFields timezone={ownZone()} durationMinutes={DEFAULT_MINUTES} guests="usual" />}
								<SpeechFields before={null} />
								<FormActions busy={busy} submit={repeats ? own.create : t.meetings.schedule} onCancel={onClose} />
							</>
						)}
					</Form>
				)}
			</WithWorkspaces>
		</Dialog>
	);
}
