import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Position } from "./position.tsx";

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
const STEP_S = 5;

/** Plays the recording; `K` and Space play, `J` and `L` jump, `,` and `.` change the speed. */
export function Player({ meetingId, player }: { meetingId: string; player: RefObject<HTMLAudioElement | null> }) {
	const { t } = useTexts();
	const path = { meetingId };
	const { data: recordings = [] } = useQuery({
		...read("/meetings/{meetingId}/recordings", { path }),
		// Its waveform is there once it has been read.
		refetchInterval: ({ state: { data } }) => {
			const unread = data?.find(({ state }) => state === "processing");
			return unread ? paceSince(unread.updatedAt) : false;
		},
	});
	// One that is still being read can be played as well.
	const recording = recordings.find(({ state }) => state === "ready") ?? recordings[0];
	const recordingId = recording?.id;
	const isReady = recording?.state === "ready";
	const source = useQuery({
		queryKey: ["ticket", recordingId],
		enabled: recordingId !== undefined,
		staleTime: Number.POSITIVE_INFINITY,
		queryFn: async () => {
			const params = { path: { meetingId, recordingId: recordingId ?? "" } };
			return (await unwrap(api.POST("/meetings/{meetingId}/recordings/{recordingId}/tickets", { params }))).data.url;
		},
	}).data;
	const [isPlaying, setIsPlaying] = useState(false);
	const [atMs, setAtMs] = useState(0);
	const [durationMs, setDurationMs] = useState(0);

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
	useShortcuts(recordingId === undefined ? {} : keys);

	return (
		<section className="card player" aria-label={t.transcript.player} hidden={recordingId === undefined}>
			{/* biome-ignore lint/a11y/useMediaCaption: the transcript below is its caption */}
			<audio
				ref={player}
				src={source}
				preload="metadata"
				onPlay={() => setIsPlaying(true)}
				onPause={() => setIsPlaying(false)}
				onTimeUpdate={({ currentTarget }) => setAtMs(currentTarget.currentTime * 1000)}
				onLoadedMetadata={({ currentTarget }) => setDurationMs(currentTarget.duration * 1000)}
			/>
			<IconButton icon="back" label={`${t.transcript.back} (J)`} onClick={() => step(-STEP_S)} />
			<Button kind="primary" icon={isPlaying ? "pause" : "play"} onClick={toggle}>
				{isPlaying ? t.transcript.pause : t.transcript.play}
			</Button>
			<IconButton icon="forward" label={`${t.transcript.forward} (L)`} onClick={() => step(STEP_S)} />
			<Position
				recording={isReady && recordingId !== undefined ? { meetingId, recordingId } : undefined}
				atMs={atMs}
				durationMs={durationMs}
				onChange={(ms) => {
					if (player.current) player.current.currentTime = ms / 1000;
				}}
			/>
			<output>
				{clockOf(atMs)} / {clockOf(durationMs)}
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
