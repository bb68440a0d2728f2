import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Person } from "../../room/person.ts";
import type { Room } from "../../room/room.ts";
import { Avatar } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { inviteTexts } from "../invite/invite-texts.ts";
import { largeTexts } from "./large-texts.ts";
import { texts } from "./texts.ts";

/** How long a tile is out of sight until its picture is not sent any more, in ms. */
const UNSEEN_MS = 3_000;

/** The people in the room, of many those who speak or are seen, and the screens that are shared. */
export function Tiles({
	room,
	onPeople,
	onInvite,
}: {
	room: Room;
	onPeople: () => void;
	/** Of those who run the meeting. */
	onInvite: () => void;
}) {
	const own = useOwnTexts(texts);
	const { people, canRun } = useStore(room.state);
	const seated = useStore(room.seats.store).ids.flatMap((id) => people.find((person) => person.id === id) ?? []);
	const others = people.length - seated.length;
	const { screen } = useStore(room.media.store);
	const isAlone = canRun && people.length === 0;
	const shared = people.filter(({ tracks }) => tracks.screen !== null);
	return (
		<div className="stage-tiles" data-screen={shared.length > 0}>
			{shared.map(({ id, name, tracks }) => (
				<figure key={id} className="tile screen">
					{tracks.screen && <Picture track={tracks.screen} />}
					<figcaption>{own.screenOf(name)}</figcaption>
				</figure>
			))}
			<ul className="tiles" data-count={seated.length + (others > 0 || isAlone ? 2 : 1)} aria-label={own.tiles}>
				<OwnTile room={room} note={screen ? own.yourScreen : null} />
				{seated.map((person) => (
					<PersonTile key={person.id} room={room} person={person} />
				))}
				{others > 0 && <OthersTile number={others} onPeople={onPeople} />}
				{isAlone && <InviteTile onInvite={onInvite} />}
			</ul>
		</div>
	);
}

/** Those who have no tile: they are in the list of people. */
function OthersTile({ number, onPeople }: { number: number; onPeople: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(largeTexts);
	return (
		<li className="tile">
			<button type="button" className="tile-others" onClick={onPeople}>
				+{format.number(number)} <span className="visually-hidden">{own.more}</span>
			</button>
		</li>
	);
}

/** In place of the others, as long as there is none. */
function InviteTile({ onInvite }: { onInvite: () => void }) {
	const own = useOwnTexts(inviteTexts);
	return (
		<li className="tile tile-invite">
			<strong>{own.alone}</strong>
			<Button kind="primary" icon="plus" onClick={onInvite}>
				{own.title}
			</Button>
		</li>
	);
}

function OwnTile({ room, note }: { room: Room; note: string | null }) {
	const own = useOwnTexts(texts);
	const { camera, choice } = useStore(room.media.store);
	const { hand } = useStore(room.state);
	return (
		<Tile
			room={room}
			id={room.you.id}
			name={room.you.name}
			shown={own.you(room.you.name)}
			isMuted={choice.isMuted}
			hasHand={hand}
			note={note}
			picture={camera && <Picture track={camera} mirrored />}
		/>
	);
}

function PersonTile({ room, person }: { room: Room; person: Person }) {
	const own = useOwnTexts(texts);
	const tile = useRef<HTMLLIElement>(null);
	const { id, name, isMuted, hasPicture, hand, link, isPresent, tracks } = person;
	const { via } = useStore(room.state);
	useEffect(() => {
		let isInSight = true;
		let timer: ReturnType<typeof setTimeout>;
		function look(): void {
			clearTimeout(timer);
			const isLooked = isInSight && !document.hidden;
			if (isLooked) room.look(id, true);
			else timer = setTimeout(() => room.look(id, false), UNSEEN_MS);
		}
		const observer = new IntersectionObserver((entries) => {
			isInSight = entries.at(-1)?.isIntersecting ?? true;
			look();
		});
		if (tile.current) observer.observe(tile.current);
		document.addEventListener("visibilitychange", look);
		return () => {
			clearTimeout(timer);
			observer.disconnect();
			document.removeEventListener("visibilitychange", look);
		};
	}, [room, id]);
	const isAway = !isPresent || link === "disconnected";
	// The connection to the server is that of all: what is the matter with it is said once.
	const isConnecting = via === "mesh" && (link === "new" || link === "connecting");
	const note = isAway ? own.links.away : isConnecting ? own.links.connecting : null;
	return (
		<Tile
			ref={tile}
			room={room}
			id={id}
			name={name}
			isMuted={isMuted}
			hasHand={hand}
			note={link === "failed" ? own.links.failed : note}
			picture={hasPicture && link === "connected" && tracks.picture && <Picture track={tracks.picture} />}
		/>
	);
}

function Tile({
	ref,
	room,
	id,
	name,
	shown = name,
	isMuted,
	hasHand,
	note,
	picture,
}: {
	ref?: Ref<HTMLLIElement>;
	room: Room;
	id: string;
	name: string;
	shown?: string;
	isMuted: boolean;
	hasHand: boolean;
	/** What is the matter with it; null: nothing. */
	note: string | null;
	/** Null: their initials. */
	picture: ReactNode;
}) {
	const own = useOwnTexts(texts);
	const isSpeaking = useStore(room.speaking.store).ids.has(id);
	return (
		<li ref={ref} className="tile" data-speaking={isSpeaking}>
			{picture || <Avatar name={name} />}
			<p className="tile-name">
				{isMuted && (
					<span>
						<Icon name="micOff" />
						<span className="visually-hidden">{own.isMuted}</span>
					</span>
				)}
				<span className="tile-shown">{shown}</span>
			</p>
			{hasHand && (
				<p className="tile-hand">
					<Icon name="hand" />
					{own.hasHand}
				</p>
			)}
			{note !== null && <p className="tile-note">{note}</p>}
		</li>
	);
}
