import { type ReactNode, Suspense } from "react";
import { CONSOLE_PATH } from "../../api/place.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import type { Entry } from "../../room/entry.ts";
import type { Visitor } from "../../room/visitor.ts";
import type { Ending } from "../../room/way.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useAction } from "../../ui/use-action.ts";
import { signInAddress } from "./arrive.tsx";
import { OwnTracks } from "./inside.ts";
import { texts } from "./texts.ts";

/** One sentence, and what can be done. */
function Sentence({
	icon,
	title,
	hint,
	children,
}: {
	icon: IconName;
	title: string;
	hint?: ReactNode;
	children?: ReactNode;
}) {
	return (
		<main className="sentence">
			<span className="empty-icon">
				<Icon name={icon} />
			</span>
			<Page title={title}>
				<p role="status">{hint}</p>
				<div className="sentence-actions">{children}</div>
			</Page>
		</main>
	);
}

/** The meeting has not begun. */
export function Early({ entry, visitor, startsAt }: { entry: Entry; visitor: Visitor; startsAt: string | null }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { busy, problem, run } = useAction();
	const hint = startsAt === null ? own.earlyHint : own.earlyAt(format.dateTime(startsAt));
	// The address has the code for those who run the meeting only.
	const mayStart = visitor.isAdministrator || visitor.meeting?.joinUrl.includes("#");
	return (
		<Sentence icon="clock" title={own.early} hint={hint}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{mayStart && (
				<Button kind="primary" icon="play" busy={busy} onClick={() => void run(() => entry.start())}>
					{own.start}
				</Button>
			)}
		</Sentence>
	);
}

/** In front of the door, until the host opens it. */
export function Lobby({ entry }: { entry: Entry }) {
	const own = useOwnTexts(texts);
	const { busy, run } = useAction();
	return (
		<Sentence icon="clock" title={own.lobby} hint={own.lobbyHint}>
			<Button busy={busy} onClick={() => void run(() => entry.leaveLobby())}>
				{own.leaveLobby}
			</Button>
		</Sentence>
	);
}

/** Another tab is in the room. */
export function Elsewhere({ entry }: { entry: Entry }) {
	const own = useOwnTexts(texts);
	const { busy, run } = useAction();
	return (
		<Sentence icon="copy" title={own.elsewhere}>
			<Button kind="primary" busy={busy} onClick={() => void run(() => entry.takeOver())}>
				{own.moveHere}
			</Button>
		</Sentence>
	);
}

/** Without a code that opens it only members come in, or who comes by a learning platform. */
export function Closed({
	isLaunch,
	hasCode,
	signedInAs,
}: {
	isLaunch: boolean;
	hasCode: boolean;
	signedInAs: string | null;
}) {
	const own = useOwnTexts(texts);
	if (isLaunch) return <Sentence icon="external" title={own.launch} hint={own.launchHint} />;
	if (signedInAs !== null)
		return (
			<Sentence icon="lock" title={own.closedToYou} hint={own.closedToYouHint(signedInAs)}>
				<a className="button" href={`${CONSOLE_PATH}/`}>
					{own.toStart}
				</a>
			</Sentence>
		);
	return (
		<Sentence icon="lock" {...(hasCode ? own.closedLink : { title: own.closed, hint: own.closedHint })}>
			<a className="button" data-kind="primary" href={signInAddress()}>
				{own.signIn}
			</a>
		</Sentence>
	);
}

const AGAIN: readonly Ending[] = ["left", "moved", "closed"];

/** Out of the room, by whatever way. */
export function Over({ entry, visitor, how }: { entry: Entry; visitor: Visitor; how: Ending }) {
	const own = useOwnTexts(texts);
	const { isMember, meeting, preview } = visitor;
	const icon = how === "over" || how === "ended" ? "check" : "door";
	return (
		<Sentence icon={icon} title={own.endings[how]} hint={(meeting ?? preview)?.title}>
			<Suspense>
				<OwnTracks tracks={entry.tracks} />
			</Suspense>
			{AGAIN.includes(how) && (
				<Button kind="primary" icon="back" onClick={() => void entry.begin()}>
					{own.again}
				</Button>
			)}
			{isMember && meeting && how !== "removed" && (
				<a className="button" href={`${CONSOLE_PATH}/o/${meeting.orgId}/meetings/${meeting.id}`}>
					{own.toMeeting}
				</a>
			)}
		</Sentence>
	);
}
