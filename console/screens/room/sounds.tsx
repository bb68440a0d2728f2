import { useEffect, useRef } from "react";
import { useStore } from "../../app/use-store.ts";
import type { Room } from "../../room/room.ts";

/** What is heard of the others: apart from their tiles, so that it never breaks off when those change. */
export function Sounds({ room }: { room: Room }) {
	const { sounds, isHeldBack } = useStore(room.state);
	const { loudspeaker } = useStore(room.media.store).choice;
	return (
		<>
			{sounds.map((track) => (
				<Sound
					key={track.id}
					track={track}
					loudspeaker={loudspeaker}
					isHeldBack={isHeldBack}
					onHeldBack={() => room.holdBack()}
				/>
			))}
		</>
	);
}

function Sound({
	track,
	loudspeaker,
	isHeldBack,
	onHeldBack,
}: {
	track: MediaStreamTrack;
	loudspeaker: string;
	isHeldBack: boolean;
	onHeldBack: () => void;
}) {
	const audio = useRef<HTMLAudioElement>(null);
	useEffect(() => {
		if (audio.current) audio.current.srcObject = new MediaStream([track]);
	}, [track]);
	useEffect(() => {
		// Not every browser lets a page choose.
		void audio.current?.setSinkId?.(loudspeaker).catch(() => undefined);
	}, [loudspeaker]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another track is played anew
	useEffect(() => {
		if (isHeldBack) return;
		audio.current?.play().catch((error: unknown) => {
			if (error instanceof DOMException && error.name === "NotAllowedError") onHeldBack();
		});
	}, [track, isHeldBack]);
	// biome-ignore lint/a11y/useMediaCaption: captions of what is said here are in the room
	return <audio ref={audio} />;
}
