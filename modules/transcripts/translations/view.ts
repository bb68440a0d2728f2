import type { TranscriptRow, TranslationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Translation } from "./schemas.ts";

/** Whether the transcript was edited since it was translated. */
export const isStale = (row: TranslationRow, { revision }: Pick<TranscriptRow, "revision">): boolean =>
	row.state !== "processing" && row.transcriptRevision < revision;

/** Whether every segment has a translated text, current or not: it can be read as a whole. */
export const isComplete = (row: TranslationRow, { segmentCount }: Pick<TranscriptRow, "segmentCount">): boolean =>
	row.state === "ready" || (row.segmentCount > 0 && row.segmentCount >= segmentCount);

/**
 * Converts a translation to its representation.
 * @param progress of its job, 0…1; null without one
 */
export const toTranslation = (
	row: TranslationRow,
	transcript: Pick<TranscriptRow, "revision" | "segmentCount">,
	progress: number | null,
): Translation => ({
	id: row.id,
	transcriptId: row.transcriptId,
	language: row.language,
	state: row.state,
	stale: isStale(row, transcript),
	failure: row.failure,
	progress: row.state === "ready" ? 1 : (progress ?? 0),
	jobId: row.jobId,
	engine: row.engine === null ? null : { ...row.engine },
	quality: row.quality,
	segmentCount: row.segmentCount,
	version: row.version,
	createdBy: row.createdBy,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});
