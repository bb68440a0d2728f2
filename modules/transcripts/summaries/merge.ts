import type { StoredPoint, SummaryContent } from "#db/schema";
import type { Conversation, SpokenSegment, Summarized } from "#modules/engines/summarizers";

/**
 * Returns what a summary says once it is made again: sections that people have changed stay, and cite the segments that are
 * spoken at the same time where the transcript is another one.
 */
export function mergeContent(
	before: SummaryContent | null,
	{ content }: Summarized,
	{ segments }: Conversation,
	fallback: SummaryContent["fallback"],
): SummaryContent {
	const kept = before?.editedSections ?? [];
	const known = new Set(segments.map(({ id }) => id));
	const anchored = (points: readonly StoredPoint[]) => points.map((point) => anchor(point, segments, known));
	const section = (name: "keyPoints" | "decisions" | "questions") =>
		before && kept.includes(name) ? anchored(before[name]) : content[name];
	const keepsOverview = before !== null && kept.includes("overview");
	return {
		overview: keepsOverview ? before.overview : content.overview,
		overviewSegmentIds: keepsOverview
			? before.overviewSegmentIds.filter((id) => known.has(id))
			: content.overviewSegmentIds,
		keyPoints: section("keyPoints"),
		decisions: section("decisions"),
		questions: section("questions"),
		keywords: before && kept.includes("keywords") ? before.keywords : content.keywords,
		editedSections: kept,
		dismissed: before?.dismissed ?? [],
		fallback,
	};
}

/** Returns a statement that cites segments there are: its own, otherwise the one that is spoken when it begins. */
function anchor(point: StoredPoint, segments: readonly SpokenSegment[], known: ReadonlySet<string>): StoredPoint {
	const segmentIds = point.segmentIds.filter((id) => known.has(id));
	if (segmentIds.length > 0) return { ...point, segmentIds };
	const spoken = segments.findLast(({ startMs }) => startMs <= point.startMs) ?? segments[0];
	return spoken ? { ...point, segmentIds: [spoken.id], startMs: spoken.startMs } : { ...point, segmentIds: [] };
}
