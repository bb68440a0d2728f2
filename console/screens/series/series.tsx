import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { GuestLink } from "./guest-link.tsx";
import { Occurrences } from "./occurrences.tsx";
import { texts } from "./texts.ts";
import type { SeriesData } from "./values.ts";
import { dayName, startName, wordsOf } from "./words.ts";

const route = getRouteApi("/inside/o/$orgId/series/$seriesId");

/** One series: when it repeats, and its meetings. */
export function SeriesPage() {
	const { seriesId } = route.useParams();
	// Anew for each: what follows a change is another series.
	return <Series key={seriesId} />;
}

function Series() {
	const { format, language } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId, seriesId } = route.useParams();
	const { show } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const path = { seriesId };
	const { data, error, refetch } = useQuery(read("/series/{seriesId}", { path }));
	const me = useQuery(read("/auth/profile", {})).data?.id;
	const [open, setOpen] = useState<"change" | "delete" | null>(null);
	const close = () => setOpen(null);
	if (error) return <Failure error={error} onRetry={refetch} />;
	if (data === undefined) return <Loading />;
	// Hosts run their own without the right to all meetings; the API decides.
	const mayChange = may("meeting:write") || data.hostId === me;
	return (
		<Page
			title={data.title}
			lead={wordsOf(data, language, format.tag)}
			actions={
				<>
					<Link className="button" to="/o/$orgId/series/$seriesId/attendance" params={{ orgId, seriesId }}>
						<Icon name="users" />
						{own.attendance}
					</Link>
					{mayChange && (
						<>
							<Button icon="pencil" onClick={() => setOpen("change")}>
								{own.change}
							</Button>
							<Button icon="trash" onClick={() => setOpen("delete")}>
								{own.delete}
							</Button>
						</>
					)}
				</>
			}
		>
			<p className="back">
				<Link to="/o/$orgId/series" params={{ orgId }} search={{ workspaceId: data.workspaceId }}>
					{own.all}
				</Link>
			</p>
			<Section title={own.about}>
				<About orgId={orgId} series={data} />
			</Section>
			<Section title={own.guests}>
				<GuestLink series={data} mayChange={mayChange} />
			</Section>
			<Occurrences
				orgId={orgId}
				series={data}
				mayChange={mayChange}
				isAll={show === "all"}
				onShow={(all) => void navigate({ search: all ? { show: "all" } : {}, replace: true })}
				onMoved={(next) => void navigate({ params: { orgId, seriesId: next }, search: {} })}
			/>
			{open === "change" && <ChangeDialog seriesId={seriesId} onClose={close} />}
			{open === "delete" && (
				<ConfirmDialog
					title={own.deleteTitle(data.title)}
					text={own.deleteText}
					action={own.delete}
					onConfirm={async () => {
						await unwrap(api.DELETE("/series/{seriesId}", { params: { path } }));
						await navigate({ to: "/o/$orgId/series", search: { workspaceId: data.workspaceId } });
						await outdate("/workspaces/{workspaceId}/series", "/meetings");
						toast(own.deleted(data.title));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}

function About({ orgId, series }: { orgId: string; series: SeriesData }) {
	const { format, language } = useTexts();
	const own = useOwnTexts(texts);
	const { timezone, startsAt, durationMinutes, nextOccurrences, exDates, rDates, previousSeriesId } = series;
	const days = (dates: readonly string[]) =>
		new Intl.ListFormat(language).format(dates.map((date) => dayName(format.tag, date.slice(0, 10))));
	return (
		<Facts
			facts={[
				[own.rule, wordsOf(series, language, format.tag)],
				[own.first, `${dayName(format.tag, startsAt.slice(0, 10), "full")}, ${startsAt.slice(11, 16)}`],
				[own.timezone, timezone],
				[own.duration, own.minutes(format.number(durationMinutes))],
				[
					own.nextTimes,
					nextOccurrences.length === 0 ? (
						own.nothingNext
					) : (
						<ol className="plain-list">
							{nextOccurrences.map((each) => (
								<li key={each}>
									<time dateTime={each}>{startName(format.tag, each, timezone)}</time>
								</li>
							))}
						</ol>
					),
				],
				...(exDates.length > 0 ? [[own.leftOut, days(exDates)] as const] : []),
				...(rDates.length > 0 ? [[own.further, days(rDates)] as const] : []),
				...(previousSeriesId === null
					? []
					: [[own.continues, <Previous key="previous" orgId={orgId} seriesId={previousSeriesId} />] as const]),
			]}
		/>
	);
}

/** Leads to the series that this one continues, as long as that is there. */
function Previous({ orgId, seriesId }: { orgId: string; seriesId: string }) {
	const { format, language } = useTexts();
	const own = useOwnTexts(texts);
	const { data } = useQuery(read("/series/{seriesId}", { path: { seriesId } }));
	if (data === undefined) return own.previous;
	return (
		<Link className="link" to="/o/$orgId/series/$seriesId" params={{ orgId, seriesId }}>
			{data.title} ({wordsOf(data, language, format.tag)})
		</Link>
	);
}
