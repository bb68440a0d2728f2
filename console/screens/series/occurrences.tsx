import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { SelectFilter } from "../../ui/filters.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { toneOf } from "../meetings/tone.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { texts } from "./texts.ts";
import type { SeriesData } from "./values.ts";
import { startName } from "./words.ts";

type Occurrence = Item<"/series/{seriesId}/meetings">;
type Open = { readonly what: "change" | "cancel" | "end"; readonly of: Occurrence };

const MEETINGS = "/series/{seriesId}/meetings";
const HOUR_MS = 3_600_000;
/** Meetings of one page: those of a month or two. */
const PAGE = 20;

/** Creates the meeting of an occurrence, or finds it. @returns its id */
async function createMeeting(seriesId: string, occurrence: string): Promise<string> {
	const { data } = await unwrap(api.POST(MEETINGS, { params: { path: { seriesId } }, body: { occurrence } }));
	return data.id;
}

const readAgain = () => outdate("/series/{seriesId}", MEETINGS, "/meetings", "/workspaces/{workspaceId}/series");

/** The meetings of a series, also those that are not created yet. */
export function Occurrences({
	orgId,
	series,
	mayChange,
	isAll,
	onShow,
	onMoved,
}: {
	orgId: string;
	series: SeriesData;
	mayChange: boolean;
	/** Whether past ones are shown, too. */
	isAll: boolean;
	onShow: (all: boolean) => void;
	/** Is given the series that this and the following have become. */
	onMoved: (seriesId: string) => void;
}) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const [open, setOpen] = useState<Open | null>(null);
	const creating = useAction();
	const { id: seriesId, timezone } = series;
	// Of the last hours: one that is on is shown. The same for each render.
	const [since] = useState(() => new Date(Date.now() - 12 * HOUR_MS).toISOString());
	const query = { limit: PAGE, ...(!isAll && { from: since }) };
	const pages = useInfiniteQuery(readPages(MEETINGS, { path: { seriesId }, query }));
	const whenOf = ({ occurrence, scheduledStart }: Occurrence) =>
		startName(format.tag, scheduledStart ?? occurrence, timezone);
	const close = () => setOpen(null);

	const createNow = (occurrence: string) =>
		creating.run(async () => {
			const meetingId = await createMeeting(seriesId, occurrence);
			await readAgain();
			toast(own.createdNow);
			await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
		});

	const columns: readonly Column<Occurrence>[] = [
		{
			name: "when",
			title: own.when,
			cell: (each) => {
				const { id, occurrence, scheduledStart, title } = each;
				const time = <time dateTime={scheduledStart ?? occurrence}>{whenOf(each)}</time>;
				return (
					<span className="identity">
						<span>
							{id === null ? (
								time
							) : (
								<Link to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId: id }}>
									<strong>{time}</strong>
								</Link>
							)}
							{title !== series.title && <small>{title}</small>}
						</span>
					</span>
				);
			},
		},
		{
			name: "state",
			title: own.state,
			cell: ({ id, state, changed }) => (
				<>
					{id === null ? <Badge>{own.notCreated}</Badge> : <Badge tone={toneOf(state)}>{t.meetingStates[state]}</Badge>}
					{changed && (
						<span title={own.changedHint}>
							{" "}
							<Badge tone="accent">{own.changed}</Badge>
						</span>
					)}
				</>
			),
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (of) =>
				mayChange &&
				of.state === "scheduled" && (
					<span className="row-actions">
						<Menu label={t.common.actions(whenOf(of))} button={<Icon name="more" />}>
							{of.id === null && (
								<MenuItem icon="plus" onSelect={() => void createNow(of.occurrence)}>
									{own.createNow}
								</MenuItem>
							)}
							<MenuItem icon="pencil" onSelect={() => setOpen({ what: "change", of })}>
								{own.changeFrom}
							</MenuItem>
							<MenuItem icon="close" onSelect={() => setOpen({ what: "cancel", of })}>
								{own.cancelOne}
							</MenuItem>
							<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ what: "end", of })}>
								{own.endBefore}
							</MenuItem>
						</Menu>
					</span>
				),
		},
	];
	return (
		<WideSection
			title={own.meetings}
			hint={own.meetingsHint}
			actions={
				<SelectFilter
					label={own.show}
					value={isAll ? "all" : undefined}
					any={own.toCome}
					options={[["all", own.everything]]}
					onChange={(value) => onShow(value === "all")}
				/>
			}
		>
			{creating.problem && <Notice kind="danger">{creating.problem.message}</Notice>}
			<Table
				label={own.meetings}
				columns={columns}
				pages={pages}
				idOf={({ occurrence, id }) => `${occurrence} ${id}`}
				empty={
					<Empty icon="calendar" title={own.noMeetings}>
						{own.noMeetingsHint}
					</Empty>
				}
			/>
			{open?.what === "change" && (
				<ChangeDialog
					seriesId={seriesId}
					from={{ occurrence: open.of.occurrence, words: whenOf(open.of) }}
					onChanged={(id) => id !== seriesId && onMoved(id)}
					onClose={close}
				/>
			)}
			{open?.what === "cancel" && (
				<ConfirmDialog
					title={own.cancelOneTitle}
					text={`${whenOf(open.of)}: ${own.cancelOneText}`}
					action={own.cancelOne}
					onConfirm={async () => {
						const meetingId = open.of.id ?? (await createMeeting(seriesId, open.of.occurrence));
						await unwrap(api.POST("/meetings/{meetingId}/cancel", { params: { path: { meetingId } } }));
						await readAgain();
					}}
					onClose={close}
				/>
			)}
			{open?.what === "end" && (
				<ConfirmDialog
					title={own.endBeforeTitle(whenOf(open.of))}
					text={own.endBeforeText}
					action={own.endBefore}
					onConfirm={async () => {
						const params = { path: { seriesId }, query: { from: open.of.occurrence } };
						await unwrap(api.DELETE("/series/{seriesId}", { params }));
						await readAgain();
					}}
					onClose={close}
				/>
			)}
		</WideSection>
	);
}
