import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Item, read, readPages } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, Failure, Loading, NoMatch } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

type Hit = Item<"/transcripts/search">;

const route = getRouteApi("/inside/o/$orgId/search");

/** Finds what was said, in all meetings. */
export function Search() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { q, workspaceId } = route.useSearch();
	const navigate = route.useNavigate();
	const workspaces = useQuery(read("/orgs/{orgId}/workspaces", { path: { orgId }, query: { limit: 200 } })).data ?? [];
	return (
		<Page title={t.shell.search} lead={own.lead}>
			<Filters>
				<SearchBox
					label={own.label}
					value={q}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "q", value), replace: true })}
				/>
				<SelectFilter
					label={own.workspace}
					value={workspaceId}
					any={own.anyWorkspace}
					options={workspaces.map(({ id, name }) => [id, name] as const)}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "workspaceId", value) })}
				/>
			</Filters>
			{q === undefined ? (
				<Empty icon="search" title={own.begin}>
					{own.beginHint}
				</Empty>
			) : (
				<Hits orgId={orgId} q={q} workspaceId={workspaceId} />
			)}
		</Page>
	);
}

function Hits({ orgId, q, workspaceId }: { orgId: string; q: string; workspaceId: string | undefined }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const pages = useInfiniteQuery(
		readPages("/transcripts/search", { query: { q, ...(workspaceId !== undefined && { workspaceId }) } }),
	);
	const hits = pages.data?.pages.flatMap(({ data }) => data) ?? [];
	if (pages.error && hits.length === 0) return <Failure error={pages.error} onRetry={pages.refetch} />;
	if (pages.isPending) return <Loading />;
	if (hits.length === 0) return <NoMatch />;
	return (
		<section aria-label={own.results}>
			{byMeeting(hits).map(([first, ...others]) => (
				<Section
					key={first.segmentId}
					title={first.meetingTitle}
					hint={<time dateTime={first.startedAt}>{format.date(first.startedAt)}</time>}
				>
					<ul className="lines">
						{[first, ...others].map((hit) => (
							<li key={hit.segmentId} className="hit">
								<Link
									className="link"
									to="/o/$orgId/meetings/$meetingId"
									params={{ orgId, meetingId: hit.meetingId }}
									search={{ transcript: hit.transcriptId, at: String(hit.startMs) }}
									aria-label={own.at(clockOf(hit.startMs), hit.meetingTitle)}
								>
									{clockOf(hit.startMs)}
								</Link>
								<strong>{hit.speaker?.label}</strong>
								<p lang={hit.language}>{painted(hit)}</p>
							</li>
						))}
					</ul>
				</Section>
			))}
			{pages.hasNextPage && (
				<footer className="table-more">
					<Button kind="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
						{t.common.more}
					</Button>
				</footer>
			)}
		</section>
	);
}

/** Puts the hits of a meeting together, in the order in which the API has found them. */
function byMeeting(hits: readonly Hit[]): [Hit, ...Hit[]][] {
	const groups = new Map<string, [Hit, ...Hit[]]>();
	for (const hit of hits) {
		const group = groups.get(hit.meetingId);
		if (group) group.push(hit);
		else groups.set(hit.meetingId, [hit]);
	}
	return [...groups.values()];
}

/** The text, with what was found in it marked. */
function painted({ text, matches }: Hit): ReactNode[] {
	const parts: ReactNode[] = [];
	let end = 0;
	for (const [from = 0, to = 0] of matches) {
		parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
		end = to;
	}
	return [...parts, text.slice(end)];
}
