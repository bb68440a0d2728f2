import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Filters, SearchBox, withWord } from "../../ui/filters.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { WorkspaceFields, workspaceIn } from "./fields.tsx";

type Workspace = Item<"/orgs/{orgId}/workspaces">;

const route = getRouteApi("/inside/o/$orgId/workspaces");

/** The classes, teams and projects that meetings belong to. */
export function Workspaces() {
	const { t } = useTexts();
	const { orgId } = route.useParams();
	const { q } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const [isCreating, setIsCreating] = useState(false);
	const pages = useInfiniteQuery(
		readPages("/orgs/{orgId}/workspaces", { path: { orgId }, query: { ...(q && { q }) } }),
	);

	const columns: readonly Column<Workspace>[] = [
		{
			name: "name",
			title: t.workspaces.name,
			cell: ({ id, name }) => (
				<Link to="/o/$orgId/workspaces/$workspaceId" params={{ orgId, workspaceId: id }}>
					<strong>{name}</strong>
				</Link>
			),
		},
		{ name: "kind", title: t.workspaces.kind, cell: ({ kind }) => t.workspaceKinds[kind] },
		{ name: "people", title: t.workspaces.people, wide: true, numeric: true, cell: ({ memberCount }) => memberCount },
	];
	const create = may("workspace:write") && (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.workspaces.create}
		</Button>
	);
	return (
		<Page title={t.workspaces.title} lead={t.workspaces.lead} actions={create}>
			<Filters>
				<SearchBox
					label={t.workspaces.search}
					value={q}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "q", value), replace: true })}
				/>
			</Filters>
			<Table
				label={t.workspaces.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					q === undefined ? (
						<Empty icon="folder" title={t.workspaces.empty} action={create}>
							{may("workspace:write") ? t.workspaces.emptyHint : t.workspaces.emptyToYou}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{isCreating && <CreateDialog orgId={orgId} onClose={() => setIsCreating(false)} />}
		</Page>
	);
}

function CreateDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const { t } = useTexts();
	async function create(values: Values): Promise<void> {
		const body = workspaceIn(values);
		await unwrap(api.POST("/orgs/{orgId}/workspaces", { params: { path: { orgId } }, body }));
		await outdate("/orgs/{orgId}/workspaces");
		toast(t.workspaces.made(body.name));
		onClose();
	}
	return (
		<Dialog title={t.workspaces.create} onClose={onClose}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<WorkspaceFields />
						<FormActions busy={busy} submit={t.workspaces.create} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
