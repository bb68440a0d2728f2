import type { Slices } from "#kernel/slices";
import { foldForSearch, normalizeName } from "#kernel/text";

/*
 * Files of SubRip, and of WebVTT where it has no voices, name who speaks before the text: `Ada Lovelace: Light bends.`
 * Zoom, Otter and Fireflies write them so. A colon is also part of speech, of times and of addresses.
 */

/** A name before a text, and the text. */
export interface Labelled {
	readonly name: string;
	readonly text: string;
}

/** Most characters of a name before a text. */
const MAX_CHARS = 64;
/** A name, a colon, white space and text; a colon as Chinese has it needs no space. */
const LABEL = new RegExp(`^([^\\n:：]{1,${MAX_CHARS}})(?::\\s+|：\\s*)(\\S.*)$`, "su");
/** Words of a name: none begins with a small letter but `van`, `de la`. */
const NAME =
	/^(?!\p{Ll})[\p{L}][\p{L}\p{M}\p{N}.'’&_-]*(?:,? (?:\p{Ll}{1,3} ){0,2}[(\p{Lu}\p{Lt}\p{Lo}\p{N}][\p{L}\p{M}\p{N}.'’&_)-]*){0,5}$/u;

/** Share of the cues that names recurring in a file must precede: a speaker says more than `Remember: …` twice. */
const LEAST_SHARE = 0.25;

/** Splits a text at the colon after what may be a name; null where there is none. */
export function splitLabel(text: string): Labelled | null {
	const [, name = "", rest = ""] = LABEL.exec(text) ?? [];
	return rest === "" ? null : { name: normalizeName(name), text: rest };
}

/** Returns a name as names are compared: letter case and accents do not matter. */
export const nameKey = (name: string): string => foldForSearch(normalizeName(name)).replace(/\s+/g, " ");

/** Counts the names before the texts of a file, to tell which of them are speakers. */
export class LabelCount {
	#cues = 0;
	readonly #counts = new Map<string, number>();

	/** Counts a text in which the file itself names no voice. */
	add(text: string): void {
		this.#cues++;
		const name = splitLabel(text)?.name;
		if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
	}

	/**
	 * Returns the names that are speakers: those of people in the meeting, and what looks like a name and recurs.
	 * @param known names of people in the meeting, as {@link nameKey} returns them
	 */
	async speakers(known: ReadonlySet<string>, slices: Slices): Promise<ReadonlySet<string>> {
		const speakers = new Set<string>();
		const recurring: string[] = [];
		let labelled = 0;
		await slices.visit(this.#counts, ([name, count]) => {
			if (known.has(nameKey(name))) speakers.add(name);
			if (count === 1 || !NAME.test(name)) return;
			recurring.push(name);
			labelled += count;
		});
		if (labelled < LEAST_SHARE * this.#cues) return speakers;
		await slices.visit(recurring, (name) => speakers.add(name));
		return speakers;
	}
}
