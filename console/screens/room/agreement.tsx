import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";
import { texts } from "./texts.ts";

/** How many of those in the room agree to being recorded. */
export function Agreement({ room }: { room: Room }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const recording = useStore(room.facts.store).consents?.recording;
	if (!recording) return null;
	const { granted, denied, missing } = recording;
	return (
		<p className="agreement">{own.agreement(format.number(granted), format.number(granted + denied + missing))}</p>
	);
}
