import { type RefObject, useEffect, useRef, useState } from "react";
import { indexAt, paintWord, type SpokenWord } from "./highlights.ts";
import { isHeardAt, type Playable, type Track } from "./mix.ts";
import type { Segment } from "./segments.ts";

/** After these, what is being said is another. */
const MOVES = ["playing", "seeked", "ratechange"];
/** A timer is late, and segments may still arrive. */
const LONGEST_MS = 500;
const SHORTEST_MS = 15;

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
	readonly list: RefObject<HTMLElement | null>;
	readonly player: RefObject<Playable | null>;
}

/** Shows what is said at a position, marked. */
export function showAt(segments: readonly Segment[], atMs: number): void {
	const segment = segments[indexAt(segments, atMs)];
	const row = segment ? document.getElementById(segment.id) : null;
	document.querySelector(".segment[aria-current]")?.removeAttribute("aria-current");
	row?.setAttribute("aria-current", "true");
	row?.scrollIntoView({ block: "center" });
}

interface Opening extends Omit<Followed, "list"> {
	readonly tracks: readonly Track[];
}

/** Goes to a position once it is loaded, and marks what is said there; it does not play by itself. */
export function useOpening({ segments, tracks, player }: Opening, atMs: number | undefined): void {
	const opened = useRef<number>(undefined);
	const placed = useRef<number>(undefined);
	useEffect(() => {
		const isLoaded = atMs !== undefined && segments.some(({ endMs }) => endMs > atMs);
		if (!isLoaded || opened.current === atMs) return;
		opened.current = atMs;
		showAt(segments, atMs);
	}, [segments, atMs]);
	useEffect(() => {
		if (atMs === undefined || placed.current === atMs || !player.current || !isHeardAt(tracks, atMs)) return;
		placed.current = atMs;
		player.current.currentTime = atMs / 1000;
	}, [tracks, player, atMs]);
}

/** Marks the segment and the word that are being said, and scrolls to them until the person scrolls elsewhere. */
export function useFollowing({ segments, list, player }: Followed) {
	const [isFollowing, setIsFollowing] = useState(true);
	const follows = useRef(true);
	follows.current = isFollowing;
	// Not what the effect depends on: it goes on while further segments arrive.
	const shown = useRef(segments);
	shown.current = segments;
	useEffect(() => {
		const audio = player.current;
		if (!audio) return;
		let current: Segment | undefined;
		let row: Element | null = null;
		let spoken = -1;
		let words: readonly SpokenWord[] = [];
		let timer: ReturnType<typeof setTimeout> | undefined;
		const mark = (segment: Segment | undefined) => {
			list.current?.querySelector("[aria-current]")?.removeAttribute("aria-current");
			row = segment ? document.getElementById(segment.id) : null;
			row?.setAttribute("aria-current", "true");
			if (follows.current && current?.id !== segment?.id) row?.scrollIntoView({ block: "nearest", behavior: "smooth" });
			current = segment;
			spoken = -1;
			words = segment ? wordsOf(segment) : [];
		};
		const show = () => {
			const ms = audio.currentTime * 1000;
			const index = indexAt(shown.current, ms);
			if (shown.current[index] !== current) mark(shown.current[index]);
			const word = indexAt(words, ms);
			if (word !== spoken) paintWord(row?.querySelector("p") ?? null, words[word]);
			spoken = word;
			clearTimeout(timer);
			// Nothing is drawn before the next word begins.
			const next = words[word + 1] ?? shown.current[index + 1];
			const waitMs = next ? Math.max((next.startMs - ms) / audio.playbackRate, SHORTEST_MS) : LONGEST_MS;
			if (!audio.paused) timer = setTimeout(show, Math.min(waitMs, LONGEST_MS));
		};
		const leave = () => {
			if (!audio.paused) setIsFollowing(false);
		};
		for (const event of MOVES) audio.addEventListener(event, show);
		addEventListener("wheel", leave, { passive: true });
		addEventListener("touchmove", leave, { passive: true });
		return () => {
			clearTimeout(timer);
			for (const event of MOVES) audio.removeEventListener(event, show);
			removeEventListener("wheel", leave);
			removeEventListener("touchmove", leave);
			paintWord(null, undefined);
		};
	}, [player, list]);
	return {
		current: isFollowing,
		resume() {
			setIsFollowing(true);
			list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
		},
	};
}
