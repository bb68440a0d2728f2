import { useOwnTexts } from "../../app/texts.tsx";
import type { Room } from "../../room/room.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Agreement } from "./agreement.tsx";
import { texts } from "./texts.ts";

/** Has everybody recorded who agrees. What prevents it, the server says. */
export function RecordDialog({ room, onClose }: { room: Room; onClose: () => void }) {
	const own = useOwnTexts(texts);
	return (
		<Dialog title={own.recordTitle} lead={own.recordText} onClose={onClose}>
			<Agreement room={room} />
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
