import type { TranscriptRow, TranslationRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A translation, and what it translates. */
export interface ReadyTranslation {
	readonly translation: TranslationRow;
	readonly transcript: TranscriptRow;
}

/** A translation has become readable as a whole. */
export const translationReady = defineMoment<ReadyTranslation>("translation.ready");
