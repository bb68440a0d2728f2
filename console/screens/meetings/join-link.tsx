import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { texts } from "./texts.ts";

type Meeting = Answer<"/meetings/{meetingId}">;
const CODE = "/meetings/{meetingId}/join-code";

/** What can be done to the link of a meeting. */
export type JoinLinkChange = "renew" | "withdraw";

/** The link by which guests join; people who run the meeting see its code in it, and replace or withdraw it. */
export function JoinLink({
	meeting: { joinUrl, conference, state },
	onChange,
}: {
	meeting: Meeting;
	onChange: (change: JoinLinkChange) => void;
}) {
	const own = useOwnTexts(texts);
	const isOurs = conference.provider === "parley" && state !== "cancelled";
	const mayChange = useMay()("meeting:write") && isOurs;
	const hasCode = joinUrl.includes("#");
	return (
		<section>
			<h3>{own.joinLink}</h3>
			{hasCode || !mayChange ? <CopyText label={own.joinLink} text={joinUrl} /> : <p>{own.noJoinLink}</p>}
			{mayChange && (
				<div className="section-actions">
					<Button icon="back" onClick={() => onChange("renew")}>
						{own.renewJoinLink}
					</Button>
					{hasCode && (
						<Button icon="trash" onClick={() => onChange("withdraw")}>
							{own.withdraw}
						</Button>
					)}
				</div>
			)}
		</section>
	);
}

/** Asks before the link that people have stops working. */
export function JoinLinkDialog({
	meeting: { id: meetingId },
	change,
	onClose,
}: {
	meeting: Meeting;
	change: JoinLinkChange;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	const params = { path: { meetingId } };
	const isRenewed = change === "renew";
	return (
		<ConfirmDialog
			title={isRenewed ? own.renewJoinLinkTitle : own.withdrawJoinLinkTitle}
			text={own.joinLinkEnds}
			action={isRenewed ? own.renewJoinLink : own.withdraw}
			onConfirm={async () => {
				await (isRenewed ? unwrap(api.POST(CODE, { params })) : unwrap(api.DELETE(CODE, { params })));
				await outdate("/meetings/{meetingId}");
			}}
			onClose={onClose}
		/>
	);
}
