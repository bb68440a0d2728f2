import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { PreferencesDialog } from "./preferences.tsx";
import { texts } from "./texts.ts";

type Notification = Item<"/notifications">;

const route = getRouteApi("/inside/me/notifications");

/** What happened in the organization and concerns the person. */
export function Notifications() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data: profile } = useQuery(read("/auth/profile", {}));
	const orgId = profile?.activeOrgId ?? null;
	if (orgId === null)
		return (
			<Page title={t.shell.notifications}>
				<Empty icon="bell" title={own.noOrganization}>
					{own.noOrganizationHint}
				</Empty>
			</Page>
		);
	const name = profile?.memberships.find((each) => each.orgId === orgId)?.name ?? t.shell.organization;
	// Of another organization, of which the token is now, nothing may be left.
	return <NotificationList key={orgId} orgId={orgId} organization={name} />;
}

function NotificationList({ orgId, organization }: { orgId: string; organization: string }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const isUnreadOnly = route.useSearch().show === "unread";
	const navigate = route.useNavigate();
	const [isChoosing, setIsChoosing] = useState(false);
	const pages = useInfiniteQuery(readPages("/notifications", { query: isUnreadOnly ? { unread: true } : {} }));
	const hasUnread = pages.data?.pages.some(({ data }) => data.some(({ readAt }) => readAt === null)) === true;

	const [problem, setProblem] = useState<string | null>(null);

	async function mark(body: { all: true } | { ids: string[] }): Promise<void> {
		try {
			await unwrap(api.POST("/notifications/read", { body }));
			setProblem(null);
			if ("all" in body) toast(own.marked);
			await outdate("/notifications");
		} catch (error) {
			setProblem(error instanceof ProblemError ? error.message : t.problem.offline);
		}
	}
	const columns: readonly Column<Notification>[] = [
		{
			name: "name",
			title: own.what,
			cell: ({ id, text, meeting, target, createdAt, readAt }) => (
				<span className="identity">
					<span>
						<Link
							to="/o/$orgId/meetings/$meetingId"
							params={{ orgId, meetingId: meeting.id }}
							search={target.type === "transcript" ? { transcript: target.id } : {}}
							onClick={() => {
								// The way to the meeting does not wait for it.
								if (readAt === null) void mark({ ids: [id] });
							}}
						>
							<strong>
								{text}
								{readAt === null && <Badge tone="accent">{own.isNew}</Badge>}
							</strong>
						</Link>
						<small className="narrow-only">
							<When at={createdAt} />
						</small>
					</span>
				</span>
			),
		},
		{
			name: "when",
			title: own.when,
			wide: true,
			cell: ({ createdAt }) => <When at={createdAt} />,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: ({ id, text, readAt }) =>
				readAt === null && (
					<IconButton icon="check" label={own.markRead(text)} onClick={() => void mark({ ids: [id] })} />
				),
		},
	];
	return (
		<Page
			title={t.shell.notifications}
			lead={own.lead(organization)}
			actions={
				<>
					<Button icon="settings" onClick={() => setIsChoosing(true)}>
						{own.preferences}
					</Button>
					{hasUnread && (
						<Button icon="check" onClick={() => void mark({ all: true })}>
							{own.markAll}
						</Button>
					)}
				</>
			}
		>
			{problem !== null && <Notice kind="danger">{problem}</Notice>}
			<Filters>
				<SelectFilter
					label={own.show}
					value={isUnreadOnly ? "unread" : undefined}
					any={own.all}
					options={[["unread", own.unread]]}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "show", value) })}
				/>
			</Filters>
			<Table
				label={t.shell.notifications}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="bell" title={isUnreadOnly ? own.noneUnread : own.empty}>
						{own.emptyHint}
					</Empty>
				}
			/>
			{isChoosing && <PreferencesDialog onClose={() => setIsChoosing(false)} />}
		</Page>
	);
}

function When({ at }: { at: string }) {
	const { format } = useTexts();
	return (
		<time dateTime={at} title={format.dateTime(at)}>
			{format.ago(at)}
		</time>
	);
}
