import { useEffect, useRef } from "react";

/** A picture that moves: of a camera, or of a screen. It has no sound. */
export function Picture({ track, mirrored = false }: { track: MediaStreamTrack; mirrored?: boolean }) {
	const video = useRef<HTMLVideoElement>(null);
	useEffect(() => {
		const element = video.current;
		if (!element) return;
		element.srcObject = new MediaStream([track]);
		// Taken away before it began to play.
		void element.play().catch(() => undefined);
		return () => {
			element.srcObject = null;
		};
	}, [track]);
	// biome-ignore lint/a11y/noAriaHiddenOnFocusable: without controls it has no place in the order of focus
	return <video ref={video} className="picture" data-mirrored={mirrored} muted playsInline aria-hidden="true" />;
}
