import { useEffect, useRef } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import { playTone } from "../../room/tone.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

/** Who knocks. It rings once for each, and never takes the focus. */
export function LobbyCard({ room }: { room: Room }) {
	const own = useOwnTexts(texts);
	const { waiting } = useStore(room.facts.store);
	const { busy, problem, run } = useAction();
	const rung = useRef(new Set<string>());
	useEffect(() => {
		const isNew = waiting.some(({ id }) => !rung.current.has(id));
		rung.current = new Set(waiting.map(({ id }) => id));
		if (isNew) void playTone(room.media.store.value.choice.loudspeaker, 784);
	}, [waiting, room]);
	return (
		<section className="lobby card" aria-label={own.waiting}>
			<p className="visually-hidden" role="status">
				{waiting.map(({ name }) => own.waits(name)).join(" ")}
			</p>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<ul>
				{waiting.map(({ id, name }) => (
					<li key={id}>
						<strong>{own.waits(name)}</strong>
						<div>
							<Button
								kind="primary"
								busy={busy}
								aria-label={own.admitName(name)}
								onClick={() => void run(() => room.facts.admit(id))}
							>
								{own.admit}
							</Button>
							<Button
								busy={busy}
								aria-label={own.refuseName(name)}
								onClick={() => void run(() => room.facts.refuse(id))}
							>
								{own.refuse}
							</Button>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}
