import type { SummaryRow, TranscriptRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { isTemplateName, TEMPLATES } from "#modules/engines/summarizers";
import type { Redaction } from "#modules/governance/redaction";
import type { Summary, SummaryInfo } from "./schemas.ts";

const templateOf = (row: SummaryRow) => (isTemplateName(row.template) ? row.template : "general");

/** Returns what others learn about a summary. */
export const toSummaryInfo = (row: SummaryRow): SummaryInfo => ({
	id: row.id,
	meetingId: row.meetingId,
	transcriptId: row.transcriptId,
	transcriptRevision: row.transcriptRevision,
	state: row.state,
	failure: row.failure,
	level: row.level,
	template: templateOf(row),
	language: row.language,
	engine: row.engine === null ? null : { ...row.engine },
	edited: row.edited,
	jobId: row.jobId,
	version: row.version,
	createdBy: row.createdBy,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/** Whether a summary is not of the newest transcript as it is now. @param latest undefined: the meeting has none */
export const isStale = (row: SummaryRow, latest: TranscriptRow | undefined): boolean =>
	row.content !== null && (latest?.id !== row.transcriptId || latest.revision !== row.transcriptRevision);

/** Converts a summary to what is shown of it. @param latest the newest transcript of the meeting */
export function toSummary(row: SummaryRow, latest: TranscriptRow | undefined, redaction: Redaction): Summary {
	const shown = (text: string) => redaction.text(text, row.language);
	const { content } = row;
	const points = (each: NonNullable<SummaryRow["content"]>["keyPoints"] = []) =>
		each.map(({ text, segmentIds, startMs }) => ({ text: shown(text), segmentIds: [...segmentIds], startMs }));
	return {
		...toSummaryInfo(row),
		stale: isStale(row, latest),
		fallback: content?.fallback ? { ...content.fallback } : null,
		sections: [...TEMPLATES[templateOf(row)].sections],
		editedSections: [...(content?.editedSections ?? [])],
		overview: shown(content?.overview ?? ""),
		overviewSegmentIds: [...(content?.overviewSegmentIds ?? [])],
		keyPoints: points(content?.keyPoints),
		decisions: points(content?.decisions),
		questions: points(content?.questions),
		keywords: (content?.keywords ?? []).map(shown),
	};
}
