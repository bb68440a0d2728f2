import { spokenDigits } from "./digits.ts";
import { findPersonalData, type ReadOptions } from "./find.ts";

/** Returns a text in which the kind of what identifies a person stands in its place: `[phone]`. */
export function redactText(text: string, options: ReadOptions): string {
	let redacted = "";
	let at = 0;
	for (const { kind, from, to } of findPersonalData(text, options)) {
		redacted += `${text.slice(at, from)}[${kind}]`;
		at = to;
	}
	return at === 0 ? text : redacted + text.slice(at);
}

/** The end of a text that may become a number or an address: it is still being spoken. */
const UNFINISHED = /(?:\d[\s.\-/()]{0,2}){4,}$|[^\s@]{1,64}@[^\s@]{0,255}$/u;
/** Spoken digits that may become a number. */
const LEAST_UNFINISHED = 4;

/** Redacts a text whose end is not known yet: the digits that it ends with may be the beginning of a number. */
export function redactUnfinished(text: string, options: ReadOptions): string {
	const redacted = redactText(text, options).replace(UNFINISHED, "[number]");
	const last = [...spokenDigits(redacted, LEAST_UNFINISHED)].at(-1);
	return last?.to === redacted.trimEnd().length ? `${redacted.slice(0, last.from)}[number]` : redacted;
}

/** A word, and when it was said, in ms. */
interface TimedWord {
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

/** Redacts words: those that have a part in what identifies a person become one. */
export function redactWords<T extends TimedWord>(words: readonly T[], options: ReadOptions): T[] {
	const text = words.map((word) => word.text).join(" ");
	const found = findPersonalData(text, options);
	if (found.length === 0) return [...words];
	const redacted: T[] = [];
	let from = 0;
	let current = -1;
	for (const word of words) {
		const to = from + word.text.length;
		const within = found.findIndex((each) => each.from < to && from < each.to);
		const hit = found[within];
		if (hit === undefined) redacted.push(word);
		else if (within !== current) {
			const before = text.slice(from, Math.max(from, hit.from));
			const after = text.slice(hit.to).match(/^\S*/)?.[0] ?? "";
			redacted.push({ ...word, text: `${before}[${hit.kind}]${after}` });
		} else redacted.push({ ...(redacted.pop() ?? word), endMs: word.endMs });
		current = within;
		from = to + 1;
	}
	return redacted;
}
