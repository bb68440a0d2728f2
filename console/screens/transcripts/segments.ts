import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { ProblemError } from "#client";
import { type Item, outdate, queries, readPages } from "../../api/queries.ts";

const SEGMENTS = "/transcripts/{transcriptId}/segments";
export type Segment = Item<typeof SEGMENTS>;

/** As many as the API gives at once. */
const PAGE = 200;
/** Read again only when the transcript has changed: it is long. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY } as const;

/** Whether a change was based on what another person has replaced by now. */
export const isOutdated = (error: unknown): boolean => error instanceof ProblemError && error.status === 412;

/** Reads a transcript to its end: whoever searches in the page, or jumps to its end, finds it there. */
export function useSegments(transcriptId: string, revision: number) {
	const query = { limit: PAGE, include: "words" };
	const pages = useInfiniteQuery({ ...readPages(SEGMENTS, { path: { transcriptId }, query }), ...KEPT });
	const { data, hasNextPage, isFetching, fetchNextPage } = pages;
	useEffect(() => {
		if (hasNextPage && !isFetching) void fetchNextPage();
	}, [hasNextPage, isFetching, fetchNextPage]);
	const read = useRef(revision);
	useEffect(() => {
		if (read.current !== revision) void outdate(SEGMENTS);
		read.current = revision;
	}, [revision]);
	return { ...pages, segments: useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]) };
}

/** Shows a segment as the API has answered it, without reading the others again. */
export function keepSegment(saved: Segment): void {
	type Pages = InfiniteData<{ readonly data: readonly Segment[] }>;
	queries.setQueriesData<Pages>({ queryKey: [SEGMENTS, "pages"] }, (known) => {
		if (!known) return known;
		const pages = known.pages.map((page) => {
			const at = page.data.findIndex(({ id }) => id === saved.id);
			const old = page.data[at];
			return old ? { ...page, data: page.data.with(at, { ...old, ...saved, words: saved.words ?? null }) } : page;
		});
		return { ...known, pages };
	});
	void outdate("/meetings/{meetingId}/summary", "/transcripts/{transcriptId}/translations");
}
