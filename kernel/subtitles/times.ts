import { text } from "../texts.ts";
import { SubtitleError } from "./cue.ts";

/** Longest time of a file of subtitles, in hours: more than a year. */
const MAX_HOURS = 9_999;
const HOUR_MS = 3_600_000;

/** Start and end of a cue, in ms. */
export interface Timing {
	readonly startMs: number;
	readonly endMs: number;
}

/** How a format writes times. */
export interface TimeFormat {
	/** Matches the line of times of a cue: hours (may be absent), minutes, seconds, fraction of each. */
	readonly line: RegExp;
	/** How a time looks, for messages. */
	readonly example: string;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Returns a time as `hh:mm:ss`; hours have more digits where they need them. */
export function formatSeconds(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns a time as {@link formatSeconds} and three digits after the separator. */
const formatTime = (ms: number, separator: "." | ","): string =>
	`${formatSeconds(ms)}${separator}${String(ms % 1000).padStart(3, "0")}`;

/**
 * Parses the line of times of a cue.
 * @param number of the line, for the error
 * @throws SubtitleError
 */
export function parseTiming(line: string, number: number, { line: pattern, example }: TimeFormat): Timing {
	const parts = pattern.exec(line);
	if (parts === null) throw new SubtitleError(number, text("has no times of the form {example}", { example }));
	const startMs = toMs(parts.slice(1, 5), number);
	const endMs = toMs(parts.slice(5, 9), number);
	if (endMs < startMs) throw new SubtitleError(number, "ends before it starts");
	return { startMs, endMs };
}

function toMs([hours = "0", minutes = "", seconds = "", fraction = ""]: readonly string[], line: number): number {
	if (Number(minutes) > 59 || Number(seconds) > 59)
		throw new SubtitleError(line, "has more than 59 minutes or seconds");
	if (Number(hours) > MAX_HOURS) throw new SubtitleError(line, text("has more than {most} hours", { most: MAX_HOURS }));
	return Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, "0"));
}

/** Returns the line of times of a cue. One that has no duration gets 1 ms: players reject it otherwise. */
export const formatTiming = ({ startMs, endMs }: Timing, separator: "." | ","): string =>
	`${formatTime(startMs, separator)} --> ${formatTime(Math.max(endMs, startMs + 1), separator)}`;
