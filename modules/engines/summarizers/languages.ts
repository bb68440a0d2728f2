import type { Language } from "./language.ts";
import { german } from "./language-de.ts";
import { britishEnglish, english } from "./language-en.ts";
import { spanish } from "./language-es.ts";
import { french } from "./language-fr.ts";
import { portuguese } from "./language-pt.ts";
import { NEVER } from "./phrases.ts";

/** A language of which nothing is known: its sentences are ranked, its questions found by their mark. */
const other: Language = {
	stopWords: new Set(),
	endings: null,
	abbreviations: NEVER,
	decided: NEVER,
	undecided: NEVER,
	promises: NEVER,
	idle: NEVER,
	duties: "(?!)",
	asks: NEVER,
	needs: NEVER,
	tasks: NEVER,
	noNames: new Set(),
	answers: NEVER,
	courtesies: NEVER,
	definition: NEVER,
	obstacle: NEVER,
	progress: NEVER,
	emphasis: NEVER,
	noDates: NEVER,
	within: NEVER,
	periods: [],
	dates: null,
};

const BY_SUBTAG: Readonly<Record<string, Language>> = {
	en: english,
	es: spanish,
	fr: french,
	de: german,
	pt: portuguese,
};

/** Returns what is known of a language, BCP 47. English has the month first only in America. */
export function languageOf(tag: string): Language {
	const [subtag = "", region] = tag.split("-");
	const found = BY_SUBTAG[subtag.toLowerCase()] ?? other;
	return found === english && region !== undefined && region !== "US" ? britishEnglish : found;
}
