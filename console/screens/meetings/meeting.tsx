import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { ProblemError } from "#client";
import { useTranscriptionProgress } from "../../api/changes.ts";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { API_BASE } from "../../api/place.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { RoomInviteDialog } from "../invite/invite.tsx";
import { inviteTexts } from "../invite/invite-texts.ts";
import { SeriesLink } from "../series/series-link.tsx";
import { Bench } from "../transcripts/bench.tsx";
import { useShown } from "../transcripts/choice.tsx";
import { ExportMenu } from "../transcripts/export-menu.tsx";
import { useRecordings } from "../transcripts/sound.ts";
import { AccessDialog } from "./access.tsx";
import { AttendanceLink } from "./attendance-link.tsx";
import { CaptionsLink } from "./captions-link.tsx";
import { lengthMsOf } from "./length.ts";
import { texts } from "./texts.ts";
import { toneOf } from "./tone.ts";

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");
/** Few open it. */
const MeetingMenu = lazyRouteComponent(() => import("./meeting-menu.tsx"), "MeetingMenu");
const People = lazyRouteComponent(() => import("./people.tsx"), "People");
const Chat = lazyRouteComponent(() => import("./chat.tsx"), "Chat");
const Obstacle = lazyRouteComponent(() => import("../transcripts/obstacle.tsx"), "Obstacle");

/** Reads a meeting and its transcripts, again and again while something is being made. */
function useMeeting(meetingId: string) {
	const meeting = useQuery({
		...read("/meetings/{meetingId}", { path: { meetingId } }),
		refetchInterval: ({ state: { data } }) =>
			data !== undefined && (isInProgress(data) || isBeingMade(data.artifacts.summary))
				? paceSince(data.updatedAt)
				: false,
	});
	const { data } = meeting;
	const isBusy = data !== undefined && isInProgress(data);
	const transcripts = useQuery({
		...read("/meetings/{meetingId}/transcripts", { path: { meetingId } }),
		refetchInterval: isBusy ? paceSince(data.updatedAt) : false,
	}).data;
	return { meeting, transcripts, isBusy };
}

/** A meeting: what it is, what was said, and what came of it. */
export function Meeting() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"access" | "invite" | null>(null);
	const mayWrite = useMay()("meeting:write");
	const ofInvite = useOwnTexts(inviteTexts);
	const { orgId, meetingId } = route.useParams();
	const { transcript: wanted } = route.useSearch();
	const { meeting, transcripts, isBusy } = useMeeting(meetingId);
	const { data } = meeting;
	// One that is there is shown while another is being made.
	const done = transcripts?.filter((each) => each.state === "ready" && !each.live) ?? [];
	const { shown, newer } = useShown(meetingId, done, wanted);
	if (meeting.error && (data === undefined || isLost(meeting.error)))
		return <Failure error={meeting.error} onRetry={meeting.refetch} />;
	if (data === undefined) return <Loading />;
	const isAhead = data.state === "live" || data.state === "scheduled";
	const canInvite = isAhead && data.conference.provider === "parley" && mayWrite;
	const at = data.startedAt ?? data.scheduledStart ?? data.createdAt;
	const durationMs = lengthMsOf(data);
	const transcriptId = shown?.id ?? null;

	return (
		<Page
			title={data.title}
			lead={
				<>
					<Badge tone={toneOf(data.state)}>{t.meetingStates[data.state]}</Badge>{" "}
					<time dateTime={at}>{format.dateTime(at)}</time>
					{durationMs !== null && ` · ${clockOf(durationMs)}`}
					<SeriesLink of={data} />
				</>
			}
			actions={
				<>
					{canInvite && (
						<Button icon="plus" onClick={() => setOpen("invite")}>
							{ofInvite.invite}
						</Button>
					)}
					<Button icon="lock" onClick={() => setOpen("access")}>
						{own.access}
					</Button>
					<Suspense>
						<People meeting={data} />
						<Chat meeting={data} />
					</Suspense>
					<AttendanceLink meeting={data} />
					{isAhead && <CaptionsLink meetingId={meetingId} />}
					{transcriptId !== null && <ExportMenu transcriptId={transcriptId} title={data.title} />}
					{isAhead && (
						<a className="button" data-kind="primary" href={new URL(`meet/${meetingId}`, API_BASE).href}>
							{t.meetings.join}
						</a>
					)}
					<Suspense>
						<MeetingMenu meeting={data} transcriptId={transcriptId} />
					</Suspense>
				</>
			}
		>
			<Back orgId={orgId} />
			<Progress meeting={data} isBusy={isBusy} isOfTracks={!done.some(({ captureId }) => captureId !== null)} />
			{open === "access" && <AccessDialog meeting={data} onClose={() => setOpen(null)} />}
			{open === "invite" && (
				<RoomInviteDialog
					api={api}
					meetingId={meetingId}
					onChange={() => outdate("/meetings/{meetingId}")}
					onClose={() => setOpen(null)}
				/>
			)}
			{shown ? (
				<Bench meeting={data} done={done} shown={shown} newer={newer} />
			) : (
				!isBusy &&
				data.artifacts.transcript.state !== "failed" && (
					<Empty icon="text" title={t.transcript.none}>
						{mayWrite ? t.transcript.noneHint : t.transcript.noneToYou}
					</Empty>
				)
			)}
		</Page>
	);
}

/** To all meetings; guests, who have no list of them, to the start. */
function Back({ orgId }: { orgId: string }) {
	const { t } = useTexts();
	const may = useMay();
	const [to, name] = may("meeting:read")
		? (["/o/$orgId/meetings", t.meetings.all] as const)
		: (["/o/$orgId", t.shell.home] as const);
	return (
		<p className="back">
			<Link to={to} params={{ orgId }}>
				{name}
			</Link>
		</p>
	);
}

interface ProgressProps {
	readonly meeting: Answer<"/meetings/{meetingId}">;
	readonly isBusy: boolean;
	/** Whether that of the recordings of participants is still to come. */
	readonly isOfTracks: boolean;
}

/** Says how far its transcript is, and what keeps it from being made. */
function Progress({ meeting, isBusy, isOfTracks }: ProgressProps) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { state } = meeting.artifacts.transcript;
	if (meeting.state === "live") return isBusy && <Notice kind="info">{own.captioned}</Notice>;
	return (
		<>
			{state === "failed" && <Notice kind="danger">{t.transcript.failed}</Notice>}
			{isBusy && (
				<Notice kind="info">
					{state === "waiting" ? own.waiting : <Working meetingId={meeting.id} isOfTracks={isOfTracks} />}
				</Notice>
			)}
			{(state === "failed" || state === "waiting") && (
				<Suspense>
					<Obstacle />
				</Suspense>
			)}
		</>
	);
}

/** Says that a recording is transcribed, and how far that is once the server has said so. */
function Working({ meetingId, isOfTracks }: { meetingId: string } & Pick<ProgressProps, "isOfTracks">) {
	const { t, format } = useTexts();
	const tracks = useRecordings(meetingId).filter(({ kind }) => kind === "track");
	const progress = useTranscriptionProgress(meetingId, isOfTracks ? tracks.length : 0);
	if (progress === undefined) return t.transcript.working;
	return (
		<>
			{t.transcript.working} {format.percent(progress)}
			<progress value={progress} aria-label={t.transcript.working} />
		</>
	);
}

/** Whether what was read may not be shown any more; what fails for a moment takes nothing away. */
const isLost = (error: Error): boolean => ProblemError.is(error) && error.status < 500 && !error.isRetryable;

const isBeingMade = ({ state }: { readonly state: string }): boolean => state === "processing" || state === "waiting";

/** Whether its recording is being received or transcribed. */
const isInProgress = ({ artifacts, state }: Answer<"/meetings/{meetingId}">): boolean =>
	state === "processing" || artifacts.recording.state === "processing" || isBeingMade(artifacts.transcript);
