import { type Due, dueIn } from "./due.ts";
import type { Language } from "./language.ts";
import { languageOf } from "./languages.ts";
import { NOBODY, type Owner, type Owners } from "./owners.ts";
import type { FoundAction } from "./ports.ts";
import type { Sentence } from "./sentences.ts";

/** Returns what a sentence says is to be done, and by whom; null where it says nothing of the kind. */
export function actionIn(sentence: Sentence, owners: Owners, today: string): FoundAction | null {
	const language = languageOf(sentence.language);
	const due = dueIn(sentence.text, language, today);
	const owner = ownerIn(sentence, language, owners, due);
	if (owner === null) return null;
	const { text, segmentIds, startMs } = sentence;
	return { text, ...owner, dueDay: due?.day ?? null, dueText: due?.text ?? null, segmentIds, startMs };
}

/** Returns who is to do what a sentence says; null where nothing is to be done. */
function ownerIn(sentence: Sentence, language: Language, owners: Owners, due: Due | null): Owner | null {
	const { text, speakerId } = sentence;
	const asked = text.endsWith("?");
	const named = asked ? null : namedOwner(text, language, owners);
	if (named !== null) return named;
	if (!asked && language.promises.test(text) && !language.idle.test(text)) return owners.speaking(speakerId);
	if (language.asks.test(text) && !language.idle.test(text)) {
		const name = addressed(text, owners);
		if (name !== null) return owners.called(name);
		if (!asked || due !== null) return owners.spokenTo(speakerId);
	}
	if (asked) return null;
	if (language.tasks.test(text) && (due !== null || /:/.test(text))) {
		const name = mentioned(text, owners);
		return name === null ? NOBODY : owners.called(name);
	}
	return due !== null && language.needs.test(text) ? NOBODY : null;
}

const NAME = `\\p{L}[\\p{L}'-]*(?: \\p{L}[\\p{L}'-]*)?`;
const expressions = new Map<string, RegExp>();

/** Returns the expression for a name that is followed by a duty. */
function namedDuty(duties: string): RegExp {
	const known = expressions.get(duties);
	if (known) return known;
	const made = new RegExp(`(?<![\\p{L}'])(?<name>${NAME})${duties}`, "giu");
	expressions.set(duties, made);
	return made;
}

/** Returns who "Ana will …" names: somebody of the meeting, or a capitalized word that is no ordinary one. */
function namedOwner(text: string, language: Language, owners: Owners): Owner | null {
	for (const { groups, index } of text.matchAll(namedDuty(language.duties))) {
		const words = (groups?.name ?? "").split(" ");
		const [last = ""] = words.slice(-1);
		const whole = words.join(" ");
		if (owners.isKnown(whole)) return owners.called(whole);
		if (owners.isKnown(last)) return owners.called(last);
		const isFirst = index === 0 && words.length === 1;
		if (looksLikeName(last, language) && !(isFirst && last.endsWith("s"))) {
			return owners.called(words.every((word) => looksLikeName(word, language)) ? whole : last);
		}
	}
	return null;
}

const looksLikeName = (word: string, { noNames, stopWords }: Language): boolean =>
	/^\p{Lu}[\p{L}'-]+$/u.test(word) && !noNames.has(word.toLowerCase()) && !stopWords.has(word.toLowerCase());

/** Returns the name of somebody of the meeting whom a sentence begins or ends with, set off by a comma. */
function addressed(text: string, owners: Owners): string | null {
	const first = new RegExp(`^(?<name>${NAME}),`, "u").exec(text)?.groups?.name;
	const last = new RegExp(`, ?(?<name>${NAME})[?.!,]`, "u").exec(text)?.groups?.name;
	return [first, last].find((name) => name !== undefined && owners.isKnown(name)) ?? null;
}

/** Returns the first name of somebody of the meeting in a sentence. */
const mentioned = (text: string, owners: Owners): string | null =>
	text.match(/\p{L}[\p{L}'-]+/gu)?.find((word) => owners.isKnown(word)) ?? null;
