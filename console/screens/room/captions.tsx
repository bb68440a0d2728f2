import { useEffect, useRef } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import { captionOptions } from "../../room/caption-options.ts";
import { CaptionsView } from "../../room/captions-view.ts";
import type { Room } from "../../room/room.ts";
import { IconButton } from "../../ui/button.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { texts } from "./texts.ts";

/** What is said: finals in a log that is read out, and below it what is being said at this moment. */
export function Captions({
	room,
	onDisplay,
}: {
	room: Room;
	/** Its choices are shown. */
	onDisplay: () => void;
}) {
	const own = useOwnTexts(texts);
	const { size, contrast, still, original } = useStore(captionOptions);
	const { partials } = useStore(room.captions.now);
	const { hasCaptions } = useStore(room.facts.store);
	const list = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (!list.current) return;
		const view = new CaptionsView(list.current, room.captions, own.corrected);
		return () => view.close();
	}, [room, own]);
	return (
		<section className="captions" data-size={size} data-contrast={contrast} aria-label={own.captions}>
			<header className="panel-head">
				<h2>{own.captions}</h2>
				<IconButton icon="settings" label={own.display} onClick={onDisplay} />
			</header>
			<ScrollArea ref={list} className="captions-log" role="log" aria-live="off" aria-label={own.captions} />
			<div className="captions-now" aria-hidden="true">
				{!still &&
					original &&
					[...partials.values()].map(({ id, text, speaker, language }) => (
						<p key={id} lang={language}>
							<b>{speaker?.label}</b> {text}
						</p>
					))}
			</div>
			<p className="captions-none field-hint">{hasCaptions ? own.noCaptions : own.captionsOff}</p>
		</section>
	);
}
