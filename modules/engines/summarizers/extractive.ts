import type { StoredPoint } from "#db/schema";
import { Slices } from "#kernel/slices";
import { actionIn } from "./actions.ts";
import { keywordsOf } from "./keywords.ts";
import { createOwners } from "./owners.ts";
import type { Conversation, FoundAction, Summarized, Summarizer } from "./ports.ts";
import { select } from "./select.ts";
import { joinSentences, type Sentence, sentencesOf } from "./sentences.ts";
import type { Template } from "./templates.ts";
import { isAnswered, isQuestion, type ReadSentence, traitsOf } from "./traits.ts";
import { Vectors } from "./vectors.ts";
import { type Word, WordReader } from "./words.ts";

/** The engine, as results name it. */
const ENGINE = { engine: "extractive", model: "lexrank", version: "1" } as const;

/** Sentences with fewer words say too little by themselves. */
const FEWEST_WORDS = 4;
/** Number of words that say something from which a sentence counts fully. */
const FULL_WORDS = 5;
/** The part of the sentences that key points are at most: a summary is shorter than what it summarizes. */
const LARGEST_PART = 0.5;
/** Longest statement, in characters. */
const MAX_TEXT = 500;

/**
 * The engine that needs no model: it chooses sentences that were said. So it invents nothing, and every statement is in the
 * segments that it names. It works in portions of a few milliseconds.
 */
export const extractive: Summarizer = {
	async summarize(conversation, { orgId, template, signal }) {
		const slices = new Slices(orgId, signal);
		const { sentences, actions } = await read(conversation, slices);
		const vectors = await Vectors.of(sentences, slices);
		const ranks = await rank(vectors, slices);
		const most = limitsOf(template, sentences.length);
		const chosen = await select(
			{
				vectors,
				scores: await scoresOf(sentences, ranks, template, slices),
				speakers: await slices.map(sentences, ({ sentence }) => sentence.speakerId),
				repeatedSpeaker: template.repeatedSpeaker,
			},
			Math.max(most.keyPoints, most.overview),
			slices,
		);
		const pointsAt = (indices: readonly number[]) =>
			[...indices].sort((a, b) => a - b).flatMap((index) => toPoint(sentences[index]?.sentence));
		const overview = pointsAt(chosen.slice(0, most.overview));
		const found = async (accept: (each: ReadSentence, index: number) => boolean) => {
			const points: StoredPoint[] = [];
			await slices.visit(sentences, (each, index) => {
				if (accept(each, index)) points.push(...toPoint(each.sentence));
			});
			return distinct(points);
		};
		const names = new Set(
			createOwners(conversation.speakers, conversation.attendees).names.flatMap((name) =>
				stemsOf(new WordReader().read(name, conversation.language)),
			),
		);
		return {
			engine: ENGINE,
			language: conversation.language,
			content: {
				overview: joinSentences(overview.map(({ text }) => text)),
				overviewSegmentIds: [...new Set(overview.flatMap(({ segmentIds }) => segmentIds))],
				keyPoints: pointsAt(chosen.slice(0, most.keyPoints)),
				decisions: (await found(({ traits }) => traits.has("decision"))).slice(0, most.decisions),
				questions: (
					await found(
						({ sentence, traits }, index) =>
							isQuestion(sentence) && !traits.has("action") && !isAnswered(sentences, index),
					)
				).slice(0, most.questions),
				keywords: await keywordsOf(
					sentences.values().map(({ words }, index) => ({ words, rank: ranks[index] ?? 0 })),
					most.keywords,
					names,
					slices,
				),
			},
			actions: distinct(actions).slice(0, most.actionItems),
		} satisfies Summarized;
	},
};

/** Returns how many statements each section has; none where the template does not list it. */
function limitsOf({ sections, most }: Template, count: number): Template["most"] {
	const keyPoints = Math.min(most.keyPoints, Math.ceil(count * LARGEST_PART));
	const entries = Object.entries({ ...most, keyPoints }).map(([name, limit]) => [
		name,
		sections.some((each) => each === name) ? limit : 0,
	]);
	return Object.fromEntries(entries) as Template["most"];
}

/** Reads a conversation: its sentences that say something, with what they are, and what is to be done. */
async function read({ segments, speakers, attendees, language, day }: Conversation, slices: Slices) {
	const owners = createOwners(speakers, attendees);
	const reader = new WordReader();
	const all = await sentencesOf(segments, language, slices);
	const sentences: ReadSentence[] = [];
	const actions: FoundAction[] = [];
	let isLongEnough = false;
	await slices.visit(all, ({ text, language: spoken }) => {
		isLongEnough ||= reader.read(text, spoken).length >= FEWEST_WORDS;
	});
	await slices.visit(all, (sentence, index) => {
		const words = reader.read(sentence.text, sentence.language);
		if (isLongEnough && words.length < FEWEST_WORDS) return;
		const action = actionIn(sentence, owners, day);
		if (action) actions.push({ ...action, text: clip(action.text) });
		sentences.push({
			sentence,
			words,
			stems: stemsOf(words),
			traits: traitsOf(sentence, action !== null, all[index - 1]),
		});
	});
	return { sentences, actions };
}

const stemsOf = (words: readonly Word[]): string[] => words.flatMap(({ stem }) => stem ?? []);

/** Returns how much each sentence counts: central ones, full ones, and those that are what the template looks for. */
async function scoresOf(
	sentences: readonly ReadSentence[],
	ranks: Float64Array,
	{ weights }: Template,
	slices: Slices,
): Promise<Float64Array> {
	const scores = new Float64Array(sentences.length);
	await slices.visit(sentences, ({ stems, traits }, index) => {
		let factor = 1;
		for (const trait of traits) factor *= 1 + (weights[trait] ?? 0);
		scores[index] = (ranks[index] ?? 0) * factor * Math.min(1, (stems.length + 0.5) / FULL_WORDS);
	});
	return scores;
}

const toPoint = (sentence: Sentence | undefined): StoredPoint[] =>
	sentence ? [{ text: clip(sentence.text), segmentIds: sentence.segmentIds, startMs: sentence.startMs }] : [];

const clip = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).trimEnd()}…`);

/** Leaves out what was said again in the same words. */
function distinct<T extends { readonly text: string }>(statements: readonly T[]): T[] {
	const seen = new Set<string>();
	return statements.filter(({ text }) => {
		const key = text.toLowerCase();
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	});
}

const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * Returns how central each sentence is: 1 on average. This is continuous LexRank (Erkan and Radev, 2004): a sentence is
 * central when it is similar to central ones. The similarity of all pairs is the product of the vectors with themselves, so
 * it is multiplied from both sides and never made.
 */
async function rank(vectors: Vectors, slices: Slices): Promise<Float64Array> {
	const { count } = vectors;
	const ranks = new Float64Array(count).fill(1);
	/** Sums of the similarities to all others: what a sentence gives to each is in proportion to these. */
	const totals = new Float64Array(count);
	mixWithoutOwn(vectors, ranks, totals);
	const given = new Float64Array(count);
	for (let round = 0; round < ROUNDS; round++) {
		for (let row = 0; row < count; row++) {
			const total = totals[row] ?? 0;
			given[row] = total > 1e-9 ? (ranks[row] ?? 0) / total : 0;
		}
		mixWithoutOwn(vectors, given, ranks);
		for (let row = 0; row < count; row++) ranks[row] = 1 - DAMPING + DAMPING * (ranks[row] ?? 0);
		if (slices.isOver) await slices.pause();
	}
	return ranks;
}

/** Puts what each sentence gets from all others, in proportion to their similarity, where it says. */
function mixWithoutOwn(vectors: Vectors, given: Float64Array, into: Float64Array): void {
	vectors.mix(given, into);
	for (let row = 0; row < vectors.count; row++)
		into[row] = Math.max(0, (into[row] ?? 0) - (vectors.isEmpty(row) ? 0 : (given[row] ?? 0)));
}
