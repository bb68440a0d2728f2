import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { pace } from "../../api/pace.ts";
import { API_BASE } from "../../api/place.ts";
import { type Item, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { Checklist } from "../first-run/checklist.tsx";
import { lengthMsOf } from "../meetings/length.ts";
import { MeetNow } from "../meetings/meet-now.tsx";
import { ScheduleDialog } from "../meetings/schedule.tsx";
import { texts } from "./texts.ts";

type MeetingItem = Item<"/meetings">;

const route = getRouteApi("/inside/o/$orgId/");

/** How many of each are shown. */
const SHOWN = 5;
/** The API lists the latest start first: the next meetings are the last of this many. */
const PLANNED = 200;
/** How often it looks for meetings that have begun, in ms. */
const LIVE_EVERY_MS = 30_000;

/** The start of an organization: what is live, what comes, what was, and what is unread. */
export function Home() {
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const name = useQuery(read("/auth/profile", {})).data?.name ?? "";
	return (
		<Page title={own.welcome(name)} actions={may("meeting:write") && <Actions orgId={orgId} />}>
			<Checklist orgId={orgId} />
			{may("meeting:read") ? (
				<Meetings />
			) : (
				<Empty icon="video" title={own.noMeetings}>
					{own.noMeetingsHint}
				</Empty>
			)}
			<Unread />
		</Page>
	);
}

function Actions({ orgId }: { orgId: string }) {
	const { t } = useTexts();
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<Button icon="calendar" onClick={() => setIsOpen(true)}>
				{t.meetings.schedule}
			</Button>
			<MeetNow orgId={orgId} workspaceId={undefined} />
			{isOpen && <ScheduleDialog orgId={orgId} workspaceId={undefined} onClose={() => setIsOpen(false)} />}
		</>
	);
}

function Meetings() {
	const own = useOwnTexts(texts);
	const live = useQuery({
		...read("/meetings", { query: { state: "live", limit: SHOWN } }),
		refetchInterval: () => pace(LIVE_EVERY_MS),
	});
	return (
		<>
			{live.data !== undefined && live.data.length > 0 && (
				<Section title={own.live}>
					<List items={live.data} />
				</Section>
			)}
			<NextAndRecent key={(live.data ?? []).map(({ id }) => id).join()} />
		</>
	);
}

/** What comes and what was, as of the moment at which something has begun or ended. */
function NextAndRecent() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	// One moment for all: another one with each render would be another question.
	const [now] = useState(() => new Date().toISOString());
	const planned = useQuery(read("/meetings", { query: { state: "scheduled", from: now, limit: PLANNED } }));
	const past = useQuery(read("/meetings", { query: { to: now, limit: 4 * SHOWN } }));
	const next = planned.data?.toReversed().slice(0, SHOWN);
	const recent = past.data?.filter(({ state }) => state !== "live" && state !== "scheduled").slice(0, SHOWN);
	const all = (
		<Link className="link" to="/o/$orgId/meetings" params={{ orgId }}>
			{own.allMeetings}
		</Link>
	);
	// To people who have nothing yet and cannot change that, it says whence meetings come.
	const isNothing = recent?.length === 0 && !may("meeting:write");
	const noneNext = isNothing ? `${own.noneNext} ${t.meetings.emptyToYou}` : own.noneNext;
	return (
		<>
			<Section title={own.next}>
				<Answered query={planned}>{next?.length ? <List items={next} /> : <p>{noneNext}</p>}</Answered>
			</Section>
			<Section title={own.recent} actions={all}>
				<Answered query={past}>{recent?.length ? <List items={recent} /> : <p>{own.noneRecent}</p>}</Answered>
			</Section>
		</>
	);
}

function Unread() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const unread = useQuery(read("/notifications", { query: { unread: true, limit: SHOWN } }));
	return (
		<Section
			title={own.unread}
			actions={
				<Link className="link" to="/me/notifications">
					{own.allNotifications}
				</Link>
			}
		>
			<Answered query={unread}>
				{unread.data?.length ? (
					<ul className="lines">
						{unread.data.map(({ id, text, meeting, createdAt }) => (
							<li key={id} className="line">
								<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId: meeting.id }}>
									{text}
								</Link>
								<time dateTime={createdAt}>{format.ago(createdAt)}</time>
							</li>
						))}
					</ul>
				) : (
					<p>{own.noneUnread}</p>
				)}
			</Answered>
		</Section>
	);
}

/** What a question has brought, once it has; how it failed otherwise. */
function Answered({
	query,
	children,
}: {
	query: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown };
	children: ReactNode;
}) {
	if (query.error && query.data === undefined) return <Failure error={query.error} onRetry={query.refetch} />;
	return query.data === undefined ? <Loading /> : children;
}

function List({ items }: { items: readonly MeetingItem[] }) {
	const { t, format } = useTexts();
	const { orgId } = route.useParams();
	return (
		<ul className="lines">
			{items.map(({ id, title, startedAt, scheduledStart, createdAt, ...each }) => {
				const durationMs = lengthMsOf(each);
				const at = startedAt ?? scheduledStart ?? createdAt;
				return (
					<li key={id} className="line">
						<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId: id }}>
							{title}
						</Link>
						<span>
							<time dateTime={at}>{format.dateTime(at)}</time>
							{durationMs !== null && ` · ${clockOf(durationMs)}`}
						</span>
						{each.state === "live" && each.conference.provider === "parley" && (
							<a className="button" href={new URL(`meet/${id}`, API_BASE).href}>
								{t.meetings.join}
							</a>
						)}
					</li>
				);
			})}
		</ul>
	);
}
