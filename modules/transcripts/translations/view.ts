import type { TranscriptRow, TranslationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { isStale } from "#modules/transcripts/translation-records";
import type { Translation } from "./schemas.ts";

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
