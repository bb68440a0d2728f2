import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Tracks } from "../../room/tracks.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ownTracksTexts } from "./own-tracks-texts.ts";

/** How the recording of the person's own voice is doing after the meeting. */
export function OwnTracks({ tracks }: { tracks: Tracks }) {
	const own = useOwnTexts(ownTracksTexts);
	const { unsent, sent, failed, sentBytes, keptBytes, problem, refused } = useStore(tracks.store);
	const total = unsent + sent + failed;
	return (
		<div className="own-tracks">
			<p role="status">{unsent > 0 ? own.unsent : sent > 0 && own.sent(sent, total)}</p>
			{unsent > 0 && <progress value={sentBytes} max={Math.max(1, keptBytes)} aria-label={own.unsent} />}
			{problem && <Notice kind="danger">{own.refused(failed, total, problem.message)}</Notice>}
			{refused > 0 && <Button onClick={() => void tracks.discardRefused()}>{own.discard}</Button>}
		</div>
	);
}
