import { type Query, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import type { Answer } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useTexts } from "../../app/texts.tsx";
import type { SoundTrack } from "./sound.ts";

/** How soon a waveform that is not there yet is asked for again, then more and more rarely: it follows a little after the recording. */
const SOON_MS = 2_000;
/** Height of a full swing, in units of the picture. */
const FULL = 127;
/** More bars than pixels would only be painted over each other. */
const MOST_BARS = 400;

type Waveform = Answer<"/meetings/{meetingId}/recordings/{recordingId}/waveform">;

/** Loudness of a recording, in equal parts of it. */
interface Wave {
	readonly peaks: readonly number[];
	readonly offsetMs: number;
	readonly durationMs: number;
}

/** Returns so many bars over the whole time: in each, the loudest of what is heard then. */
function barsOf(waves: readonly Wave[], count: number, wholeMs: number): number[] {
	const bars = Array.from({ length: count }, () => 0);
	for (const { peaks, offsetMs, durationMs } of waves)
		for (const [index, peak] of peaks.entries()) {
			const atMs = offsetMs + ((index + 0.5) / peaks.length) * durationMs;
			const at = Math.min(count - 1, Math.floor((atMs / wholeMs) * count));
			bars[at] = Math.max(bars[at] ?? 0, peak);
		}
	return bars;
}

/** @param lane from the top: each speaker has one */
const pathOf = (bars: readonly number[], lane: number): string =>
	bars
		.map((bar, at) => {
			const height = Math.max(bar, 2);
			const middle = (2 * lane + 1) * FULL;
			return `M${at + 0.5} ${middle - height}V${middle + height}`;
		})
		.join("");

/** Where it plays, on the waveforms of those who speak once they are there. */
export function Position({
	tracks,
	atMs,
	durationMs,
	onChange,
}: {
	tracks: readonly SoundTrack[];
	atMs: number;
	durationMs: number;
	onChange: (ms: number) => void;
}) {
	const { t } = useTexts();
	const lanes = useLanes(tracks, durationMs);
	const count = lanes[0]?.length ?? 0;
	const all = useMemo(() => lanes.map(pathOf).join(""), [lanes]);
	const played = durationMs > 0 ? Math.round((atMs / durationMs) * count) : 0;
	return (
		<div className="position" data-wave={count > 0}>
			{count > 0 && (
				<svg viewBox={`0 0 ${count} ${2 * FULL * lanes.length}`} preserveAspectRatio="none" aria-hidden="true">
					<path d={all} />
					<path d={lanes.map((bars, lane) => pathOf(bars.slice(0, played), lane)).join("")} />
				</svg>
			)}
			<input
				type="range"
				aria-label={t.transcript.position}
				aria-valuetext={clockOf(atMs)}
				min={0}
				max={Math.ceil(Math.max(durationMs, atMs))}
				step={1000}
				value={Math.round(atMs)}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
		</div>
	);
}

/** Returns the waveform of a recording; null: it is not there yet, which is no failure. */
async function waveformOf(meetingId: string, recordingId: string): Promise<Waveform | null> {
	const params = { path: { meetingId, recordingId } };
	try {
		return (await unwrap(api.GET("/meetings/{meetingId}/recordings/{recordingId}/waveform", { params }))).data;
	} catch (error) {
		if (ProblemError.is(error, "state_conflict")) return null;
		throw error;
	}
}

/** Returns the bars of each speaker, none before all waveforms are there. */
function useLanes(tracks: readonly SoundTrack[], durationMs: number): readonly (readonly number[])[] {
	const waves = useQueries({
		queries: tracks.map(({ recording: { id, meetingId, state } }) => ({
			queryKey: ["waveform", id],
			enabled: state === "ready",
			staleTime: Number.POSITIVE_INFINITY,
			queryFn: () => waveformOf(meetingId, id),
			refetchInterval: ({ state: { data, dataUpdateCount } }: Query<Waveform | null>) =>
				data === null && SOON_MS * dataUpdateCount,
		})),
		combine: (results) => results.map(({ data }) => data?.peaks ?? []),
	});
	const key = waves.map(({ length }) => length).join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a waveform does not change once it is there
	return useMemo(() => {
		if (tracks.length === 0 || durationMs === 0 || waves.some(({ length }) => length === 0)) return [];
		const count = tracks.length === 1 ? Math.min(MOST_BARS, waves[0]?.length ?? 0) : MOST_BARS;
		const placed = tracks.map((track, at) => ({ ...track, peaks: waves[at] ?? [] }));
		const speakers = Map.groupBy(placed, ({ recording }) => recording.participantId);
		return [...speakers.values()].map((own) => barsOf(own, count, durationMs));
	}, [tracks, durationMs, key]);
}
