import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, read, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Empty, Failure, Loading, NoMatch } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { People } from "./people.tsx";
import { useRules } from "./rules.tsx";
import { isStatus, type Row, STATUSES } from "./status.ts";
import { texts } from "./texts.ts";

type MeetingData = Answer<"/meetings/{meetingId}">;
const ATTENDANCE = "/meetings/{meetingId}/attendance";
const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId/attendance");
/** Most that a page has. */
const PAGE = 200;
/** How often the attendance of a meeting that is live is read, in ms: no one says that a person came. */
const LIVE_MS = 15_000;
/** How long after its end that goes on, in ms: it is measured in a moment, and where no changes are announced, only seen so. */
const MEASURED_MS = 120_000;

const isGoingOn = ({ state, endedAt }: MeetingData): boolean =>
	state === "live" || (endedAt !== null && Date.now() - Date.parse(endedAt) < MEASURED_MS);

/** Reads everyone, page by page: they are counted. */
function useAttendance(meetingId: string, meeting: MeetingData | undefined) {
	const pages = useInfiniteQuery({
		...readPages(ATTENDANCE, { path: { meetingId }, query: { limit: PAGE, include: "thresholds" } }),
		enabled: meeting !== undefined,
		refetchInterval: meeting !== undefined && isGoingOn(meeting) ? LIVE_MS : false,
	});
	const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
	useEffect(() => {
		if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
	}, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
	return { ...pages, rows: pages.data?.pages.flatMap(({ data }) => data) };
}

/** Who was in a meeting, when, and for how long. */
export function Attendance() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId, meetingId } = route.useParams();
	const downloading = useAction();
	const meeting = useQuery(read("/meetings/{meetingId}", { path: { meetingId } }));
	const attendance = useAttendance(meetingId, meeting.data);
	if (meeting.error) return <Failure error={meeting.error} onRetry={meeting.refetch} />;
	const { data } = meeting;
	if (data === undefined) return <Loading />;
	const { rows } = attendance;
	const at = data.startedAt ?? data.scheduledStart ?? data.createdAt;

	async function download(): Promise<void> {
		const params = { path: { meetingId }, query: { format: "csv" } } as const;
		const content = (await unwrap(api.GET(ATTENDANCE, { params, parseAs: "blob" }))) as unknown as Blob;
		saveFile(content, `${data?.title}.csv`);
	}
	return (
		<Page
			title={own.title}
			lead={
				<>
					{data.title} · <time dateTime={at}>{format.dateTime(at)}</time>
				</>
			}
			actions={
				rows !== undefined &&
				rows.length > 0 && (
					<Button icon="download" busy={downloading.busy} onClick={() => void downloading.run(download)}>
						{own.download}
					</Button>
				)
			}
		>
			<p className="back">
				<Link to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId }}>
					{own.toMeeting}
				</Link>
				{data.seriesId !== null && (
					<>
						{" · "}
						<Link to="/o/$orgId/series/$seriesId/attendance" params={{ orgId, seriesId: data.seriesId }}>
							{own.toSeries}
						</Link>
					</>
				)}
			</p>
			{downloading.problem && <Notice kind="danger">{downloading.problem.message}</Notice>}
			{attendance.error && rows === undefined ? (
				<Unavailable error={attendance.error} onRetry={attendance.refetch} />
			) : rows === undefined || attendance.hasNextPage ? (
				attendance.isFetchNextPageError ? (
					<Failure error={attendance.error ?? new Error(t.problem.title)} onRetry={attendance.fetchNextPage} />
				) : (
					<Loading />
				)
			) : rows.length === 0 ? (
				<Empty icon="users" title={own.none}>
					{own.noneHint}
				</Empty>
			) : (
				<Filled meeting={data} rows={rows} />
			)}
		</Page>
	);
}

/** Why a meeting has no attendance; anything else has failed. */
function Unavailable({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
	const own = useOwnTexts(texts);
	const reason = error instanceof ProblemError && error.code === "state_conflict" ? error.meta.reason : undefined;
	const known = Object.entries(own.reasons).find(([name]) => name === reason)?.[1];
	if (known === undefined) return <Failure error={error} onRetry={onRetry} />;
	const [title = "", hint] = known;
	return (
		<Empty icon="users" title={title}>
			{hint}
		</Empty>
	);
}

function Filled({ meeting, rows }: { meeting: MeetingData; rows: readonly Row[] }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId, meetingId } = route.useParams();
	const { status } = route.useSearch();
	const navigate = route.useNavigate();
	const selfId = useQuery(read("/auth/profile", {})).data?.id;
	const isLive = meeting.state === "live";
	const { rule } = useRules();
	const thresholds = rows[0]?.thresholds;
	// Others' rows are shown to participants who run the meeting, and to no one else: hosts need no right to all meetings.
	const runs = meeting.hostId === selfId || rows.some(({ userId }) => userId === null || userId !== selfId);
	const shown = isStatus(status) ? rows.filter((row) => row.status === status) : rows;
	return (
		<>
			{isLive && <Notice kind="info">{own.soFar}</Notice>}
			{!runs && <Notice kind="info">{own.onlyOwn}</Notice>}
			{thresholds && <p className="attendance-rule">{rule(thresholds)}</p>}
			{runs && (
				<Filters>
					<SelectFilter
						label={own.status}
						value={isStatus(status) ? status : undefined}
						any={own.all(format.number(rows.length))}
						options={STATUSES.map((each) => {
							const count = rows.filter((row) => row.status === each).length;
							return [each, `${own.statuses[each]} (${format.number(count)})`] as const;
						})}
						onChange={(value) => void navigate({ search: (old) => withWord(old, "status", value) })}
					/>
				</Filters>
			)}
			{shown.length === 0 ? (
				<NoMatch />
			) : (
				<People
					orgId={orgId}
					meetingId={meetingId}
					rows={shown}
					lesson={{
						startMs: Date.parse(meeting.startedAt ?? meeting.createdAt),
						endMs: meeting.endedAt === null ? Date.now() : Date.parse(meeting.endedAt),
					}}
					mayCorrect={runs && !isLive}
				/>
			)}
		</>
	);
}
