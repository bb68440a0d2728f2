import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { pace } from "../../api/pace.ts";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { DateFilter, Filters, withWord } from "../../ui/filters.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { seriesTexts } from "./series-texts.ts";
import { Term } from "./term.tsx";
import { texts } from "./texts.ts";

const ATTENDANCE = "/series/{seriesId}/attendance";
const route = getRouteApi("/inside/o/$orgId/series/$seriesId/attendance");
/** How soon meetings that are being measured are looked at again, in ms. */
const PENDING_MS = 5_000;

/** Returns the beginning of a day of the person who looks, or of a later one; nothing of what is no day. */
function instantOf(day: string | undefined, later = 0): string | undefined {
	const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = (day ?? "").split("-").map(Number);
	const begins = new Date(year, month - 1, date + later);
	return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString();
}

/** Who was in which meetings of a series. */
export function SeriesAttendance() {
	const common = useOwnTexts(texts);
	const own = useOwnTexts(seriesTexts);
	const { orgId, seriesId } = route.useParams();
	const search = route.useSearch();
	const navigate = route.useNavigate();
	const downloading = useAction();
	const path = { seriesId };
	const [from, to] = [instantOf(search.from), instantOf(search.to, 1)];
	const query = { ...(from && { from }), ...(to && { to }) };
	const { data, error, refetch } = useQuery({
		...read(ATTENDANCE, { path, query: { ...query, include: "thresholds" } }),
		refetchInterval: ({ state }) =>
			state.data?.meetings.some(({ attendance }) => attendance === "pending") ? pace(PENDING_MS) : false,
	});
	const title = useQuery(read("/series/{seriesId}", { path })).data?.title ?? data?.meetings.at(-1)?.title;
	const set = (name: "from" | "to", value: string | undefined) =>
		void navigate({ search: (old) => withWord(old, name, value), replace: true });

	async function download(): Promise<void> {
		const params = { path, query: { ...query, format: "csv" } } as const;
		const content = (await unwrap(api.GET(ATTENDANCE, { params, parseAs: "blob" }))) as unknown as Blob;
		saveFile(content, `${title ?? own.title}.csv`);
	}
	return (
		<Page
			title={own.title}
			{...(title !== undefined && { lead: title })}
			actions={
				data !== undefined &&
				data.rows.length > 0 && (
					<Button icon="download" busy={downloading.busy} onClick={() => void downloading.run(download)}>
						{common.download}
					</Button>
				)
			}
		>
			<p className="back">
				<Link to="/o/$orgId/series/$seriesId" params={{ orgId, seriesId }}>
					{own.back}
				</Link>
			</p>
			{downloading.problem && <Notice kind="danger">{downloading.problem.message}</Notice>}
			<Filters>
				<DateFilter label={own.from} value={search.from} onChange={(value) => set("from", value)} />
				<DateFilter label={own.to} value={search.to} onChange={(value) => set("to", value)} />
			</Filters>
			{error ? (
				<Failure error={error} onRetry={refetch} />
			) : data === undefined ? (
				<Loading />
			) : data.meetings.length === 0 ? (
				<Empty icon="users" title={own.none}>
					{own.noneHint}
				</Empty>
			) : data.rows.length === 0 ? (
				<Empty icon="users" title={common.none}>
					{own.noRows}
				</Empty>
			) : (
				<Term orgId={orgId} attendance={data} />
			)}
		</Page>
	);
}
