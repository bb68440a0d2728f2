import { useOwnTexts } from "../../app/texts.tsx";
import type { Room } from "../../room/room.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

/** Asks those who run the meeting whether it ends with them. */
export function LeaveDialog({ room, onClose }: { room: Room; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const { busy, problem, run } = useAction();
	return (
		<Dialog title={own.leaveTitle} lead={own.leaveText} onClose={onClose}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<footer className="form-actions">
				<Button kind="danger" busy={busy} onClick={() => void run(() => room.endForAll())}>
					{own.endForAll}
				</Button>
				<Button kind="primary" data-first busy={busy} onClick={() => void run(() => room.leave())}>
					{own.leave}
				</Button>
			</footer>
		</Dialog>
	);
}
