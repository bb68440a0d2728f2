import { useEffect, useState } from "react";
import { type Client, unwrap } from "#client";
import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import type { Meeting } from "../../room/visitor.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Agreement } from "./agreement.tsx";
import { recordingTexts } from "./recording-texts.ts";
import { texts } from "./texts.ts";

/** Has everybody recorded who agrees. What else prevents it, the server says. */
export function RecordDialog({
	room,
	meeting,
	api,
	onClose,
}: {
	room: Room;
	meeting: Meeting;
	api: Client;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	const answers = useStore(room.facts.store).consents?.recording;
	return (
		<Dialog title={own.recordTitle} lead={own.recordText} onClose={onClose}>
			<Agreement room={room} />
			{meeting.recordingPolicy.consent === "required" && (
				// Each answer is a reason to ask again.
				<Missing key={JSON.stringify(answers)} room={room} meetingId={meeting.id} api={api} />
			)}
			<Form
				onSubmit={async () => {
					await room.record("started");
					onClose();
				}}
			>
				{(busy) => <FormActions busy={busy} submit={own.record} onCancel={onClose} />}
			</Form>
		</Dialog>
	);
}

/** Names the people in the room who do not agree, where all have to. */
function Missing({ room, meetingId, api }: { room: Room; meetingId: string; api: Client }) {
	const own = useOwnTexts(recordingTexts);
	const { people } = useStore(room.state);
	const [granted, setGranted] = useState<ReadonlySet<string> | null>(null);
	useEffect(() => {
		const params = { path: { meetingId } };
		unwrap(api.GET("/meetings/{meetingId}/consents", { params })).then(
			({ data }) =>
				setGranted(
					new Set(data.flatMap((each) => (each.recording?.decision === "granted" ? [each.participantId] : []))),
				),
			() => setGranted(null),
		);
	}, [api, meetingId]);
	const missing = [room.you, ...people].flatMap(({ id, name }) => (granted?.has(id) === false ? [name] : []));
	return missing.length > 0 && <p className="agreement">{own.missing(missing.join(", "))}</p>;
}
