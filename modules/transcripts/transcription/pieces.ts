import type { ChannelWindow } from "./findings.ts";
import type { WindowResult, WindowSegment } from "./window-results.ts";

/*
 * An engine that tells voices apart names them anew in each answer. It is given long pieces, so that a name holds for
 * minutes, and pieces that overlap, so that what is heard in both tells which names of the next are those of the last.
 */

/** Longest piece, in ms: as a file it stays below the 25 MB that OpenAI accepts. */
const PIECE_MS = 10 * 60_000;
/** How much of a piece the next one hears again, in ms. */
const OVERLAP_MS = 30_000;

/** Returns the pieces that windows of one channel make up, each beginning and ending with speech. */
export function toPieces(windows: readonly ChannelWindow[]): ChannelWindow[] {
	const pieces: ChannelWindow[] = [];
	let first = 0;
	for (const [at, { endMs }] of windows.entries()) {
		const start = windows[first];
		if (start === undefined) break;
		const next = windows[at + 1];
		if (next !== undefined && next.endMs - start.startMs <= PIECE_MS) continue;
		pieces.push({ channel: start.channel, startMs: start.startMs, endMs });
		// The next piece hears the last windows of this one again, if it continues it at once.
		first = windows.findIndex((window, index) => index > first && window.startMs >= endMs - OVERLAP_MS);
		if (first < 0) break;
	}
	return pieces;
}

/** Whether a segment lies in the part that the piece before has heard as well. */
const isEcho = ({ startMs, endMs }: WindowSegment, heardUntilMs: number): boolean =>
	(startMs + endMs) / 2 < heardUntilMs;

const sharedMs = (a: WindowSegment, b: WindowSegment): number =>
	Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs));

/**
 * Returns what was heard in pieces, each part once, with speakers who are the same throughout: a voice of a piece is the
 * one of the piece before that it shares most time with where both were heard; a voice heard in only one of them is new.
 * @param pieces those of `results`, in the same order
 */
export function joinPieces(results: readonly WindowResult[], pieces: readonly ChannelWindow[]): WindowResult[] {
	let before: readonly WindowSegment[] = [];
	return results.map(({ language, segments }, index) => {
		const heardUntilMs = pieces[index - 1]?.endMs ?? 0;
		const echoes = segments.filter((segment) => isEcho(segment, heardUntilMs));
		const known = sameVoices(echoes, before);
		const voiceOf = (label: string | null) => label && (known.get(label) ?? `${index}:${label}`);
		const joined = segments.map((segment) => ({ ...segment, speaker: voiceOf(segment.speaker) }));
		before = joined;
		return { language, segments: joined.filter((segment) => !isEcho(segment, heardUntilMs)) };
	});
}

/** Returns the voices of `before` by the labels of `echoes`, those that share most time first; each voice once. */
function sameVoices(echoes: readonly WindowSegment[], before: readonly WindowSegment[]): Map<string, string> {
	const shared = new Map<string, { readonly label: string; readonly voice: string; ms: number }>();
	for (const echo of echoes)
		for (const heard of before) {
			const ms = sharedMs(echo, heard);
			if (ms === 0 || echo.speaker === null || heard.speaker === null) continue;
			const key = JSON.stringify([echo.speaker, heard.speaker]);
			const pair = shared.get(key) ?? { label: echo.speaker, voice: heard.speaker, ms: 0 };
			shared.set(key, { ...pair, ms: pair.ms + ms });
		}
	const same = new Map<string, string>();
	const taken = new Set<string>();
	for (const { label, voice } of [...shared.values()].sort((a, b) => b.ms - a.ms)) {
		if (same.has(label) || taken.has(voice)) continue;
		same.set(label, voice);
		taken.add(voice);
	}
	return same;
}
