import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { clockOf } from "../../app/clock.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Mix, type Playable } from "./mix.ts";
import { Position } from "./position.tsx";
import type { SoundTrack } from "./sound.ts";

/** After these, it shows another state. */
const EVENTS = ["play", "pause", "timeupdate", "loadedmetadata"];
const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
const STEP_S = 5;

interface Props {
	readonly tracks: readonly SoundTrack[];
	/** Whether all of them are played together; it stays so. */
	readonly isMixed: boolean;
	readonly player: RefObject<Playable | null>;
}

/** Plays what was said; `K` and Space play, `J` and `L` jump, `,` and `.` change the speed. */
export function Player({ tracks, isMixed, player }: Props) {
	const { t } = useTexts();
	const isThere = tracks.length > 0;
	const [isPlaying, setIsPlaying] = useState(false);
	const [atMs, setAtMs] = useState(0);
	const [elementMs, setElementMs] = useState(0);
	// What a browser has recorded does not say how long it is: the element says Infinity.
	const durationMs = Math.max(0, ...tracks.map((track) => track.offsetMs + track.durationMs)) || elementMs;
	const mix = useMix(isMixed, player);
	useEffect(() => {
		mix?.load(tracks.filter(({ url }) => url !== ""));
	}, [mix, tracks]);
	useEffect(() => {
		const playable = player.current;
		if (!playable) return;
		const show = () => {
			setIsPlaying(!playable.paused);
			setAtMs(playable.currentTime * 1000);
			setElementMs(Number.isFinite(playable.duration) ? playable.duration * 1000 : 0);
		};
		// It may have been loaded before.
		show();
		for (const event of EVENTS) playable.addEventListener(event, show);
		return () => {
			for (const event of EVENTS) playable.removeEventListener(event, show);
		};
	}, [player]);

	const toggle = () => {
		const audio = player.current;
		if (audio?.paused) void audio.play().catch(() => undefined);
		else audio?.pause();
	};
	const step = (seconds: number) => {
		if (player.current) player.current.currentTime += seconds;
	};
	const [speed, setSpeed] = useState(1);
	const change = (to: number | undefined) => {
		if (to === undefined || !player.current) return;
		player.current.playbackRate = to;
		setSpeed(to);
	};
	const keys = {
		" ": toggle,
		k: toggle,
		j: () => step(-STEP_S),
		l: () => step(STEP_S),
		",": () => change(SPEEDS[SPEEDS.indexOf(speed) - 1]),
		".": () => change(SPEEDS[SPEEDS.indexOf(speed) + 1]),
	};
	useShortcuts(isThere ? keys : {});

	return (
		<section className="card player" aria-label={t.transcript.player} hidden={!isThere}>
			{!isMixed && (
				// biome-ignore lint/a11y/useMediaCaption: the transcript below is its caption
				<audio
					ref={player as RefObject<HTMLAudioElement | null>}
					src={tracks[0]?.url || undefined}
					preload="metadata"
				/>
			)}
			<IconButton icon="back" label={`${t.transcript.back} (J)`} onClick={() => step(-STEP_S)} />
			<Button kind="primary" icon={isPlaying ? "pause" : "play"} onClick={toggle}>
				{isPlaying ? t.transcript.pause : t.transcript.play}
			</Button>
			<IconButton icon="forward" label={`${t.transcript.forward} (L)`} onClick={() => step(STEP_S)} />
			<Position
				tracks={tracks}
				atMs={atMs}
				durationMs={durationMs}
				onChange={(ms) => {
					if (player.current) player.current.currentTime = ms / 1000;
				}}
			/>
			<output>
				{clockOf(atMs)}
				{durationMs > 0 && ` / ${clockOf(durationMs)}`}
			</output>
			<select
				className="input"
				aria-label={t.transcript.speed}
				value={speed}
				onChange={({ target }) => change(Number(target.value))}
			>
				{SPEEDS.map((each) => (
					<option key={each} value={each}>
						{each}×
					</option>
				))}
			</select>
		</section>
	);
}

/** Plays several recordings instead of one, in place of the audio element. */
function useMix(isMixed: boolean, player: RefObject<Playable | null>): Mix | null {
	const [mix] = useState(() => (isMixed ? new Mix() : null));
	// Before others look for what plays.
	useLayoutEffect(() => {
		if (!mix) return;
		player.current = mix;
		return () => {
			mix.pause();
			mix.load([]);
			player.current = null;
		};
	}, [mix, player]);
	return mix;
}
