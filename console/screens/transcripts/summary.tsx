import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { outdate, queries, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure } from "../../ui/states.tsx";
import { ActionItems } from "./action-items.tsx";
import { useChanged } from "./changed.ts";
import { Citation } from "./citation.tsx";
import { MakeSummaryDialog } from "./make-summary.tsx";
import { EditSummaryDialog } from "./summary-editor.tsx";
import { texts } from "./texts.ts";

const SUMMARY = "/meetings/{meetingId}/summary";
/** The meeting has one, or had one before this one is being made. */
const THERE = ["waiting", "processing", "ready", "failed"];

interface Props {
	readonly meetingId: string;
	/** State of the summary, as the meeting tells it. */
	readonly state: string;
	/** Plays a transcript from here; undefined: the one that is shown. */
	readonly onSeek: (ms: number, transcriptId: string | undefined) => void;
}

/** What came of the meeting; each point plays what it is based on. */
export function Summary({ meetingId, state, onSeek }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const mayEdit = useMay()("transcript:write");
	const [open, setOpen] = useState<"edit" | "make" | "delete" | null>(null);
	const path = { meetingId };
	const {
		data: summary,
		error,
		refetch,
	} = useQuery({
		...read(SUMMARY, { path }),
		enabled: THERE.includes(state),
		refetchInterval: ({ state: { data } }) => (data?.state === "processing" ? paceSince(data.updatedAt) : false),
	});
	useChanged(summary?.version, () => outdate("/meetings/{meetingId}/action-items"));
	const close = () => setOpen(null);
	const seek = (ms: number) => onSeek(ms, summary?.transcriptId);
	const lists = [
		[t.summary.keyPoints, summary?.keyPoints ?? []],
		[t.summary.decisions, summary?.decisions ?? []],
		[t.summary.questions, summary?.questions ?? []],
	] as const;
	const isMaking = summary ? summary.state === "processing" : state === "waiting" || state === "processing";

	async function make(): Promise<void> {
		await unwrap(api.POST(SUMMARY, { params: { path }, body: {} }));
		await outdate("/meetings/{meetingId}", SUMMARY);
	}
	async function remove(): Promise<void> {
		await unwrap(api.DELETE(SUMMARY, { params: { path } }));
		await outdate("/meetings/{meetingId}", "/meetings/{meetingId}/action-items");
		await queries.resetQueries({ queryKey: [SUMMARY] });
	}
	const makeButton = (label: string) =>
		mayEdit && (
			<Form onSubmit={make}>
				{(busy) => (
					<Button type="submit" icon="spark" busy={busy}>
						{label}
					</Button>
				)}
			</Form>
		);

	if (!THERE.includes(state) && !mayEdit) return null;
	return (
		<aside className="summary card" aria-label={t.summary.title}>
			<header>
				<h2>{t.summary.title}</h2>
				{summary && mayEdit && (
					<Menu label={own.summaryActions} button={<Icon name="more" />}>
						<MenuItem icon="pencil" onSelect={() => setOpen("edit")}>
							{own.edit}
						</MenuItem>
						<MenuItem icon="spark" onSelect={() => setOpen("make")}>
							{own.makeAgain}
						</MenuItem>
						<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("delete")}>
							{own.deleteSummary}
						</MenuItem>
					</Menu>
				)}
			</header>
			{isMaking && <Notice kind="info">{t.summary.working}</Notice>}
			{!isMaking && summary?.state === "failed" && (
				<>
					<Notice kind="danger">{own.summaryFailed}</Notice>
					{makeButton(t.common.retry)}
				</>
			)}
			{!isMaking && summary?.state === "ready" && summary.stale && (
				<>
					<Notice kind="info">{own.summaryStale}</Notice>
					{makeButton(own.refresh)}
				</>
			)}
			{summary?.fallback && <p className="field-hint">{summary.fallback.detail}</p>}
			{error && !summary && <Failure error={error} onRetry={refetch} />}
			{!THERE.includes(state) && makeButton(t.summary.create)}
			{summary?.overview && <p>{summary.overview}</p>}
			{lists.map(
				([title, points]) =>
					points.length > 0 && (
						<section key={title}>
							<h3>{title}</h3>
							<ul>
								{points.map(({ text, startMs }) => (
									<li key={text}>
										{text} <Citation startMs={startMs} onSeek={seek} />
									</li>
								))}
							</ul>
						</section>
					),
			)}
			<ActionItems meetingId={meetingId} onSeek={seek} />
			{open === "edit" && summary && <EditSummaryDialog summary={summary} onClose={close} />}
			{open === "make" && summary && <MakeSummaryDialog summary={summary} onClose={close} />}
			{open === "delete" && (
				<ConfirmDialog
					title={own.deleteSummaryTitle}
					text={own.deleteSummaryText}
					action={own.deleteSummary}
					onConfirm={remove}
					onClose={close}
				/>
			)}
		</aside>
	);
}
