import type { StoredPoint } from "#db/schema";
import { isJsonObject } from "#kernel/json";
import { type LanguageModel, LanguageModelError, readJson } from "#modules/engines/language-model";
import { type ActionClaim, type Claim, type Claims, citedSegments, citedText, isEmpty, readClaims } from "./claims.ts";
import { dueIn } from "./due.ts";
import { languageOf } from "./languages.ts";
import { createOwners, NOBODY, type Owner, type Owners } from "./owners.ts";
import type { Conversation, FoundAction, Summarizer, SummaryOptions } from "./ports.ts";
import { ANSWER, instructions, linesOf, mergeInstructions, type NumberedSegments, numbered, pack } from "./prompt.ts";
import { joinSentences } from "./sentences.ts";

/** Text that a model is given at once, in characters: about 6,000 tokens, which the smallest common context holds. */
const BUDGET = 24_000;
/** What is tried at least where a model cannot read so much. */
const LEAST_BUDGET = 3_000;
/** Longest answer, in tokens. */
const MAX_TOKENS = 2_000;

/**
 * Creates the engine that asks a language model. A long conversation is summarized in parts, and those summaries then
 * together. What the model says counts only with the segments that it names; who does what by when is read from those.
 */
export function createEnhanced(model: LanguageModel): Summarizer {
	const { engine, model: name, version } = model.info;

	async function ask(system: string, user: string, asked: Asked): Promise<Claims> {
		const { segments, options } = asked;
		const { signal, template } = options;
		const { text, finishReason } = await model.complete({
			system,
			user,
			schema: ANSWER,
			maxTokens: MAX_TOKENS,
			signal,
		});
		const answer = readJson(text);
		if (isJsonObject(answer)) return readClaims(answer, segments, template);
		if (finishReason === "length")
			throw new LanguageModelError("model_overflowed", "The language model's answer was cut off.");
		throw new LanguageModelError("model_misbehaved", "The language model did not answer with a summary.");
	}

	/** Summarizes the lines of a conversation in parts of so many characters. */
	async function summarizeIn(budget: number, lines: readonly string[], asked: Asked): Promise<Claims> {
		const { template, language, onProgress } = asked.options;
		const parts = pack(lines, budget);
		const made: Claims[] = [];
		for (const [done, part] of parts.entries()) {
			made.push(await ask(instructions(template, language), part.join("\n"), asked));
			onProgress?.((done + 1) / (parts.length + 1));
		}
		return merge(made, budget, asked);
	}

	/** Makes one summary of several; where they do not fit together, in several steps. */
	async function merge(parts: readonly Claims[], budget: number, asked: Asked): Promise<Claims> {
		const [first, ...others] = parts;
		if (first === undefined) throw new Error("there is nothing to merge");
		if (others.length === 0) return first;
		const { template, language } = asked.options;
		const texts = parts.map((part) => describe(part).slice(0, Math.floor(budget / 2) - 1));
		const merged: Claims[] = [];
		for (const group of pack(texts, budget))
			merged.push(await ask(mergeInstructions(template, language), group.join("\n\n"), asked));
		return merge(merged, budget, asked);
	}

	return {
		async summarize(conversation, options) {
			const segments = numbered(conversation);
			const asked = { segments, options };
			const lines = linesOf(segments, conversation);
			const claims =
				lines.length === 0 ? NOTHING : await withLess(BUDGET, (budget) => summarizeIn(budget, lines, asked));
			if (lines.length > 0 && isEmpty(claims))
				throw new LanguageModelError(
					"model_misbehaved",
					"The language model's answer contains nothing that was said in the meeting.",
				);
			return {
				engine: { engine, model: name, version },
				language: options.language,
				...toSummary(claims, segments, conversation),
			};
		},
	};
}

/** What every request of a summary is about. */
interface Asked {
	readonly segments: NumberedSegments;
	readonly options: SummaryOptions;
}

const NOTHING: Claims = { overview: [], keyPoints: [], decisions: [], questions: [], actionItems: [], keywords: [] };

/** Does something within a budget, or half of it where the model cannot read so much. */
async function withLess<T>(budget: number, work: (budget: number) => Promise<T>): Promise<T> {
	try {
		return await work(budget);
	} catch (error) {
		const isTooMuch = error instanceof LanguageModelError && error.failure === "model_overflowed";
		if (!isTooMuch || budget / 2 < LEAST_BUDGET) throw error;
		return withLess(budget / 2, work);
	}
}

/** Returns the summary of a part as a model reads it. */
function describe({ keywords, ...sections }: Claims): string {
	const lines = Object.entries(sections).flatMap(([section, claims]: [string, readonly Claim[]]) =>
		claims.map((claim) => `${section}: [${claim.numbers.join(", ")}] ${claim.text}${detailsOf(claim)}`),
	);
	return [...lines, `keywords: ${keywords.join(", ")}`].join("\n");
}

function detailsOf(claim: Claim | ActionClaim): string {
	if (!("owner" in claim)) return "";
	const { owner, due } = claim;
	return `${owner === null ? "" : ` (owner: ${owner})`}${due === null ? "" : ` (due: ${due})`}`;
}

function toSummary(claims: Claims, segments: NumberedSegments, conversation: Conversation) {
	const owners = createOwners(conversation.speakers, conversation.attendees);
	const { overview, keyPoints, decisions, questions, actionItems, keywords } = claims;
	const points = (each: readonly Claim[]) => each.map((claim) => toPoint(claim, segments));
	return {
		content: {
			overview: joinSentences(overview.map(({ text }) => text)),
			overviewSegmentIds: [...new Set(points(overview).flatMap(({ segmentIds }) => segmentIds))],
			keyPoints: points(keyPoints),
			decisions: points(decisions),
			questions: points(questions),
			keywords,
		},
		actions: actionItems.map(
			(claim): FoundAction => ({
				...toPoint(claim, segments),
				...ownerOf(claim, segments, owners),
				...dueOf(claim, segments, conversation),
			}),
		),
	};
}

function toPoint({ text, numbers }: Claim, segments: NumberedSegments): StoredPoint {
	const cited = citedSegments(numbers, segments);
	return { text, segmentIds: cited.map(({ id }) => id), startMs: cited[0]?.startMs ?? 0 };
}

/** Returns who does something: somebody whom the cited segments name, or who speaks there. */
function ownerOf({ owner, numbers }: ActionClaim, segments: NumberedSegments, owners: Owners): Owner {
	if (owner === null) return NOBODY;
	const cited = citedSegments(numbers, segments);
	const speaking = cited
		.map(({ speakerId }) => owners.speaking(speakerId))
		.find(({ ownerName }) => ownerName !== null && namesSame(ownerName, owner));
	if (speaking) return speaking;
	const said = citedText(numbers, segments);
	const [first = ""] = owner.toLowerCase().split(" ");
	return said.includes(owner.toLowerCase()) || (owners.isKnown(owner) && said.includes(first))
		? owners.called(owner)
		: NOBODY;
}

const namesSame = (label: string, name: string): boolean =>
	label.toLowerCase() === name.toLowerCase() || label.toLowerCase().startsWith(`${name.toLowerCase()} `);

/** Returns when something is due, as the cited segments say it: the model only says that they do. */
function dueOf({ due, numbers }: ActionClaim, segments: NumberedSegments, { day, language }: Conversation) {
	const none = { dueDay: null, dueText: null };
	if (due === null) return none;
	const said = citedText(numbers, segments);
	for (const { text, language: spoken } of citedSegments(numbers, segments)) {
		const found = dueIn(text, languageOf(spoken === "und" ? language : spoken), day);
		if (found) return { dueDay: found.day, dueText: found.text };
	}
	return said.includes(due.toLowerCase()) ? { dueDay: null, dueText: due } : none;
}
