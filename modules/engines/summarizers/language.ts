import type { Component, ParsedResult, ParsingOption, ParsingReference } from "chrono-node/en";

/** Reads dates in one language, see the library chrono. */
export interface DateParser {
	parse(text: string, reference: ParsingReference, options: ParsingOption): ParsedResult[];
}
export type { Component };

/** Periods at whose end something may be due. */
export type Period = "week" | "next week" | "month" | "next month" | "quarter" | "year";

/** What is known of a language. Expressions are looked for in texts that `normalize` returned. */
export interface Language {
	/** Words that say nothing by themselves, lower case. */
	readonly stopWords: ReadonlySet<string>;
	/** Endings that are cut off to compare words; null: none. */
	readonly endings: RegExp | null;
	/** Abbreviations after whose full stop a sentence goes on. */
	readonly abbreviations: RegExp;
	/** Says that something was decided. */
	readonly decided: RegExp;
	/** Takes that back: a negation, or a condition. */
	readonly undecided: RegExp;
	/** The speaker promises to do something. */
	readonly promises: RegExp;
	/** Looks like a promise or request, but is not one. */
	readonly idle: RegExp;
	/** What follows a name where somebody is to do something. */
	readonly duties: string;
	/** Asks somebody to do something. */
	readonly asks: RegExp;
	/** Something is to be done, by nobody in particular. */
	readonly needs: RegExp;
	/** Announces a task. */
	readonly tasks: RegExp;
	/** Capitalized words that are no names. */
	readonly noNames: ReadonlySet<string>;
	/** How an answer begins. */
	readonly answers: RegExp;
	/** Questions that ask for nothing. */
	readonly courtesies: RegExp;
	readonly definition: RegExp;
	readonly obstacle: RegExp;
	readonly progress: RegExp;
	readonly emphasis: RegExp;
	/** Matches text after a date-like match that marks it as past, or as a duration. */
	readonly noDates: RegExp;
	/** Comes before a month or a year that something is due in. */
	readonly within: RegExp;
	readonly periods: readonly (readonly [RegExp, Period])[];
	/** Loads what reads dates, which only summaries need: it takes a tenth of the start. Null: dates are not read in this language. */
	readonly dates: (() => DateParser) | null;
}
