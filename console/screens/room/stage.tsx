import { useEffect, useRef, useState } from "react";
import type { Client } from "#client";
import { clockOf } from "../../app/clock.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import { captionOptions, chooseCaptions } from "../../room/caption-options.ts";
import type { Room } from "../../room/room.ts";
import type { Meeting } from "../../room/visitor.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RoomInviteDialog } from "../invite/invite.tsx";
import { CaptionDisplay } from "./caption-display.tsx";
import { Captions } from "./captions.tsx";
import { Chat } from "./chat.tsx";
import { Controls, type Panel } from "./controls.tsx";
import { holdTexts } from "./hold-texts.ts";
import { largeTexts } from "./large-texts.ts";
import { LobbyCard } from "./lobby-card.tsx";
import { NewsLine } from "./news-line.tsx";
import { People } from "./people.tsx";
import { Sounds } from "./sounds.tsx";
import { texts } from "./texts.ts";
import { Tiles } from "./tiles.tsx";

/** Few need these at the door: they come with the room, which is loaded meanwhile. */
export { OwnTracks } from "../entry/own-tracks.tsx";
export { ThroughServer } from "../entry/through-server.tsx";

/** The room: who is there, what is said, and what one can do. */
export function Stage({ room, meeting, api }: { room: Room; meeting: Meeting; api: Client }) {
	const own = useOwnTexts(texts);
	const { waiting, recording } = useStore(room.facts.store);
	const { isShown, position } = useStore(captionOptions);
	const { choice } = useStore(room.media.store);
	const [panel, setPanel] = useState<Panel | null>(null);
	const [isDisplayOpen, setIsDisplayOpen] = useState(false);
	const [isInviting, setIsInviting] = useState(false);
	const invite = () => setIsInviting(true);
	const heading = useRef<HTMLHeadingElement>(null);
	const toggleCaptions = () => chooseCaptions({ isShown: !isShown });
	useHeldKey(room);
	useShortcuts({
		m: () => room.mute(!choice.isMuted),
		v: () => void room.media.showCamera(!choice.isCameraOn),
		h: () => room.raiseHand(!room.state.value.hand),
		c: toggleCaptions,
	});
	useEffect(() => {
		document.title = `${meeting.title} – Parley`;
		heading.current?.focus({ preventScroll: true });
	}, [meeting.title]);

	const captions = isShown && <Captions room={room} onDisplay={() => setIsDisplayOpen(true)} />;
	const isLobbyShown = waiting.length > 0;
	const hasSide = panel !== null || isLobbyShown || (isShown && position === "side");
	return (
		<div className="stage" data-side={hasSide} data-captions={isShown ? position : "off"}>
			<header className="stage-head">
				<h1 ref={heading} tabIndex={-1}>
					{meeting.title}
				</h1>
				<Clock startedAt={meeting.startedAt} />
				{recording?.state === "started" && <Badge tone="danger">{own.isRecorded}</Badge>}
				<StatusLines room={room} />
			</header>
			<main className="stage-main">
				<Tiles room={room} onPeople={() => setPanel("people")} onInvite={invite} />
				{position !== "side" && captions}
			</main>
			{hasSide && (
				<aside className="stage-side" aria-label={panel === null ? own.captions : own[panel]}>
					{isLobbyShown && <LobbyCard room={room} />}
					{panel === "people" && <People room={room} onInvite={invite} onClose={() => setPanel(null)} />}
					{panel === "chat" && <Chat room={room} onClose={() => setPanel(null)} />}
					{position === "side" && captions}
				</aside>
			)}
			<Controls room={room} meeting={meeting} api={api} panel={panel} onPanel={setPanel} />
			{isDisplayOpen && (
				<CaptionDisplay translateTo={meeting.transcription.translateTo} onClose={() => setIsDisplayOpen(false)} />
			)}
			{isInviting && <RoomInviteDialog api={api} meetingId={meeting.id} onClose={() => setIsInviting(false)} />}
			<Sounds room={room} />
			<NewsLine room={room} />
		</div>
	);
}

const SECOND_MS = 1_000;

function Clock({ startedAt }: { startedAt: string | null }) {
	const [nowMs, setNowMs] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
		return () => clearInterval(timer);
	}, []);
	return startedAt && <time className="stage-clock">{clockOf(Math.max(0, nowMs - Date.parse(startedAt)))}</time>;
}

/** What is wrong at the moment, each in a line. No dialog: the meeting goes on. */
function StatusLines({ room }: { room: Room }) {
	const own = useOwnTexts(texts);
	const { isOffline, people, captionFault, arePicturesOff, isHeldBack, isWorkerMissed } = useStore(room.state);
	const { hold } = useStore(room.facts.store);
	const { format } = useTexts();
	const ofHold = useOwnTexts(holdTexts);
	const ofLarge = useOwnTexts(largeTexts);
	const isAlone = !isOffline && people.length > 0 && people.every(({ link }) => link === "failed");
	const lines = [
		isOffline && own.offline,
		hold?.state === "held" && ofHold.held(hold.missed?.name ?? null, format.time(hold.since)),
		isAlone && own.alone,
		isWorkerMissed && !isOffline && ofLarge.workerMissed,
		arePicturesOff && own.picturesOff,
		captionFault !== null && own.captionFaults[captionFault],
		isHeldBack && own.heldBack,
	].filter((line) => line !== false);
	return (
		<div className="stage-lines">
			<div role="status">
				{lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</div>
			{isHeldBack && (
				<Button kind="primary" icon="audio" onClick={() => void room.hear()}>
					{own.hearOthers}
				</Button>
			)}
		</div>
	);
}

/** Who is muted speaks while Space is held. */
function useHeldKey(room: Room): void {
	const isHeld = useRef(false);
	function release(): void {
		if (!isHeld.current) return;
		isHeld.current = false;
		room.mute(true);
	}
	useShortcuts({
		" ": () => {
			if (!room.media.store.value.choice.isMuted) return;
			isHeld.current = true;
			room.mute(false);
		},
	});
	useEffect(() => {
		const onKeyUp = ({ key }: KeyboardEvent) => key === " " && release();
		addEventListener("keyup", onKeyUp);
		addEventListener("blur", release);
		return () => {
			removeEventListener("keyup", onKeyUp);
			removeEventListener("blur", release);
		};
	});
}
