import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { read, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { JobDialog } from "./job.tsx";
import { JobState } from "./state.tsx";
import { texts } from "./texts.ts";
import { isInWork, type Job, LOOK_EVERY_MS } from "./work.ts";

type Words = { readonly state?: string; readonly type?: string; readonly job?: string };

const systemRoute = getRouteApi("/inside/system/jobs");
const route = getRouteApi("/inside/o/$orgId/jobs");

const queryOf = ({ state, type }: Words) => ({
	...(state && { state: state as Job["state"] }),
	...(type && { type: type as Job["type"] }),
});
/** While a job of the list is worked on, it is read again. */
const refetchInterval = ({
	state: { data },
}: {
	state: { data: { pages: readonly { data: readonly Job[] }[] } | undefined };
}) => (data?.pages.some((page) => page.data.some(isInWork)) ? LOOK_EVERY_MS : false);

/** The jobs of all organizations, for system administrators. */
export function SystemJobs() {
	const own = useOwnTexts(texts);
	const words = systemRoute.useSearch();
	const navigate = systemRoute.useNavigate();
	const pages = useInfiniteQuery({ ...readPages("/jobs", { query: queryOf(words) }), refetchInterval });
	const organizations = useQuery(read("/orgs", { query: { limit: 200 } })).data;
	const nameOf = (orgId: string) => organizations?.find(({ id }) => id === orgId)?.name ?? orgId;
	const organization: Column<Job> = {
		name: "organization",
		title: own.organization,
		wide: true,
		cell: ({ orgId }) => nameOf(orgId),
	};
	return (
		<JobList
			lead={own.systemLead}
			words={words}
			pages={pages}
			more={[organization]}
			mayChange
			onWords={(next) => void navigate({ search: next })}
		/>
	);
}

/** The jobs of an organization, for its administrators. */
export function Jobs() {
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const words = route.useSearch();
	const navigate = route.useNavigate();
	const parameters = { path: { orgId }, query: queryOf(words) };
	const pages = useInfiniteQuery({ ...readPages("/orgs/{orgId}/jobs", parameters), refetchInterval });
	return (
		<JobList
			lead={own.lead}
			words={words}
			pages={pages}
			more={useMeetingColumn(orgId)}
			mayChange={may("transcript:write")}
			onWords={(next) => void navigate({ search: next })}
		/>
	);
}

/** Which meeting a job is about: by its title where that is known from the latest meetings, which one request reads. */
function useMeetingColumn(orgId: string): readonly Column<Job>[] {
	const own = useOwnTexts(texts);
	const isAllowed = useMay()("meeting:read");
	const query = useQuery({ ...read("/meetings", { query: { limit: 200 } }), enabled: isAllowed });
	const titles = new Map(query.data?.map(({ id, title }) => [id, title]));
	if (!isAllowed) return [];
	return [
		{
			name: "meeting",
			title: own.meeting,
			cell: ({ meetingId }) =>
				!query.isPending && (
					<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId }}>
						{titles.get(meetingId) ?? own.open}
					</Link>
				),
		},
	];
}

function JobList({
	lead,
	words,
	pages,
	more = [],
	mayChange,
	onWords,
}: {
	lead: string;
	/** Of the address: filters, and the job that is looked at. */
	words: Words;
	pages: ComponentProps<typeof Table<Job>>["pages"];
	more?: readonly Column<Job>[];
	mayChange: boolean;
	onWords: (words: Words) => void;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const set = (name: keyof Words, value: string | undefined) => onWords(withWord({ ...words }, name, value));
	const columns: readonly Column<Job>[] = [
		{
			name: "name",
			title: own.type,
			cell: ({ id, type, step, state }) => (
				<span className="identity">
					<span>
						<button type="button" className="link" onClick={() => set("job", id)}>
							{own.types[type]}
						</button>
						{state === "running" && <small>{own.steps[step]}</small>}
					</span>
				</span>
			),
		},
		...more,
		{ name: "state", title: own.state, cell: (job) => <JobState job={job} /> },
		{
			name: "created",
			title: own.created,
			wide: true,
			cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
		},
	];
	return (
		<Page title={own.title} lead={lead}>
			<Filters>
				<SelectFilter
					label={own.state}
					value={words.state}
					any={own.anyState}
					options={Object.entries(own.states)}
					onChange={(value) => set("state", value)}
				/>
				<SelectFilter
					label={own.type}
					value={words.type}
					any={own.anyType}
					options={Object.entries(own.types)}
					onChange={(value) => set("type", value)}
				/>
			</Filters>
			<Table
				label={own.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					words.state === undefined && words.type === undefined ? (
						<Empty icon="list" title={own.empty}>
							{own.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{words.job !== undefined && (
				<JobDialog jobId={words.job} mayChange={mayChange} onClose={() => set("job", undefined)} />
			)}
		</Page>
	);
}
