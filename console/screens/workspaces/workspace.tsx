import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, type Item, outdate, read, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { toneOf } from "../meetings/tone.ts";
import { WorkspaceFields, workspaceIn } from "./fields.tsx";
import { fieldsTexts } from "./fields-texts.ts";
import { People } from "./people.tsx";
import { texts } from "./texts.ts";

type WorkspaceData = Answer<"/workspaces/{workspaceId}">;
type MeetingItem = Item<"/meetings">;

const route = getRouteApi("/inside/o/$orgId/workspaces/$workspaceId");

const outdateWorkspace = () => outdate("/workspaces/{workspaceId}", "/orgs/{orgId}/workspaces");

/** A class, a team, a project: who belongs to it, and its meetings. */
export function Workspace() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const ofFields = useOwnTexts(fieldsTexts);
	const { orgId, workspaceId } = route.useParams();
	const { data, error, refetch } = useQuery(read("/workspaces/{workspaceId}", { path: { workspaceId } }));
	const may = useMay();
	const [open, setOpen] = useState<"change" | "archive" | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const close = () => setOpen(null);
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	if (data === undefined) return <Loading />;
	const isArchived = data.archivedAt !== null;
	const canWrite = may("workspace:write");

	/** Changes what is shown; what another person has changed is shown first. */
	async function change(patch: ReturnType<typeof workspaceIn> | { archived: boolean }, done: string): Promise<void> {
		const params = { path: { workspaceId }, header: { "If-Match": `"${data?.version}"` } };
		try {
			await unwrap(api.PATCH("/workspaces/{workspaceId}", { params, body: patch }));
			setProblem(null);
			toast(done);
		} catch (error) {
			if (!(error instanceof ProblemError) || error.status !== 412) throw error;
			setProblem(own.outdated);
		}
		await outdateWorkspace();
	}
	const restore = () => change({ archived: false }, own.restored).catch((error: Error) => setProblem(error.message));
	const actions =
		canWrite &&
		(isArchived ? (
			<Button kind="primary" onClick={() => void restore()}>
				{own.restore}
			</Button>
		) : (
			<>
				<Button icon="pencil" onClick={() => setOpen("change")}>
					{ofFields.change}
				</Button>
				<Button icon="archive" onClick={() => setOpen("archive")}>
					{own.archive}
				</Button>
			</>
		));
	return (
		<Page title={data.name} lead={<Lead workspace={data} />} actions={actions}>
			<p className="back">
				<Link to="/o/$orgId/workspaces" params={{ orgId }}>
					{own.all}
				</Link>
			</p>
			{problem !== null && <Notice kind="danger">{problem}</Notice>}
			{isArchived && <Notice kind="info">{own.archivedNotice}</Notice>}
			<People orgId={orgId} workspaceId={workspaceId} canChange={canWrite && !isArchived} />
			{may("meeting:read") && <Meetings orgId={orgId} workspaceId={workspaceId} />}
			{open === "change" && (
				<Dialog title={ofFields.settingsTitle} onClose={close}>
					<Form
						onSubmit={async (values) => {
							await change(workspaceIn(values), ofFields.changed);
							close();
						}}
					>
						{(busy) => (
							<>
								<WorkspaceFields before={data} />
								<FormActions busy={busy} submit={t.common.save} onCancel={close} />
							</>
						)}
					</Form>
				</Dialog>
			)}
			{open === "archive" && (
				<ConfirmDialog
					title={own.archiveTitle(data.name)}
					text={own.archiveText}
					action={own.archive}
					onClose={close}
					onConfirm={() => change({ archived: true }, own.archived)}
				/>
			)}
		</Page>
	);
}

function Lead({ workspace: { kind, description, archivedAt } }: { workspace: WorkspaceData }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<>
			<Badge>{t.workspaceKinds[kind]}</Badge> {archivedAt !== null && <Badge tone="warning">{own.archivedBadge}</Badge>}{" "}
			{description}
		</>
	);
}

function Meetings({ orgId, workspaceId }: { orgId: string; workspaceId: string }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const pages = useInfiniteQuery(readPages("/meetings", { query: { workspaceId, limit: 20 } }));
	const columns: readonly Column<MeetingItem>[] = [
		{
			name: "name",
			title: t.meetings.name,
			cell: ({ id, title }) => (
				<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId: id }}>
					{title}
				</Link>
			),
		},
		{
			name: "state",
			title: t.meetings.state,
			cell: ({ state }) => <Badge tone={toneOf(state)}>{t.meetingStates[state]}</Badge>,
		},
		{
			name: "when",
			title: t.meetings.when,
			wide: true,
			cell: ({ startedAt, scheduledStart, createdAt }) => {
				const at = startedAt ?? scheduledStart ?? createdAt;
				return <time dateTime={at}>{format.dateTime(at)}</time>;
			},
		},
	];
	return (
		<Section
			title={own.meetings}
			actions={
				<Link className="link" to="/o/$orgId/meetings" params={{ orgId }} search={{ workspaceId }}>
					{own.toMeetings}
				</Link>
			}
		>
			<Table
				label={own.meetings}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="video" title={own.noMeetings}>
						{own.noMeetingsHint}
					</Empty>
				}
			/>
		</Section>
	);
}
