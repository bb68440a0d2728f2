import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Item, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ScheduleDialog } from "../meetings/schedule.tsx";
import { useWorkspaces } from "../workspaces/choice.tsx";
import { texts } from "./texts.ts";
import { startName, wordsOf } from "./words.ts";

type SeriesItem = Item<"/workspaces/{workspaceId}/series">;

const route = getRouteApi("/inside/o/$orgId/series");

/** The series of a workspace; of the first one, unless another is chosen. */
export function SeriesList() {
	const { orgId } = route.useParams();
	const { q, workspaceId: chosen } = route.useSearch();
	const navigate = route.useNavigate();
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const [isOpen, setIsOpen] = useState(false);
	const found = useWorkspaces(orgId);
	const workspaces = found.data ?? [];
	const workspaceId = chosen ?? workspaces[0]?.id;
	const set = (name: "q" | "workspaceId") => (value: string | undefined) =>
		void navigate({ search: (old) => withWord(old, name, value), replace: name === "q" });
	const actions = may("meeting:write") && (
		<Button kind="primary" icon="calendar" onClick={() => setIsOpen(true)}>
			{own.schedule}
		</Button>
	);
	return (
		<Page title={own.title} lead={own.lead} actions={actions}>
			<Filters>
				<SearchBox label={own.search} value={q} onChange={set("q")} />
				<SelectFilter
					label={own.workspace}
					value={workspaceId}
					any={own.choose}
					options={workspaces.map(({ id, name }) => [id, name] as const)}
					onChange={set("workspaceId")}
				/>
			</Filters>
			{workspaceId !== undefined ? (
				<Rows orgId={orgId} workspaceId={workspaceId} q={q} />
			) : found.error ? (
				<Failure error={found.error} onRetry={found.refetch} />
			) : found.isPending ? (
				<Loading />
			) : (
				<Empty icon="folder" title={own.empty}>
					{may("meeting:write") ? own.needsWorkspace : t.workspaces.emptyToYou}
				</Empty>
			)}
			{isOpen && <ScheduleDialog orgId={orgId} workspaceId={workspaceId} onClose={() => setIsOpen(false)} />}
		</Page>
	);
}

function Rows({ orgId, workspaceId, q }: { orgId: string; workspaceId: string; q: string | undefined }) {
	const { format, language } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const query = q ? { q } : {};
	const nextOf = ({ nextOccurrences: [next], timezone }: SeriesItem) =>
		next === undefined ? own.nothingNext : <time dateTime={next}>{startName(format.tag, next, timezone)}</time>;
	const pages = useInfiniteQuery(readPages("/workspaces/{workspaceId}/series", { path: { workspaceId }, query }));
	const columns: readonly Column<SeriesItem>[] = [
		{
			name: "title",
			title: own.name,
			cell: (series) => (
				<span className="identity">
					<span>
						<Link to="/o/$orgId/series/$seriesId" params={{ orgId, seriesId: series.id }}>
							<strong>{series.title}</strong>
						</Link>
						<small>{wordsOf(series, language, format.tag)}</small>
						{series.nextOccurrences.length > 0 && <small className="narrow-only">{nextOf(series)}</small>}
					</span>
				</span>
			),
		},
		{
			name: "next",
			title: own.next,
			wide: true,
			cell: nextOf,
		},
	];
	return (
		<Table
			label={own.title}
			columns={columns}
			pages={pages}
			idOf={({ id }) => id}
			empty={
				q ? (
					<NoMatch />
				) : (
					<Empty icon="calendar" title={own.empty}>
						{may("meeting:write") ? own.emptyHint : own.emptyToYou}
					</Empty>
				)
			}
		/>
	);
}
