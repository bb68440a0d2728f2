import type { TranscriptRow, TranslationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Horizon } from "#platform/artifacts";
import { findTranslations } from "./repository.ts";

/** A translation of a transcript, without its texts. */
export interface TranslationOf
	extends Pick<TranslationRow, "orgId" | "id" | "language" | "state" | "engine" | "quality" | "version"> {
	/** Whether every segment has a translated text. */
	readonly isComplete: boolean;
	/** Whether the transcript was edited since. */
	readonly isStale: boolean;
}

/** Whether the transcript was edited since it was translated. */
export const isStale = (row: TranslationRow, { revision }: Pick<TranscriptRow, "revision">): boolean =>
	row.state !== "processing" && row.transcriptRevision < revision;

/** Whether every segment has a translated text, current or not: it can be read as a whole. */
export const isComplete = (row: TranslationRow, { segmentCount }: Pick<TranscriptRow, "segmentCount">): boolean =>
	row.state === "ready" || (row.segmentCount > 0 && row.segmentCount >= segmentCount);

/** Returns the translations of a transcript within a horizon, finished or not, by their languages. */
export async function listTranslationsOf(
	db: ReadDb,
	transcript: TranscriptRow,
	horizonMs: Horizon,
): Promise<TranslationOf[]> {
	const rows = await findTranslations(db, transcript, horizonMs);
	return rows.map((row) => ({ ...row, isComplete: isComplete(row, transcript), isStale: isStale(row, transcript) }));
}
