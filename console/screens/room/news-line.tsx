import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import { largeTexts } from "./large-texts.ts";
import { recordingTexts } from "./recording-texts.ts";
import { texts } from "./texts.ts";

/** Says aloud what has just happened, once and summed up. */
export function NewsLine({ room }: { room: Room }) {
	const own = useOwnTexts(texts);
	const ofLarge = useOwnTexts(largeTexts);
	const ofRecording = useOwnTexts(recordingTexts);
	const { joined, left, hands, own: about, recording, captions, via } = useStore(room.news.store);
	const sentences = [
		joined.length > 0 && own.joined(joined),
		left.length > 0 && own.left(left),
		hands.length > 0 && own.hands(hands),
		via !== null && ofLarge.vias[via],
		recording !== null && ofRecording.recordings[recording],
		captions !== null && own.captionsSwitched[captions],
		about !== null && own.own[about],
	].filter((sentence) => sentence !== false);
	return (
		<p className="stage-news" role="status">
			{sentences.join(" ")}
		</p>
	);
}
