import { useEffect, useState } from "react";
import { type Client, unwrap } from "#client";
import { useOwnTexts } from "../../app/texts.tsx";
import { type Meeting, readMeeting } from "../../room/visitor.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LocalLink } from "../../ui/local-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { inviteTexts } from "./invite-texts.ts";

/** Gives a meeting a link for guests: opens it to them, or replaces the link that was withdrawn. */
async function createLink(api: Client, { id: meetingId, access }: Meeting): Promise<void> {
	const params = { path: { meetingId } };
	if (access === "link") await unwrap(api.POST("/meetings/{meetingId}/join-code", { params }));
	else await unwrap(api.PATCH("/meetings/{meetingId}", { params, body: { access: "link" } }));
}

/** How others come into a meeting, for those who run it: by the link for guests, or by its address. */
export function RoomInviteDialog({
	api,
	meetingId,
	onChange,
	onClose,
}: {
	api: Client;
	meetingId: string;
	/** Called when the meeting was opened to guests. */
	onChange?: () => unknown;
	onClose: () => void;
}) {
	const own = useOwnTexts(inviteTexts);
	const [meeting, setMeeting] = useState<Meeting | null>(null);
	const [failure, setFailure] = useState<Error | null>(null);
	const { busy, problem, run } = useAction();
	// Read anew: the link may have been replaced while people are in the room.
	useEffect(() => void readMeeting(api, meetingId).then(setMeeting, setFailure), [api, meetingId]);

	async function open(of: Meeting): Promise<void> {
		await createLink(api, of);
		setMeeting(await readMeeting(api, meetingId));
		await onChange?.();
	}
	return (
		<Dialog title={own.title} onClose={onClose}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{meeting ? (
				<div className="access">
					<section>
						<h3>{own.guests}</h3>
						{meeting.joinUrl.includes("#") ? (
							<>
								<CopyText label={own.guests} text={meeting.joinUrl} />
								<p className="field-hint">{meeting.lobby ? own.wait : own.enter}</p>
								<LocalLink link={meeting.joinUrl} />
							</>
						) : (
							<>
								<p>{own.none}</p>
								<Button kind="primary" icon="plus" busy={busy} onClick={() => void run(() => open(meeting))}>
									{own.create}
								</Button>
								{meeting.access === "invited" && <p className="field-hint">{own.widens}</p>}
							</>
						)}
					</section>
					<section>
						<h3>{own.members}</h3>
						<CopyText label={own.members} text={meeting.joinUrl.split("#")[0] ?? ""} />
						<p className="field-hint">{meeting.access === "invited" ? own.invited : own.signIn}</p>
					</section>
				</div>
			) : (
				(failure && <Failure error={failure} />) || <Loading />
			)}
		</Dialog>
	);
}
