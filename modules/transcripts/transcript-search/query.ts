import type { AppError } from "#kernel/errors";
import { invalidParameter } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { spokenWords } from "#kernel/spoken-words";
import { asValue, type Message, text } from "#kernel/texts";

/** Words that follow each other, either in what is said or in the name of who says it. */
export interface Term {
	readonly kind: "word" | "speaker";
	/** At least one, folded. */
	readonly words: readonly string[];
	/** Whether the beginning of the last word is enough. */
	readonly isPrefix: boolean;
}

/** What a search asks for. */
export interface SearchQuery {
	/** All of these, at least one. */
	readonly all: readonly Term[];
	/** None of these. */
	readonly none: readonly Term[];
	/** Unix ms, inclusive; null: from the beginning. */
	readonly fromMs: number | null;
	/** Unix ms, exclusive; null: to the end. */
	readonly toMs: number | null;
}

/** Maximum length of a query, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 500;
/** Maximum number of terms of a query. */
const MAX_TERMS = 16;
/** Maximum number of words of a term. */
const MAX_WORDS = 32;
/** Letters that a prefix has at least, except in scripts where one character is a word. */
const MIN_PREFIX = 2;
const ONE_CHARACTER_IS_A_WORD = /[\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]|[\ud840-\ud888]/;

/** An item: a sign, an operator, then a text in quotes (the last one may lack its end) or up to the next space. */
const ITEM =
	/([-\u2212])?(?:(speaker|from|to):)?(?:["\u201c\u201d]([^"\u201c\u201d]*)(?:["\u201c\u201d]|$)(\*)?|(\S+))/giuy;
const SPACE = /\s*/uy;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

const refused = (path: string, message: Message, cause?: unknown): AppError =>
	invalidParameter(path, "invalid_format", message, cause);

/** Where in a query something is wrong. */
interface Place {
	/** From 1. */
	readonly character: number;
	readonly operator?: string | undefined;
}

/** Returns a problem with its place in the query. */
function at(place: Place | undefined, message: Message): Message {
	if (place === undefined) return message;
	const { character, operator } = place;
	const problem = asValue(message);
	return operator === undefined
		? text("at character {character}: {problem}", { character, problem })
		: text("at character {character}: {operator}: {problem}", { character, operator, problem });
}

/**
 * Parses a moment: a day, `2030-01-31` (UTC), or a date and time with offset.
 * @param end whether it ends a range, which a day belongs to as a whole
 * @param path JSON Pointer of the parameter
 * @throws `invalid_request` naming `path`
 */
export function parseMoment(raw: string, end: boolean, path: string, where?: Place): number {
	try {
		const startMs = parseInstant(DAY.test(raw) ? `${raw}T00:00:00Z` : raw, path);
		return end && DAY.test(raw) ? startMs + DAY_MS : startMs;
	} catch (error) {
		throw refused(
			path,
			at(where, "must be a day such as 2030-01-31, or a date and time such as 2030-01-31T09:30:00Z"),
			error,
		);
	}
}

/** Parses the name of a speaker. @param path JSON Pointer of the parameter @throws `invalid_request` naming `path` */
export function parseName(raw: string, path: string): Term {
	const words = spokenWords(raw);
	if (words.length === 0 || words.length > MAX_WORDS)
		throw refused(path, text("must be a name of at most {most} words", { most: MAX_WORDS }));
	return { kind: "speaker", words, isPrefix: false };
}

/**
 * Parses a query: words, all of which must be said; `"words that follow each other"`; `-not`; `beginning*`;
 * `speaker:name`, `speaker:"full name"`; `from:` and `to:` with a day or a moment. Any other text is nothing but words.
 * @throws `invalid_request` naming the place within `q`
 */
export function parseQuery(q: string): SearchQuery {
	if (q.length > MAX_QUERY_LENGTH)
		throw refused("/q", text("must have at most {most} characters", { most: MAX_QUERY_LENGTH }));
	const all: Term[] = [];
	const none: Term[] = [];
	let fromMs: number | null = null;
	let toMs: number | null = null;
	for (const item of itemsOf(q)) {
		const { index, sign, operator, text: written } = item;
		const where: Place = { character: index + 1, operator };
		if (operator === "from" || operator === "to") {
			if (sign) throw refused("/q", at(where, "cannot be negated"));
			const ms = parseMoment(written, operator === "to", "/q", where);
			if (operator === "from") fromMs = Math.max(fromMs ?? ms, ms);
			else toMs = Math.min(toMs ?? ms, ms);
			continue;
		}
		const term = termOf(item, where);
		if (term === null) continue;
		(sign ? none : all).push(term);
		if (all.length + none.length > MAX_TERMS)
			throw refused(
				"/q",
				at({ character: where.character }, text("there may be at most {most} terms", { most: MAX_TERMS })),
			);
	}
	if (all.length === 0) {
		throw refused("/q", none.length > 0 ? "needs a term to find besides the excluded ones" : "needs a word to find");
	}
	return { all, none, fromMs, toMs };
}

/** Returns the term that an item is; null for one that is nothing but punctuation. */
function termOf({ operator, text: written, isPrefix }: Item, where: Place): Term | null {
	const words = spokenWords(written);
	if (words.length === 0) {
		if (operator === undefined) return null;
		throw refused("/q", at(where, "needs a name"));
	}
	if (words.length > MAX_WORDS)
		throw refused(
			"/q",
			at({ character: where.character }, text("at most {most} words may follow each other", { most: MAX_WORDS })),
		);
	const last = words.at(-1) ?? "";
	if (isPrefix && last.length < MIN_PREFIX && !ONE_CHARACTER_IS_A_WORD.test(last))
		throw refused(
			"/q",
			at(
				{ character: where.character },
				text("the beginning of a word needs at least {least} letters", { least: MIN_PREFIX }),
			),
		);
	return { kind: operator === undefined ? "word" : "speaker", words, isPrefix };
}

/** A part of a query between spaces, or in quotes. */
interface Item {
	/** Its place in the query, from 0. */
	readonly index: number;
	/** Whether it is to be left out. */
	readonly sign: boolean;
	/** In lower case; undefined without one. */
	readonly operator: string | undefined;
	/** Without sign, operator and quotes. */
	readonly text: string;
	readonly isPrefix: boolean;
}

/** Splits a query into its items. */
function* itemsOf(q: string): Generator<Item> {
	for (let at = 0; ; ) {
		SPACE.lastIndex = at;
		at += SPACE.exec(q)?.[0].length ?? 0;
		if (at >= q.length) return;
		ITEM.lastIndex = at;
		const [whole = q.slice(at), sign, operator, quoted, star, bare = ""] = ITEM.exec(q) ?? [];
		const lone = quoted === undefined && operator === undefined ? /^(speaker|from|to):$/i.exec(bare)?.[1] : undefined;
		yield {
			index: at,
			sign: sign !== undefined,
			operator: (operator ?? lone)?.toLowerCase(),
			text: quoted ?? (lone === undefined ? bare : ""),
			isPrefix: quoted === undefined ? bare.endsWith("*") : star !== undefined,
		};
		at += whole.length;
	}
}
