import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { MakerBadge } from "../../app/maker.tsx";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { definitionOf, nameOf, TONES } from "./definition.ts";
import { Fields } from "./fields.tsx";
import { texts } from "./texts.ts";

type Webhook = Item<"/orgs/{orgId}/webhooks">;

const route = getRouteApi("/inside/o/$orgId/settings/webhooks");

/** Where events of the organization are sent. */
export function Webhooks() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const { maker } = route.useSearch();
	const navigate = route.useNavigate();
	const path = { orgId };
	const pages = useInfiniteQuery(
		readPages("/orgs/{orgId}/webhooks", {
			path,
			query: { ...(maker && { makerState: maker as Webhook["makerState"] }) },
		}),
	);
	const [isCreating, setIsCreating] = useState(false);
	const [made, setMade] = useState<{ webhook: Webhook; secret: string } | null>(null);

	async function create(values: Values): Promise<void> {
		const { data } = await unwrap(api.POST("/orgs/{orgId}/webhooks", { params: { path }, body: definitionOf(values) }));
		setIsCreating(false);
		setMade({ webhook: data, secret: data.secret });
		await outdate("/orgs/{orgId}/webhooks");
	}

	const columns: readonly Column<Webhook>[] = [
		{
			name: "name",
			title: own.webhook,
			cell: (webhook) => (
				<Link
					className="identity"
					to="/o/$orgId/settings/webhooks/$webhookId"
					params={{ orgId, webhookId: webhook.id }}
				>
					<span>
						<strong>
							{nameOf(webhook)}
							<MakerBadge state={webhook.makerState} />
						</strong>
						{webhook.description !== null && <small>{webhook.url}</small>}
					</span>
				</Link>
			),
		},
		{
			name: "types",
			title: own.types,
			wide: true,
			cell: ({ eventTypes }) => <small>{eventTypes === null ? own.allTypes : eventTypes.slice(0, 3).join(", ")}</small>,
		},
		{
			name: "state",
			title: own.state,
			cell: ({ state }) => <Badge tone={TONES[state]}>{own.states[state]}</Badge>,
		},
		{
			name: "created",
			title: own.created,
			wide: true,
			cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
		},
	];
	const add = may("org:admin") && (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{own.create}
		</Button>
	);
	const isEmpty = maker === undefined && pages.data?.pages[0]?.data.length === 0;
	return (
		<Page title={t.shell.webhooks} lead={own.lead} actions={!isEmpty && add}>
			{!isEmpty && (
				<Filters>
					<SelectFilter
						label={t.makers.title}
						value={maker}
						any={t.makers.any}
						options={Object.entries(t.makers.states)}
						onChange={(value) => void navigate({ search: (old) => withWord(old, "maker", value) })}
					/>
				</Filters>
			)}
			<Table
				label={t.shell.webhooks}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					isEmpty ? (
						<Empty icon="webhook" title={own.empty} action={add}>
							{own.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{isCreating && (
				<Dialog title={own.create} lead={own.createLead} width="wide" onClose={() => setIsCreating(false)}>
					<Form onSubmit={create}>
						{(busy) => (
							<>
								<Fields />
								<FormActions busy={busy} submit={own.create} onCancel={() => setIsCreating(false)} />
							</>
						)}
					</Form>
				</Dialog>
			)}
			{made && (
				<SecretDialog
					title={nameOf(made.webhook)}
					lead={own.secretLead}
					label={own.secret}
					secret={made.secret}
					onClose={() => {
						const params = { orgId, webhookId: made.webhook.id };
						setMade(null);
						void navigate({ to: "/o/$orgId/settings/webhooks/$webhookId", params });
					}}
				/>
			)}
		</Page>
	);
}
