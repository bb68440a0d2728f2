import type { EngineName, ProcessingJobRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Job } from "./schemas.ts";

/** Returns a job as callers see it. */
export const toJob = (row: ProcessingJobRow): Job => ({
	id: row.id,
	orgId: row.orgId,
	type: row.type,
	state: row.state,
	step: row.step,
	progress: row.progress,
	meetingId: row.meetingId,
	recordingId: row.recordingId,
	transcriptId: row.transcriptId,
	provider: row.provider,
	language: row.language,
	engine: row.engine as EngineName | null, // Only the pipeline writes it.
	failure: row.failure,
	createdAt: rfc3339(row.createdAtMs),
	startedAt: timestampOrNull(row.startedAtMs),
	endedAt: timestampOrNull(row.endedAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

const timestampOrNull = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));
