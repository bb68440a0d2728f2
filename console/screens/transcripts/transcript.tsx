import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, read, readPages } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SearchBox } from "../../ui/filters.tsx";
import { Failure } from "../../ui/states.tsx";
import { indexAt, paintFound, paintWord, type SpokenWord } from "./highlights.ts";

type Segment = Item<"/transcripts/{transcriptId}/segments">;

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
const STEP_S = 5;

interface Props {
	readonly meetingId: string;
	readonly transcriptId: string;
	/** Where it opens, in ms. */
	readonly atMs?: number | undefined;
	/** Is given what plays from a position. */
	readonly onReady: (seek: (ms: number) => void) => void;
}

/** What was said, word by word with the recording. */
export function Transcript({ meetingId, transcriptId, atMs, onReady }: Props) {
	const { t } = useTexts();
	const pages = useInfiniteQuery(
		readPages("/transcripts/{transcriptId}/segments", {
			path: { transcriptId },
			query: { limit: 200, include: "words" },
		}),
	);
	const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
	// All of it: whoever searches in the page, or jumps to its end, finds it there.
	useEffect(() => {
		if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
	}, [hasNextPage, isFetchingNextPage, fetchNextPage]);
	const segments = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data]);
	const list = useRef<HTMLOListElement>(null);
	const player = useRef<HTMLAudioElement>(null);
	const [found, setFound] = useState<number | null>(null);

	const seek = useCallback((ms: number) => {
		const audio = player.current;
		if (audio) {
			audio.currentTime = ms / 1000;
			void audio.play().catch(() => undefined);
		}
	}, []);
	useEffect(() => onReady(seek), [onReady, seek]);
	useOpening({ segments, list, player }, atMs);
	const isFollowing = useFollowing({ segments, list, player });

	if (pages.error) return <Failure error={pages.error} onRetry={pages.refetch} />;
	return (
		<section aria-label={t.transcript.title}>
			<Player meetingId={meetingId} player={player} />
			<search className="filters">
				<SearchBox
					label={t.transcript.search}
					value={undefined}
					onChange={(query = "") => {
						const ranges = paintFound(list.current?.querySelectorAll(".segment > p") ?? [], query);
						ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: "center" });
						setFound(query === "" ? null : ranges.length);
					}}
				/>
				<output>{found !== null && t.transcript.hits(found)}</output>
				{pages.hasNextPage && <output>{t.transcript.loadingMore(segments.length)}</output>}
			</search>
			<ol className="segments" ref={list}>
				{segments.map((segment) => (
					<Row key={segment.id} segment={segment} onSeek={seek} />
				))}
			</ol>
			{!isFollowing.current && (
				<Button kind="primary" onClick={isFollowing.resume}>
					{t.transcript.follow}
				</Button>
			)}
		</section>
	);
}

const Row = memo(function Row({ segment, onSeek }: { segment: Segment; onSeek: (ms: number) => void }) {
	const { t } = useTexts();
	return (
		<li className="segment" id={segment.id}>
			<div className="segment-meta">
				<strong>{segment.speaker?.label}</strong>
				<button type="button" onClick={() => onSeek(segment.startMs)}>
					{clockOf(segment.startMs)}
				</button>
				{segment.edited && (
					<span>
						<Badge>{t.transcript.edited}</Badge>
					</span>
				)}
			</div>
			<p lang={segment.language}>{segment.text}</p>
		</li>
	);
});

/** Returns the words of a segment with their place in its text; without times of words there are none. */
function wordsOf({ text, words }: Segment): SpokenWord[] {
	let from = 0;
	const placed: SpokenWord[] = [];
	for (const { text: w, startMs, endMs } of words ?? []) {
		const at = text.indexOf(w, from);
		if (at < 0) continue;
		from = at + w.length;
		placed.push({ from: at, to: from, startMs, endMs });
	}
	return placed;
}

interface Followed {
	readonly segments: readonly Segment[];
	readonly list: RefObject<HTMLOListElement | null>;
	readonly player: RefObject<HTMLAudioElement | null>;
}

/** Goes to a position once it is loaded, and marks what is said there; it does not play by itself. */
function useOpening({ segments, list, player }: Followed, atMs: number | undefined): void {
	const opened = useRef<number>(undefined);
	useEffect(() => {
		const isLoaded = atMs !== undefined && segments.some(({ endMs }) => endMs > atMs);
		if (!isLoaded || opened.current === atMs) return;
		opened.current = atMs;
		const row = list.current?.children[indexAt(segments, atMs)];
		row?.setAttribute("aria-current", "true");
		row?.scrollIntoView({ block: "center" });
		if (player.current) player.current.currentTime = atMs / 1000;
	}, [segments, list, player, atMs]);
}

/** Marks the segment and the word that are being said, and scrolls to them until the person scrolls elsewhere. */
function useFollowing({ segments, list, player }: Followed) {
	const [isFollowing, setIsFollowing] = useState(true);
	const follows = useRef(true);
	follows.current = isFollowing;
	useEffect(() => {
		const audio = player.current;
		if (!audio) return;
		let current = -1;
		let spoken = -1;
		let words: readonly SpokenWord[] = [];
		let frame = 0;
		const show = () => {
			const ms = audio.currentTime * 1000;
			const index = indexAt(segments, ms);
			const row = list.current?.children[index];
			if (index !== current) {
				list.current?.querySelector("[aria-current]")?.removeAttribute("aria-current");
				row?.setAttribute("aria-current", "true");
				if (follows.current && current >= 0) row?.scrollIntoView({ block: "nearest", behavior: "smooth" });
				current = index;
				spoken = -1;
				words = segments[index] ? wordsOf(segments[index]) : [];
			}
			const word = indexAt(words, ms);
			if (word !== spoken) paintWord(row?.querySelector("p") ?? null, words[word]);
			spoken = word;
			frame = audio.paused ? 0 : requestAnimationFrame(show);
		};
		const start = () => {
			if (frame === 0) frame = requestAnimationFrame(show);
		};
		const leave = () => {
			if (!audio.paused) setIsFollowing(false);
		};
		audio.addEventListener("play", start);
		audio.addEventListener("seeked", start);
		addEventListener("wheel", leave, { passive: true });
		addEventListener("touchmove", leave, { passive: true });
		return () => {
			cancelAnimationFrame(frame);
			audio.removeEventListener("play", start);
			audio.removeEventListener("seeked", start);
			removeEventListener("wheel", leave);
			removeEventListener("touchmove", leave);
			paintWord(null, undefined);
		};
	}, [segments, list, player]);
	return {
		current: isFollowing,
		resume() {
			setIsFollowing(true);
			list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
		},
	};
}

/** Plays the recording; `K` and Space play, `J` and `L` jump. */
function Player({ meetingId, player }: { meetingId: string; player: RefObject<HTMLAudioElement | null> }) {
	const { t } = useTexts();
	const path = { meetingId };
	const recordings = useQuery(read("/meetings/{meetingId}/recordings", { path })).data ?? [];
	const recordingId = recordings.find(({ state }) => state === "ready")?.id;
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

	const toggle = useCallback(() => {
		const audio = player.current;
		if (audio?.paused) void audio.play().catch(() => undefined);
		else audio?.pause();
	}, [player]);
	const step = useCallback(
		(seconds: number) => {
			if (player.current) player.current.currentTime += seconds;
		},
		[player],
	);
	useEffect(() => {
		const keys: Readonly<Record<string, () => void>> = {
			" ": toggle,
			k: toggle,
			j: () => step(-STEP_S),
			l: () => step(STEP_S),
		};
		const onKey = (event: KeyboardEvent) => {
			const typing = "input:not([type=range]), select, textarea, button, a, dialog, [contenteditable]";
			const isTyping = event.target instanceof Element && event.target.closest(typing);
			const act = keys[event.key];
			if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			act();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, [toggle, step]);

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
			<input
				type="range"
				aria-label={t.transcript.position}
				aria-valuetext={clockOf(atMs)}
				min={0}
				max={Math.ceil(durationMs)}
				step={1000}
				value={Math.round(atMs)}
				onChange={({ target }) => {
					if (player.current) player.current.currentTime = Number(target.value) / 1000;
				}}
			/>
			<output>
				{clockOf(atMs)} / {clockOf(durationMs)}
			</output>
			<select
				className="input"
				aria-label={t.transcript.speed}
				defaultValue={1}
				onChange={({ target }) => {
					if (player.current) player.current.playbackRate = Number(target.value);
				}}
			>
				{SPEEDS.map((speed) => (
					<option key={speed} value={speed}>
						{speed}×
					</option>
				))}
			</select>
		</section>
	);
}
