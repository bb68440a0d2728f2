import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Item, readPages } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { SeriesLink } from "../series/series-link.tsx";
import { UploadDialog } from "../uploads/upload-dialog.tsx";
import { useWorkspaces } from "../workspaces/choice.tsx";
import { lengthMsOf } from "./length.ts";
import { MeetNow } from "./meet-now.tsx";
import { ScheduleDialog } from "./schedule.tsx";
import { toneOf } from "./tone.ts";

type MeetingItem = Item<"/meetings">;

const route = getRouteApi("/inside/o/$orgId/meetings");

/** The meetings that the person may see. */
export function Meetings() {
	const { t } = useTexts();
	const { orgId } = route.useParams();
	const { q, state, workspaceId } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const [open, setOpen] = useState<"schedule" | "upload" | null>(null);
	const query = {
		...(q && { q }),
		...(state && { state: state as MeetingItem["state"] }),
		...(workspaceId && { workspaceId }),
	};
	const pages = useInfiniteQuery(readPages("/meetings", { query }));
	const workspaces = useWorkspaces(orgId).data ?? [];
	const isFiltered = q !== undefined || state !== undefined || workspaceId !== undefined;

	const columns: readonly Column<MeetingItem>[] = [
		{
			name: "title",
			title: t.meetings.name,
			cell: ({ id, title, workspaceId: of, ...each }) => (
				<span className="identity">
					<span>
						<Link to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId: id }}>
							<strong>{title}</strong>
						</Link>
						<small>
							{workspaces.find((workspace) => workspace.id === of)?.name}
							<SeriesLink of={each} />
						</small>
						<small className="narrow-only">
							<When of={each} />
						</small>
					</span>
				</span>
			),
		},
		{
			name: "state",
			title: t.meetings.state,
			cell: (each) => <Badge tone={toneOf(each.state)}>{t.meetingStates[each.state]}</Badge>,
		},
		{
			name: "when",
			title: t.meetings.when,
			wide: true,
			cell: (each) => <When of={each} />,
		},
		{
			name: "length",
			title: t.meetings.length,
			wide: true,
			numeric: true,
			cell: (each) => {
				const ms = lengthMsOf(each);
				return ms === null ? "" : clockOf(ms);
			},
		},
	];
	const actions = may("meeting:write") && (
		<>
			<Button icon="calendar" onClick={() => setOpen("schedule")}>
				{t.meetings.schedule}
			</Button>
			<Link className="button" to="/o/$orgId/record" params={{ orgId }} search={workspaceId ? { workspaceId } : {}}>
				<Icon name="mic" />
				{t.meetings.record}
			</Link>
			<Button icon="upload" onClick={() => setOpen("upload")}>
				{t.meetings.upload}
			</Button>
			<MeetNow orgId={orgId} workspaceId={workspaceId} />
		</>
	);
	const set = (name: "q" | "state" | "workspaceId") => (value: string | undefined) =>
		void navigate({ search: (old) => withWord(old, name, value), replace: name === "q" });
	return (
		<Page title={t.meetings.title} lead={t.meetings.lead} actions={actions}>
			<Filters>
				<SearchBox label={t.meetings.search} value={q} onChange={set("q")} />
				<SelectFilter
					label={t.meetings.state}
					value={state}
					any={t.meetings.anyState}
					options={Object.entries(t.meetingStates)}
					onChange={set("state")}
				/>
				<SelectFilter
					label={t.meetings.workspace}
					value={workspaceId}
					any={t.meetings.anyWorkspace}
					options={workspaces.map(({ id, name }) => [id, name] as const)}
					onChange={set("workspaceId")}
				/>
			</Filters>
			<Table
				label={t.meetings.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					isFiltered ? (
						<NoMatch />
					) : (
						<Empty icon="video" title={t.meetings.empty}>
							{may("meeting:write") ? t.meetings.emptyHint : t.meetings.emptyToYou}
						</Empty>
					)
				}
			/>
			{open === "schedule" && <ScheduleDialog orgId={orgId} workspaceId={workspaceId} onClose={() => setOpen(null)} />}
			{open === "upload" && <UploadDialog orgId={orgId} workspaceId={workspaceId} onClose={() => setOpen(null)} />}
		</Page>
	);
}

/** When a meeting began, is to begin, or was made. */
function When({ of }: { of: Pick<MeetingItem, "startedAt" | "scheduledStart" | "createdAt"> }) {
	const { format } = useTexts();
	const at = of.startedAt ?? of.scheduledStart ?? of.createdAt;
	return <time dateTime={at}>{format.dateTime(at)}</time>;
}
