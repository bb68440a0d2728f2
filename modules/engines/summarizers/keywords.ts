import type { Slices } from "#kernel/slices";
import type { Word } from "./words.ts";

/** Longest keyword, in words. */
const LONGEST = 3;
/** How much a keyword of 1, 2 or 3 words counts: longer ones say more, and occur less. */
const WORTH = [1, 1.9, 2.3];
/** Candidates that are kept: a long conversation has hundreds of thousands of phrases, of which most are said once. */
const MOST_CANDIDATES = 30_000;

/** A candidate: how much it counts, and how often it was said in each way. */
interface Candidate {
	score: number;
	count: number;
	readonly forms: Map<string, number>;
	readonly stems: readonly string[];
}

/** A sentence whose words may be keywords. */
export interface KeywordSource {
	readonly words: readonly Word[];
	/** How central it is. */
	readonly rank: number;
}

/**
 * Returns up to `most` words and phrases that the conversation is about: uninterrupted by words that say nothing, said in
 * central sentences, and said often.
 * @param names stems of the names of those who spoke, who are no topic
 */
export async function keywordsOf(
	sources: Iterable<KeywordSource>,
	most: number,
	names: ReadonlySet<string>,
	slices: Slices,
): Promise<string[]> {
	const candidates = new Map<string, Candidate>();
	let fewest = 1;
	await slices.visit(sources, ({ words, rank }) => {
		for (const from of words.keys())
			for (let to = from + 1; to <= from + LONGEST; to++) {
				const last = words[to - 1];
				const isWhole = last !== undefined && (to === from + 1 || last.isTied);
				if (!isWhole || last.stem === null || names.has(last.stem)) break;
				count(candidates, words.slice(from, to), rank);
			}
		if (candidates.size > MOST_CANDIDATES) fewest = forgetRare(candidates, fewest);
	});
	const byScore = await slices.sort([...candidates.values()], ({ score, count }) => -score * Math.log1p(count));
	const chosen: Candidate[] = [];
	for (const candidate of byScore) {
		if (chosen.length >= most) break;
		if (!chosen.some((other) => overlaps(other.stems, candidate.stems))) chosen.push(candidate);
	}
	return chosen.map(usualForm);
}

/**
 * Forgets the candidates that were said least often so far, until half are left (lossy counting: Manku and Motwani, 2002).
 * @param fewest how often those were said that were forgotten last
 * @returns the same of now
 */
function forgetRare(candidates: Map<string, Candidate>, fewest: number): number {
	for (let least = fewest; ; least++) {
		for (const [key, candidate] of candidates) if (candidate.count <= least) candidates.delete(key);
		if (candidates.size <= MOST_CANDIDATES / 2) return least;
	}
}

function count(candidates: Map<string, Candidate>, phrase: readonly Word[], rank: number): void {
	const stems = phrase.map(({ stem }) => stem ?? "");
	const key = stems.join(" ");
	const candidate = candidates.get(key) ?? { score: 0, count: 0, forms: new Map<string, number>(), stems };
	candidates.set(key, candidate);
	const form = phrase.map(({ text, plain }) => (isProper(text) ? text : plain)).join(" ");
	candidate.score += rank * (WORTH[stems.length - 1] ?? 1);
	candidate.count++;
	candidate.forms.set(form, (candidate.forms.get(form) ?? 0) + 1);
}

/** Whether a word is written in capitals throughout, as abbreviations are. */
const isProper = (text: string): boolean => text.length > 1 && text === text.toUpperCase();

const overlaps = (a: readonly string[], b: readonly string[]): boolean => a.some((stem) => b.includes(stem));

const usualForm = ({ forms }: Candidate): string => [...forms].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
