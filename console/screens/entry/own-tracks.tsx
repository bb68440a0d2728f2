import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Tracks } from "../../room/tracks.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { texts } from "./texts.ts";

/** How the recording of the person's own voice is doing after the meeting. */
export function OwnTracks({ tracks }: { tracks: Tracks }) {
	const own = useOwnTexts(texts);
	const { unsent, hasSent, sentBytes, keptBytes, problem, refused } = useStore(tracks.store);
	const isSent = unsent === 0 && hasSent;
	return (
		<div className="own-tracks">
			<p role="status">{unsent > 0 ? own.tracks.unsent : isSent && own.tracks.sent}</p>
			{unsent > 0 && <progress value={sentBytes} max={Math.max(1, keptBytes)} aria-label={own.tracks.unsent} />}
			{problem && <Notice kind="danger">{own.tracks.refused(problem.message)}</Notice>}
			{refused > 0 && <Button onClick={() => void tracks.discardRefused()}>{own.tracks.discard}</Button>}
		</div>
	);
}
