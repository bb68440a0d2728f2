import type { EngineName } from "#db/schema";
import {
	findPair,
	isSameLanguage,
	TranslationError,
	type Translator,
	translateAll,
} from "#modules/engines/translators";
import type { TranslatableSegment } from "./repository.ts";

/** How segments are translated. */
export interface SegmentOptions {
	/** Main languages, BCP 47; `und` while unknown. */
	readonly transcript: { readonly language: string; readonly meetingLanguage: string };
	/** BCP 47. */
	readonly to: string;
	/** Ends the work. */
	readonly signal: AbortSignal;
}

/** Translated segments. */
export interface TranslatedSegments {
	/** As many as segments, in the same order. */
	readonly texts: readonly string[];
	/** Null when nothing was sent to the engine. */
	readonly engine: EngineName | null;
}

/** Language of texts whose language nobody knows. */
const UNDETERMINED = "und";

/**
 * Translates segments, each from its own language. What is in the target language already stays as it is, and so does a
 * passage in a language that the engine does not know.
 * @throws TranslationError, `language_unsupported` when it does not know the main language; or the reason of `signal`
 */
export async function translateSegments(
	translator: Translator,
	segments: readonly TranslatableSegment[],
	{ transcript, to, signal }: SegmentOptions,
): Promise<TranslatedSegments> {
	const texts = segments.map(({ text }) => text);
	const spoken = segments.flatMap(({ text, language }, at) => (text.trim() === "" ? [] : [{ at, language }]));
	const main = mainLanguage(translator, transcript);
	let engine: EngineName | null = null;
	for (const [from, group] of Map.groupBy(spoken, ({ language }) => (language === UNDETERMINED ? main : language))) {
		if (from !== null && isSameLanguage(from, to)) continue;
		if (!(await knows(translator, { from, to, signal }))) {
			if (from !== main) continue;
			throw new TranslationError("language_unsupported", `The engine does not translate from ${from} to ${to}.`);
		}
		const sent = group.map(({ at }) => texts[at] ?? "");
		const made = await translateAll(translator, sent, { from, to, signal });
		for (const [index, { at }] of group.entries()) texts[at] = made.texts[index] ?? "";
		engine = { engine: translator.info.engine, model: made.model, version: made.version };
	}
	return { texts, engine };
}

/** Returns the language of texts that do not say theirs; null: the engine finds out. */
export function mainLanguage(
	{ info }: Translator,
	{ language, meetingLanguage }: SegmentOptions["transcript"],
): string | null {
	if (language !== UNDETERMINED) return language;
	return info.detects ? null : meetingLanguage;
}

async function knows(
	translator: Translator,
	{ from, to, signal }: { from: string | null; to: string; signal: AbortSignal },
): Promise<boolean> {
	if (from === null) return true;
	const pairs = await translator.pairs(signal);
	return pairs === "any" || findPair(pairs, from, to) !== undefined;
}
