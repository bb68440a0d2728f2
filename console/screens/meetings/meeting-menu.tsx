import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toasts.tsx";
import { RoomRules } from "../room-rules/fields.tsx";
import { roomRulesPatch } from "../room-rules/rules.ts";
import { speechPatch } from "./speech.ts";
import { SpeechFields } from "./speech-fields.tsx";
import { texts } from "./texts.ts";
import { TranscribeDialog } from "./transcribe.tsx";

type MeetingData = Answer<"/meetings/{meetingId}">;
const MEETING = "/meetings/{meetingId}";
const RECORDINGS = "/meetings/{meetingId}/recordings";

/** What else can be done with a meeting by those who run it. */
export function MeetingMenu({ meeting, transcriptId }: { meeting: MeetingData; transcriptId: string | null }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const [open, setOpen] = useState<"change" | "cancel" | "transcribe" | "recording" | "transcript" | "meeting" | null>(
		null,
	);
	const path = { meetingId: meeting.id };
	const recordings = useQuery(read(RECORDINGS, { path })).data ?? [];
	// Everyone in one file, or what was uploaded as one.
	const mix = recordings.find(({ kind }) => kind === "mix");
	const whole = mix ?? (recordings.length === 1 ? recordings[0] : undefined);
	const isScheduled = meeting.state === "scheduled";
	const close = () => setOpen(null);

	async function saveCalendar(): Promise<void> {
		const { data, response } = await api.GET("/meetings/{meetingId}/calendar", { params: { path }, parseAs: "blob" });
		if (!response.ok) return toast(t.problem.title);
		saveFile(data as unknown as Blob, `${meeting.title}.ics`);
	}

	/** Lets the browser save it, however large it is. */
	async function saveRecording(recordingId: string): Promise<void> {
		const params = { path: { ...path, recordingId } };
		const { data, error } = await api.POST("/meetings/{meetingId}/recordings/{recordingId}/tickets", { params });
		if (error) return toast(t.problem.title);
		location.assign(data.data.url);
	}

	if (!may("meeting:write")) return null;
	return (
		<>
			<Menu label={t.common.actions(meeting.title)} button={<Icon name="more" />}>
				{meeting.state !== "cancelled" && (
					<MenuItem icon="pencil" onSelect={() => setOpen("change")}>
						{own.change}
					</MenuItem>
				)}
				{isScheduled && meeting.scheduledStart !== null && (
					<MenuItem icon="calendar" onSelect={() => void saveCalendar()}>
						{own.calendarFile}
					</MenuItem>
				)}
				{isScheduled && (
					<MenuItem icon="close" onSelect={() => setOpen("cancel")}>
						{own.cancelMeeting}
					</MenuItem>
				)}
				{recordings.length > 0 && may("transcript:write") && (
					<MenuItem icon="text" onSelect={() => setOpen("transcribe")}>
						{own.transcribe}
					</MenuItem>
				)}
				{whole && (
					<MenuItem icon="download" onSelect={() => void saveRecording(whole.id)}>
						{mix ? own.downloadEveryone : own.downloadRecording}
					</MenuItem>
				)}
				{recordings.length > 0 && (
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("recording")}>
						{own.deleteRecording}
					</MenuItem>
				)}
				{transcriptId !== null && may("transcript:write") && (
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("transcript")}>
						{own.deleteTranscript}
					</MenuItem>
				)}
				{meeting.state !== "live" && (
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("meeting")}>
						{own.deleteMeeting}
					</MenuItem>
				)}
			</Menu>
			{open === "change" && <ChangeDialog meetingId={meeting.id} onClose={close} />}
			{open === "cancel" && (
				<ConfirmDialog
					title={own.cancelTitle}
					text={own.cancelText}
					action={own.cancelMeeting}
					onConfirm={async () => {
						await unwrap(api.POST("/meetings/{meetingId}/cancel", { params: { path } }));
						await outdate(MEETING, "/meetings");
					}}
					onClose={close}
				/>
			)}
			{open === "transcribe" && <TranscribeDialog meetingId={meeting.id} onClose={close} />}
			{open === "recording" && (
				<ConfirmDialog
					title={own.deleteRecordingTitle}
					text={own.deleteRecordingText}
					action={own.deleteRecording}
					onConfirm={async () => {
						// A mix goes with its tracks.
						for (const { id } of recordings.filter(({ kind }) => kind !== "mix"))
							await unwrap(
								api.DELETE("/meetings/{meetingId}/recordings/{recordingId}", {
									params: { path: { ...path, recordingId: id } },
								}),
							);
						await outdate(MEETING, RECORDINGS);
					}}
					onClose={close}
				/>
			)}
			{open === "transcript" && transcriptId !== null && (
				<ConfirmDialog
					title={own.deleteTranscriptTitle}
					text={own.deleteTranscriptText}
					action={own.deleteTranscript}
					onConfirm={async () => {
						await unwrap(api.DELETE("/transcripts/{transcriptId}", { params: { path: { transcriptId } } }));
						await outdate(MEETING, "/meetings/{meetingId}/transcripts");
					}}
					onClose={close}
				/>
			)}
			{open === "meeting" && <DeleteDialog meeting={meeting} onClose={close} />}
		</>
	);
}

function DeleteDialog({ meeting: { id, orgId, title }, onClose }: { meeting: MeetingData; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	return (
		<ConfirmDialog
			title={own.deleteTitle(title)}
			text={own.deleteText}
			action={own.deleteMeeting}
			onConfirm={async () => {
				await unwrap(api.DELETE("/meetings/{meetingId}", { params: { path: { meetingId: id } } }));
				await navigate({ to: "/o/$orgId/meetings", params: { orgId } });
				await outdate("/meetings");
				toast(own.deleted(title));
			}}
			onClose={onClose}
		/>
	);
}

/** An instant as a field for a local time has it. */
function localTimeOf(instant: string): string {
	const date = new Date(instant);
	date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
	return date.toISOString().slice(0, "2030-01-01T09:30".length);
}

const fieldsOf = (meeting: MeetingData) => {
	const { title, description, state, scheduledStart, language, transcription } = meeting;
	const { whenUnattended, chatAllowed, camerasVisibleTo, lobby, recordingPolicy } = meeting;
	const rules = [whenUnattended, chatAllowed, camerasVisibleTo, lobby, recordingPolicy];
	return [title, description, state, scheduledStart, language, transcription, ...rules];
};

/** Changes the title, the description and, as long as they matter, the time and the rules of the room of a meeting. */
function ChangeDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const path = { meetingId };
	const found = useQuery(readVersioned(MEETING, { path }));

	async function save(values: Values, old: MeetingData, version: string) {
		const { title = "", description = "", start } = values;
		const isMoved =
			start !== undefined && start !== (old.scheduledStart === null ? "" : localTimeOf(old.scheduledStart));
		const body = {
			title,
			description: description || null,
			...(isMoved && start && { scheduledStart: new Date(start).toISOString() }),
			...speechPatch(old, values),
			...roomRulesPatch(old, values),
		};
		await unwrap(api.PATCH(MEETING, { params: { path, header: { "If-Match": version } }, body }));
		await outdate(MEETING, "/meetings");
	}
	return (
		<EditDialog title={own.change} found={found} fieldsOf={fieldsOf} onSave={save} onClose={onClose}>
			{(meeting) => (
				<>
					<TextField label={t.meetings.name} name="title" defaultValue={meeting.title} autoComplete="off" required />
					<TextAreaField
						label={own.description}
						name="description"
						defaultValue={meeting.description ?? ""}
						maxLength={10_000}
						rows={3}
					/>
					{meeting.state === "scheduled" && (
						<TextField
							label={t.meetings.start}
							name="start"
							path="/scheduledStart"
							type="datetime-local"
							defaultValue={meeting.scheduledStart === null ? "" : localTimeOf(meeting.scheduledStart)}
						/>
					)}
					{(meeting.state === "scheduled" || meeting.state === "live") && meeting.conference.provider === "parley" && (
						<>
							<SpeechFields before={meeting} />
							<RoomRules meeting={meeting} />
						</>
					)}
				</>
			)}
		</EditDialog>
	);
}
