import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useTexts } from "../../app/texts.tsx";
import { Avatar, Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";

type Organization = Item<"/orgs">;

const route = getRouteApi("/inside/system/organizations");

/** All organizations, for system administrators. */
export function Organizations() {
	const { t, format } = useTexts();
	const { q, state } = route.useSearch();
	const navigate = route.useNavigate();
	const [isCreating, setIsCreating] = useState(false);
	const query = { ...(q && { q }), ...(state && { state: state as Organization["state"] }) };
	const pages = useInfiniteQuery(readPages("/orgs", { query }));
	const isFiltered = q !== undefined || state !== undefined;

	const columns: readonly Column<Organization>[] = [
		{
			name: "name",
			title: t.organizations.name,
			cell: ({ id, name }) => (
				<span className="identity">
					<Avatar name={name} shape="organization" />
					<Link to="/system/organizations/$organizationId" params={{ organizationId: id }}>
						<strong>{name}</strong>
					</Link>
				</span>
			),
		},
		{ name: "type", title: t.organizations.type, wide: true, cell: ({ orgType }) => t.orgTypes[orgType] },
		{
			name: "state",
			title: t.organizations.state,
			cell: (each) => <Badge tone={each.state === "active" ? "good" : "warning"}>{t.orgStates[each.state]}</Badge>,
		},
		{
			name: "created",
			title: t.organizations.created,
			wide: true,
			cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
		},
	];
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.organizations.create}
		</Button>
	);
	const firstSteps = (
		<Link className="button" to="/welcome">
			{t.organizations.firstSteps}
		</Link>
	);
	return (
		<Page title={t.organizations.title} lead={t.organizations.lead} actions={create}>
			<Filters>
				<SearchBox
					label={t.organizations.search}
					value={q}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "q", value), replace: true })}
				/>
				<SelectFilter
					label={t.organizations.state}
					value={state}
					any={t.organizations.anyState}
					options={Object.entries(t.orgStates)}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "state", value) })}
				/>
			</Filters>
			<Table
				label={t.organizations.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					isFiltered ? (
						<NoMatch />
					) : (
						<Empty icon="building" title={t.organizations.empty} action={firstSteps}>
							{t.organizations.emptyHint}
						</Empty>
					)
				}
			/>
			{isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
		</Page>
	);
}

function CreateDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTexts();
	async function create({ name = "", orgType, ownerEmail }: Readonly<Record<string, string>>): Promise<void> {
		const body = { name, orgType: orgType as Organization["orgType"], ...(ownerEmail && { ownerEmail }) };
		await unwrap(api.POST("/orgs", { body }));
		await outdate("/orgs");
		toast(t.organizations.made(name));
		onClose();
	}
	return (
		<Dialog title={t.organizations.create} onClose={onClose}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<TextField label={t.organizations.name} name="name" autoComplete="off" required />
						<SelectField label={t.organizations.type} name="orgType" options={Object.entries(t.orgTypes)} />
						<TextField
							label={t.organizations.ownerEmail}
							hint={t.organizations.ownerHint}
							name="ownerEmail"
							type="email"
							autoComplete="off"
						/>
						<FormActions busy={busy} submit={t.organizations.create} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
