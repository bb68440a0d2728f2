import type { Cue } from "./cue.ts";
import { formatSeconds } from "./times.ts";

/** Silence after which the same speaker begins a new paragraph, in ms. */
const PAUSE_MS = 5_000;
/** Length from which the next cue begins a new paragraph, in UTF-16 units. */
const PARAGRAPH_CHARS = 1_000;

/** Writes cues as text that people read: a paragraph for each turn of a speaker, with its time and name above it. */
export interface TextWriter {
	/** Returns what a cue adds to the text. */
	write(cue: Cue): string;
	/** Returns the end of the text. */
	end(): string;
}

/** Creates a writer for one text. */
export function createTextWriter(): TextWriter {
	let last: Cue | undefined;
	let chars = 0;

	const continues = ({ speaker, startMs }: Cue): boolean =>
		last !== undefined && last.speaker === speaker && startMs - last.endMs < PAUSE_MS && chars + 1 < PARAGRAPH_CHARS;

	return {
		write(cue) {
			const text = cue.text.replaceAll("\n", " ");
			const isSame = continues(cue);
			const gap = last === undefined ? "" : "\n\n";
			last = cue;
			chars = isSame ? chars + 1 + text.length : text.length;
			if (isSame) return ` ${text}`;
			const name = cue.speaker === null ? "" : ` ${cue.speaker}`;
			return `${gap}[${formatSeconds(cue.startMs)}]${name}\n${text}`;
		},
		end: () => (last === undefined ? "" : "\n"),
	};
}
