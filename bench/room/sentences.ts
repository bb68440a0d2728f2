import { FAKE_DEVICES } from "#tests/support/room-page";
import { type Spoken, speak, wordErrorRate, wordsOf } from "#tests/support/spoken";

/** What the two say, one after the other and again: each of their own words, so that what was heard is known by them. */
export const ADAS = [
	"We need a second offer for the budget before the end of March.",
	"The teachers have asked for new tables in the library.",
	"Please send the letter to all parents on Monday.",
	"The heating of the old building was repaired yesterday.",
	"Our next journey goes to the mountains in summer.",
	"The kitchen will be closed for the whole week.",
];
export const GRACES = [
	"The supplier has raised the price by twelve percent.",
	"I will write the report about the accident tonight.",
	"The doctor wants to see every child before winter.",
	"They have found the lost key under the window.",
	"The music room is too small for the orchestra.",
	"My brother can drive the bus to the station.",
];

/** Returns the flags of a browser whose microphone says sentences again and again, with pauses. */
export const voiceSaying = async (voice: Spoken["voice"], texts: readonly string[]): Promise<readonly string[]> => [
	...FAKE_DEVICES,
	`--use-file-for-fake-audio-capture=${await speak(
		texts.map((text) => ({ voice, text })),
		{ silence: 3 },
	)}`,
];

/** What is missing from what was heard of a voice, or is there twice. */
export interface Flaws {
	/** Sentences between two that were heard. */
	readonly lost: readonly string[];
	readonly doubled: readonly string[];
	/** Lines that are no sentence of the voice. */
	readonly unknown: readonly string[];
}

/** A line that differs from every sentence by more than this share of its words is none of them. */
const MOST_WRONG = 0.6;

/** Compares the lines of a voice, in their order, with what it says in turn. */
export function flawsOf(lines: readonly string[], texts: readonly string[]): Flaws {
	const flaws = { lost: [] as string[], doubled: [] as string[], unknown: [] as string[] };
	let last: number | null = null;
	for (const line of lines) {
		const rates = texts.map((text) => wordErrorRate(wordsOf(text), wordsOf(line)));
		const best = rates.indexOf(Math.min(...rates));
		if ((rates[best] ?? 1) > MOST_WRONG) {
			flaws.unknown.push(line);
			continue;
		}
		if (best === last) flaws.doubled.push(line);
		for (let at = next(last ?? best - 1, texts); at !== best && best !== last; at = next(at, texts))
			flaws.lost.push(texts[at] ?? "");
		last = best;
	}
	return flaws;
}

const next = (at: number, { length }: readonly string[]): number => (at + 1) % length;
