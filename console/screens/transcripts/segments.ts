import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ProblemError } from "#client";
import { type Item, outdate, queries, readPages } from "../../api/queries.ts";
import { useChanged } from "./changed.ts";

const SEGMENTS = "/transcripts/{transcriptId}/segments";
export type Segment = Item<typeof SEGMENTS>;
export type Translation = NonNullable<Segment["translations"]>[number];

/** As many as the API gives at once. */
const PAGE = 200;
/** Whether a change was based on what another person has replaced by now. */
export const isOutdated = (error: unknown): boolean => error instanceof ProblemError && error.status === 412;

/**
 * Reads a list of segments to its end: whoever searches in the page, or jumps to its end, finds it there.
 * @param stamp the list is read again when this changes
 */
function usePagesToEnd(parameters: Parameters<typeof readPages<typeof SEGMENTS>>[1], stamp: string, enabled = true) {
	const options = readPages(SEGMENTS, parameters);
	const pages = useInfiniteQuery({ ...options, staleTime: Number.POSITIVE_INFINITY, enabled });
	const { data, hasNextPage, isFetching, fetchNextPage, refetch } = pages;
	useEffect(() => {
		if (enabled && hasNextPage && !isFetching) void fetchNextPage();
	}, [enabled, hasNextPage, isFetching, fetchNextPage]);
	useChanged(stamp, () => enabled && refetch());
	return { ...pages, segments: useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]) };
}

/** What was said, with the times of the words. @param revision of the transcript */
export const useSegments = (transcriptId: string, revision: number) =>
	usePagesToEnd({ path: { transcriptId }, query: { limit: PAGE, include: "words" } }, String(revision));

/** What was said in another language, by the id of the segment; undefined: nothing is chosen. @param stamp of the translation */
export function useTranslated(transcriptId: string, lang: string | undefined, stamp: string) {
	const query = { limit: PAGE, fields: "id,translations", ...(lang !== undefined && { lang }) };
	const { segments } = usePagesToEnd({ path: { transcriptId }, query }, `${lang} ${stamp}`, lang !== undefined);
	return useMemo(
		() => (lang === undefined ? undefined : new Map(segments.map((each) => [each.id, each.translations?.[0]]))),
		[lang, segments],
	);
}

/** Shows a segment as the API has answered it, without reading the others again. */
export function keepSegment(saved: Segment): void {
	type Pages = InfiniteData<{ readonly data: readonly Segment[] }>;
	queries.setQueriesData<Pages>({ queryKey: [SEGMENTS, "pages"] }, (known) => {
		if (!known) return known;
		const pages = known.pages.map((page) => {
			const at = page.data.findIndex(({ id }) => id === saved.id);
			const old = page.data[at];
			if (!old) return page;
			const translations = old.translations?.map((each) => ({ ...each, stale: true }));
			const next = { ...old, ...saved, words: saved.words ?? null, ...(translations && { translations }) };
			return { ...page, data: page.data.with(at, next) };
		});
		return { ...known, pages };
	});
	void outdate("/meetings/{meetingId}/summary", "/transcripts/{transcriptId}/translations");
}
