import { languageOf } from "./languages.ts";
import type { Sentence } from "./sentences.ts";
import type { Trait } from "./templates.ts";
import type { Word } from "./words.ts";

/** A sentence, with what is known of it. */
export interface ReadSentence {
	readonly sentence: Sentence;
	readonly words: readonly Word[];
	/** Stems of the words that say something. */
	readonly stems: readonly string[];
	readonly traits: ReadonlySet<Trait>;
}

const QUESTION = /[?？؟][\s"'»”]*$/;

/** Whether a sentence is a question that asks for something. */
export const isQuestion = ({ text, language }: Sentence): boolean =>
	QUESTION.test(text) && !languageOf(language).courtesies.test(text);

/** Whether a sentence says that something was decided. */
export function isDecision({ text, language }: Sentence): boolean {
	const { decided, undecided } = languageOf(language);
	const found = decided.exec(text);
	if (!found || QUESTION.test(text)) return false;
	// What comes later may say what was not done: "we decided not to wait" is a decision.
	return !undecided.test(text.slice(0, found.index + found[0].length));
}

/** Returns what a sentence is. @param before the sentence before it; undefined for the first */
export function traitsOf(sentence: Sentence, isAction: boolean, before: Sentence | undefined): ReadonlySet<Trait> {
	const { text, language, speakerId } = sentence;
	const { definition, obstacle, progress, emphasis } = languageOf(language);
	const traits = new Set<Trait>();
	if (isAction) traits.add("action");
	if (isDecision(sentence)) traits.add("decision");
	if (QUESTION.test(text)) traits.add("question");
	else if (before && QUESTION.test(before.text) && before.speakerId !== speakerId) traits.add("answer");
	if (definition.test(text)) traits.add("definition");
	if (obstacle.test(text)) traits.add("obstacle");
	if (progress.test(text)) traits.add("progress");
	if (emphasis.test(text)) traits.add("emphasis");
	if (/\p{N}/u.test(text)) traits.add("number");
	return traits;
}

/** How long an answer lets wait, in ms. */
const ANSWER_MS = 15_000;
/** Sentences after a question among which its answer is. */
const ANSWER_SENTENCES = 3;

/** Whether somebody else answered a question soon after it: by how they begin, or with words of the question. */
export function isAnswered(sentences: readonly ReadSentence[], index: number): boolean {
	const asked = sentences[index];
	if (!asked) return false;
	const stems = new Set(asked.stems);
	return sentences.slice(index + 1, index + 1 + ANSWER_SENTENCES).some(({ sentence, stems: said }) => {
		if (sentence.speakerId === asked.sentence.speakerId && sentence.speakerId !== null) return false;
		if (sentence.startMs - asked.sentence.endMs > ANSWER_MS || QUESTION.test(sentence.text)) return false;
		return languageOf(sentence.language).answers.test(sentence.text) || said.some((stem) => stems.has(stem));
	});
}
