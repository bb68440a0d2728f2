import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Item, read } from "../../api/queries.ts";
import { isCaptions, type Span, spansOf, useRecordings } from "./sound.ts";

export type Listed = Item<"/meetings/{meetingId}/transcripts">;

/** So much of the captions may be missing from a recording without a word about it, in ms: people begin to record late. */
const NEGLIGIBLE_MS = 15_000;

/** Returns when the first thing of a transcript was said. */
function useBeginning(transcript: Listed | undefined): number | undefined {
	const path = { transcriptId: transcript?.id ?? "" };
	const query = { limit: 1, fields: "startMs" };
	const first = useQuery({
		...read("/transcripts/{transcriptId}/segments", { path, query }),
		enabled: transcript !== undefined,
	});
	return first.data?.[0]?.startMs;
}

/** Returns how much of a span is outside of some others, in ms. They do not overlap. */
const outsideOf = (spans: readonly Span[], { fromMs, toMs }: Span): number =>
	spans.reduce(
		(left, span) => left - Math.max(0, Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs)),
		toMs - fromMs,
	);

/**
 * Returns when the meeting was recorded, by capture, and the captions that have more of it than the transcript that is
 * shown.
 */
export function useCoverage(done: readonly Listed[], shown: Listed, startedAt: string | null) {
	const recordings = useRecordings(shown.meetingId);
	const spans = useMemo(() => {
		const captured = recordings.filter(({ kind, captureId }) => kind === "track" && captureId !== null);
		const captures = Map.groupBy(captured, ({ captureId }) => captureId);
		return new Map([...captures].map(([captureId, tracks]) => [captureId, spansOf(tracks, startedAt)]));
	}, [recordings, startedAt]);
	const recorded = spans.get(shown.captureId);
	const captions = recorded?.length ? done.find(isCaptions) : undefined;
	const fromMs = useBeginning(captions);
	const isLess =
		captions !== undefined &&
		recorded !== undefined &&
		fromMs !== undefined &&
		outsideOf(recorded, { fromMs, toMs: captions.durationMs }) > NEGLIGIBLE_MS;
	return { spans, recorded: recorded ?? [], fuller: isLess ? captions : undefined };
}
