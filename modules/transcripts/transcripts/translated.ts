import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { isSameLanguage, likeness } from "#modules/engines/translators";
import { listTexts, listTranslationsOf, type TranslationOf } from "#modules/transcripts/translation-records";
import type { FoundTranscript } from "./access.ts";
import type { Segment } from "./schemas.ts";

/** Returns the error for a language that a transcript is not translated to. */
const notTranslated = (language: string) =>
	new AppError("not_found", text("The transcript has no translation to {language}.", { language }));

/** Returns the error for a translation that lacks texts. */
const notTranslatedYet = (state: string) =>
	new AppError("state_conflict", text("The translation is {state}: it cannot be read as a whole.", { state }), {
		meta: { state },
	});

/** Returns the translations that serve for a language, the best first. */
function matching(translations: readonly TranslationOf[], language: string): TranslationOf[] {
	const rated = translations.map((translation) => ({ translation, rating: likeness(language, translation.language) }));
	return rated
		.filter(({ rating }) => rating > 0)
		.sort((a, b) => b.rating - a.rating)
		.map(({ translation }) => translation);
}

/**
 * Returns the translation in which a whole transcript is read; null: it is in that language itself.
 * @param language BCP 47
 * @throws `not_found` when there is none, `state_conflict` when some of it is missing
 */
export async function findTranslation(
	db: ReadDb,
	{ transcript, horizonMs }: Pick<FoundTranscript, "transcript" | "horizonMs">,
	language: string,
): Promise<TranslationOf | null> {
	const [found] = matching(await listTranslationsOf(db, transcript, horizonMs), language);
	if (found === undefined) {
		if (isSameLanguage(language, transcript.language)) return null;
		throw notTranslated(language);
	}
	if (!found.isComplete) throw notTranslatedYet(found.state);
	return found;
}

/** Returns the translations to be shown with segments: all, or those that serve for a language. @param language BCP 47 */
export async function listTranslations(
	db: ReadDb,
	{ transcript, horizonMs }: Pick<FoundTranscript, "transcript" | "horizonMs">,
	language: string | undefined,
): Promise<readonly TranslationOf[]> {
	const all = await listTranslationsOf(db, transcript, horizonMs);
	return language === undefined ? all : matching(all, language).slice(0, 1);
}

type Keyed = { readonly id: string; readonly revision: number };

/** Returns what segments say in other languages, by the id of the segment; a text that is missing is left out. */
export async function readTranslations(
	db: ReadDb,
	translations: readonly TranslationOf[],
	segments: readonly Keyed[],
): Promise<ReadonlyMap<string, NonNullable<Segment["translations"]>>> {
	const [first] = translations;
	if (first === undefined) return new Map();
	const ids = segments.map(({ id }) => id);
	const texts = await listTexts(
		db,
		first.orgId,
		translations.map(({ id }) => id),
		ids,
	);
	const ofSegment = Map.groupBy(texts, ({ segmentId }) => segmentId);
	return new Map(
		segments.map(({ id, revision }) => [
			id,
			translations.flatMap((translation) => {
				const found = ofSegment.get(id)?.find(({ translationId }) => translationId === translation.id);
				if (found === undefined) return [];
				return [{ language: translation.language, text: found.text, stale: found.revision < revision }];
			}),
		]),
	);
}

/** Returns segments as a translation has them: ids, times and speakers are kept, words have none. */
export async function translateSegments(
	db: ReadDb,
	translation: TranslationOf,
	segments: readonly Segment[],
): Promise<Segment[]> {
	const found = await readTranslations(db, [translation], segments);
	return segments.map(({ words: _, ...segment }) => ({
		...segment,
		text: segment.text === "" ? "" : (found.get(segment.id)?.[0]?.text ?? segment.text),
		language: translation.language,
	}));
}
