import { type RefObject, useEffect, useRef, useState } from "react";
import { indexAt, paintWord, type SpokenWord } from "./highlights.ts";
import type { Segment } from "./segments.ts";

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
		let spoken = -1;
		let words: readonly SpokenWord[] = [];
		let frame = 0;
		const show = () => {
			const ms = audio.currentTime * 1000;
			const index = indexAt(shown.current, ms);
			const segment = shown.current[index];
			const row = list.current?.children[index];
			if (segment !== current) {
				list.current?.querySelector("[aria-current]")?.removeAttribute("aria-current");
				row?.setAttribute("aria-current", "true");
				if (follows.current && current?.id !== segment?.id)
					row?.scrollIntoView({ block: "nearest", behavior: "smooth" });
				current = segment;
				spoken = -1;
				words = segment ? wordsOf(segment) : [];
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
	}, [list, player]);
	return {
		current: isFollowing,
		resume() {
			setIsFollowing(true);
			list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
		},
	};
}
