import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { unwrap } from "#client";
import { followOrganization } from "../api/changes.ts";
import { api } from "../api/client.ts";
import { pace } from "../api/pace.ts";
import { outdate, read } from "../api/queries.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toasts.tsx";
import { useTexts } from "./texts.tsx";

/** How often it is looked for news that are not announced, in ms; not while the tab is hidden. */
const LOOK_EVERY_MS = 30_000;
/** The number from which it is not counted any further. */
const MANY = 100;
/** As many as are told of one by one. */
const TOLD = 3;

const unreadIn = (orgId: string) =>
	queryOptions({
		queryKey: ["/notifications", "news", orgId] as const,
		refetchInterval: () => pace(LOOK_EVERY_MS),
		queryFn: async ({ signal }) => {
			const query = { unread: true, limit: 20 } as const;
			const { data, meta } = await unwrap(api.GET("/notifications", { params: { query }, signal }));
			return { latest: data, unread: meta.unread };
		},
	});

function useUnread() {
	const orgId = useQuery(read("/auth/profile", {})).data?.activeOrgId ?? null;
	return { orgId, ...useQuery({ ...unreadIn(orgId ?? ""), enabled: orgId !== null }).data };
}

/** Follows what changes in the organization that the person is in. */
export function useChanges(): void {
	const { id, activeOrgId } = useQuery(read("/auth/profile", {})).data ?? {};
	useEffect(() => (id && activeOrgId ? followOrganization(id, activeOrgId) : undefined), [id, activeOrgId]);
}

async function markRead(ids: string[]): Promise<void> {
	await unwrap(api.POST("/notifications/read", { body: { ids } }));
	await outdate("/notifications");
}

/** Tells of notifications that arrive, and has what they are about read again. A meeting that is open has them read. */
export function useNews(): void {
	const { orgId, latest } = useUnread();
	const { meetingId } = useParams({ strict: false });
	useEffect(() => {
		const ids = latest?.flatMap(({ id, meeting }) => (meeting.id === meetingId ? [id] : [])) ?? [];
		// What fails is tried again with the next that arrives.
		if (ids.length > 0) void markRead(ids).catch(() => undefined);
	}, [latest, meetingId]);
	const seen = useRef<{ readonly orgId: string; readonly at: string } | null>(null);
	useEffect(() => {
		if (orgId === null || latest === undefined) return;
		const before = seen.current?.orgId === orgId ? seen.current.at : null;
		seen.current = { orgId, at: latest[0]?.createdAt ?? before ?? "" };
		if (before === null) return;
		const news = latest.filter(({ createdAt }) => createdAt > before);
		if (news.length === 0) return;
		for (const { text } of news.slice(0, TOLD)) toast(text);
		void outdate(
			"/notifications",
			"/meetings",
			"/meetings/{meetingId}",
			"/meetings/{meetingId}/transcripts",
			"/meetings/{meetingId}/summary",
			"/transcripts/{transcriptId}/translations",
		);
	}, [orgId, latest]);
}

/** The way to the notifications, with the number of those that are not read. */
export function Bell() {
	const { t, format } = useTexts();
	const { orgId, unread = 0 } = useUnread();
	if (orgId === null) return null;
	const shown = unread >= MANY ? `${format.number(MANY - 1)}+` : format.number(unread);
	const label = unread === 0 ? t.shell.notifications : `${t.shell.notifications}: ${t.shell.unread(shown)}`;
	return (
		<Link className="icon-button bell" to="/me/notifications" aria-label={label} title={label}>
			<Icon name="bell" />
			{unread > 0 && <span aria-hidden="true">{shown}</span>}
		</Link>
	);
}
