import { type ReactNode, useState } from "react";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Person } from "../../room/person.ts";
import type { Room } from "../../room/room.ts";
import { Avatar, Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { inviteTexts } from "../invite/invite-texts.ts";
import { Agreement } from "./agreement.tsx";
import { hostTexts } from "./host-texts.ts";
import { largeTexts } from "./large-texts.ts";
import { PanelHead } from "./panel-head.tsx";
import { texts } from "./texts.ts";

/** Who is in the room, and what those who run it can do about them. */
export function People({ room, onInvite, onClose }: { room: Room; onInvite: () => void; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const ofHosts = useOwnTexts(hostTexts);
	const ofLarge = useOwnTexts(largeTexts);
	const ofInvite = useOwnTexts(inviteTexts);
	const { people, canRun, hand, via } = useStore(room.state);
	const { choice } = useStore(room.media.store);
	// Who has raised a hand is found at once, also among many.
	const shown = [...people].sort((a, b) => Number(b.hand) - Number(a.hand));
	const [removed, setRemoved] = useState<Person | null>(null);
	const [named, setNamed] = useState<Person | null>(null);
	return (
		<section className="panel" aria-label={own.people}>
			<PanelHead title={own.people} onClose={onClose} />
			{canRun && (
				<div className="panel-action">
					<Button icon="plus" onClick={onInvite}>
						{ofInvite.invite}
					</Button>
				</div>
			)}
			<Agreement room={room} />
			{via === "worker" && <p className="agreement">{ofLarge.throughServer}</p>}
			<ScrollArea className="people" role="group" aria-label={own.tiles}>
				<ul>
					<Row
						name={room.you.name}
						shown={own.you(room.you.name)}
						isMuted={choice.isMuted}
						hand={hand}
						isHost={false}
					/>
					{shown.map((person) => (
						<Row key={person.id} {...person}>
							{canRun && (
								<Menu label={t.common.actions(person.name)} button={<Icon name="more" />}>
									<MenuItem icon="micOff" onSelect={() => room.askToMute(person.id)}>
										{own.askToMute}
									</MenuItem>
									{!person.isHost && (
										<MenuItem icon="shield" isDisabled={person.isGuest} onSelect={() => setNamed(person)}>
											{person.isGuest ? ofHosts.guestsHostNothing : ofHosts.makeHost}
										</MenuItem>
									)}
									<MenuItem icon="door" kind="danger" onSelect={() => setRemoved(person)}>
										{own.remove}
									</MenuItem>
								</Menu>
							)}
						</Row>
					))}
				</ul>
			</ScrollArea>
			{named && (
				<ConfirmDialog
					title={ofHosts.makeHostTitle(named.name)}
					text={ofHosts.makeHostText}
					action={ofHosts.makeHost}
					onConfirm={() => room.makeHost(named.id)}
					onClose={() => setNamed(null)}
				/>
			)}
			{removed && (
				<ConfirmDialog
					title={own.removeTitle(removed.name)}
					text={own.removeText}
					action={own.remove}
					onConfirm={() => room.remove(removed.id)}
					onClose={() => setRemoved(null)}
				/>
			)}
		</section>
	);
}

function Row({
	name,
	shown = name,
	isMuted,
	hand,
	isHost,
	isGuest = false,
	children,
}: Pick<Person, "name" | "isMuted" | "hand" | "isHost"> & {
	shown?: string;
	isGuest?: boolean;
	children?: ReactNode;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<li>
			<Avatar name={name} />
			<strong>{shown}</strong>
			{isHost && <Badge>{own.isHost}</Badge>}
			{isGuest && <Badge>{t.roles.guest}</Badge>}
			{isMuted && <Badge>{own.isMuted}</Badge>}
			{hand && <Badge tone="accent">{own.hasHand}</Badge>}
			{children}
		</li>
	);
}
