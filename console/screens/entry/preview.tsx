import { useEffect, useRef, useState } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import { levelOf } from "../../room/devices.ts";
import type { Media } from "../../room/media.ts";
import { Avatar } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/picture.tsx";
import { texts } from "./texts.ts";

/** How often the level is shown anew, in ms. */
const LEVEL_MS = 100;

/** What the others will see and hear of a person, before they do. */
export function Preview({ media, name }: { media: Media; name: string }) {
	const own = useOwnTexts(texts);
	const { camera, microphone, choice, noMicrophone, noCamera, isOpening } = useStore(media.store);
	const { isMuted, isCameraOn } = choice;
	return (
		<section className="preview">
			<div className="tile" data-own="true">
				{camera ? <Picture track={camera} mirrored /> : <Avatar name={name} />}
			</div>
			{/* Sound is not shown by colour alone. */}
			<Level key={microphone?.id} track={isMuted ? null : microphone} label={own.level} />
			<div className="preview-actions">
				<Button icon={isMuted ? "micOff" : "mic"} onClick={() => media.mute(!isMuted)}>
					{isMuted ? own.unmute : own.mute}
				</Button>
				<Button icon={isCameraOn ? "video" : "videoOff"} onClick={() => void media.showCamera(!isCameraOn)}>
					{isCameraOn ? own.cameraOff : own.cameraOn}
				</Button>
			</div>
			<p role="status">{isOpening ? own.opening : ""}</p>
			{noMicrophone && (
				<Notice kind="warning">
					{own.noMicrophone} {own.noDevice[noMicrophone]}
				</Notice>
			)}
			{noCamera && noCamera !== noMicrophone && (
				<Notice kind="warning">
					{own.noCamera} {own.noDevice[noCamera]}
				</Notice>
			)}
		</section>
	);
}

function Level({ track, label }: { track: MediaStreamTrack | null; label: string }) {
	const [level, setLevel] = useState(0);
	const context = useRef<AudioContext>(undefined);
	useEffect(() => {
		if (!track) {
			setLevel(0);
			return;
		}
		const listening = new AudioContext();
		context.current = listening;
		const analyser = listening.createAnalyser();
		listening.createMediaStreamSource(new MediaStream([track])).connect(analyser);
		const samples = new Float32Array(analyser.fftSize);
		const timer = setInterval(() => {
			analyser.getFloatTimeDomainData(samples);
			setLevel(levelOf(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)));
		}, LEVEL_MS);
		// Some browsers hold it back until something is clicked.
		const resume = () => void listening.resume();
		addEventListener("pointerdown", resume);
		return () => {
			clearInterval(timer);
			removeEventListener("pointerdown", resume);
			void listening.close();
		};
	}, [track]);
	return <meter aria-label={label} value={level} max={1} />;
}
