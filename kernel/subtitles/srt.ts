import { type BlockFormat, readCues } from "./blocks.ts";
import type { Cue } from "./cue.ts";
import { readLines } from "./lines.ts";
import { guardText, readSrtVoices } from "./markup.ts";
import { formatTiming } from "./times.ts";

const TIME = /(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})/.source;
const FORMAT: BlockFormat = {
	times: {
		// Coordinates may follow.
		line: new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`),
		example: "00:00:01,000 --> 00:00:02,500",
	},
	isSkipped: () => false,
	readVoices: readSrtVoices,
};

/**
 * Returns a cue in SRT, where a voice is no more than a name before the text.
 * @param number of the cue in its file, from 1
 * @param cue text as `normalizeCueText` leaves it
 */
export function writeSrtCue(number: number, { text, speaker, ...times }: Cue): string {
	return `${number}\n${formatTiming(times, ",")}\n${guardText(speaker === null ? text : `${speaker}: ${text}`)}\n\n`;
}

/**
 * Reads a file of SRT (SubRip). There is no standard: numbers may be missing, fractions have one to three digits after a
 * comma or a point, and tags of styles and voices are read as in WebVTT.
 * @throws SubtitleError, while the cues are read
 */
export const readSrt = (text: string): Iterable<Cue> => readCues(readLines(text), FORMAT);
