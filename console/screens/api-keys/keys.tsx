import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { MakerBadge } from "../../app/maker.tsx";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ChangeDialog, CreateDialog } from "./key-dialogs.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { accessOf, RESOURCES, scopesOf } from "./scopes.ts";
import { texts } from "./texts.ts";

type Key = Item<"/orgs/{orgId}/api-keys">;

const route = getRouteApi("/inside/o/$orgId/settings/keys");

/** Keys with which programs act for the organization. */
export function ApiKeys() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { maker } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const path = { orgId };
	const pages = useInfiniteQuery(
		readPages("/orgs/{orgId}/api-keys", {
			path,
			query: { ...(maker && { makerState: maker as Key["makerState"] }) },
		}),
	);
	const [open, setOpen] = useState<
		"create" | { edit: Key } | { rotate: Key } | { revoke: Key } | { secret: string; name: string } | null
	>(null);
	const { problem, run } = useAction();
	const close = () => setOpen(null);

	async function adopt({ id: keyId, name }: Key): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/api-keys/{keyId}/adopt", { params: { path: { orgId, keyId } } }));
		await outdate("/orgs/{orgId}/api-keys");
		toast(t.makers.adopted(name));
	}

	const columns: readonly Column<Key>[] = [
		{
			name: "name",
			title: own.name,
			cell: ({ name, hint, makerState }) => (
				<span className="identity">
					<span>
						<strong>
							{name}
							<MakerBadge state={makerState} />
						</strong>
						<small>{own.endsWith(hint)}</small>
					</span>
				</span>
			),
		},
		{ name: "scopes", title: own.scopes, wide: true, cell: (key) => <Scopes of={key} /> },
		{
			name: "used",
			title: own.lastUsed,
			wide: true,
			cell: ({ lastUsedAt }) =>
				lastUsedAt === null ? (
					own.never
				) : (
					<time dateTime={lastUsedAt} title={format.dateTime(lastUsedAt)}>
						{format.ago(lastUsedAt)}
					</time>
				),
		},
		{ name: "expires", title: own.expires, cell: (key) => <Expiry of={key} /> },
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (key) => (
				<Menu label={t.common.actions(key.name)} button={<Icon name="more" />}>
					{key.makerState !== "active" && (
						<MenuItem icon="user" onSelect={() => void run(() => adopt(key))}>
							{t.makers.adopt}
						</MenuItem>
					)}
					<MenuItem icon="pencil" onSelect={() => setOpen({ edit: key })}>
						{own.edit}
					</MenuItem>
					<MenuItem icon="key" onSelect={() => setOpen({ rotate: key })}>
						{own.rotate}
					</MenuItem>
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ revoke: key })}>
						{own.revoke}
					</MenuItem>
				</Menu>
			),
		},
	];
	const create = may("apikey:admin") && (
		<Button kind="primary" icon="plus" onClick={() => setOpen("create")}>
			{own.create}
		</Button>
	);
	const isEmpty = maker === undefined && pages.data?.pages[0]?.data.length === 0;
	return (
		<Page title={t.shell.apiKeys} lead={own.lead} actions={!isEmpty && create}>
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
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<Table
				label={t.shell.apiKeys}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					isEmpty ? (
						<Empty icon="key" title={own.empty} action={create}>
							{own.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{open === "create" && (
				<CreateDialog orgId={orgId} onCreated={(name, secret) => setOpen({ name, secret })} onClose={close} />
			)}
			{open !== null && open !== "create" && "edit" in open && (
				<ChangeDialog orgId={orgId} keyId={open.edit.id} name={open.edit.name} onClose={close} />
			)}
			{open !== null && open !== "create" && "rotate" in open && (
				<RotateDialog
					orgId={orgId}
					keyId={open.rotate.id}
					name={open.rotate.name}
					onRotated={(secret) => setOpen({ name: open.rotate.name, secret })}
					onClose={close}
				/>
			)}
			{open !== null && open !== "create" && "secret" in open && (
				<SecretDialog title={open.name} lead={own.secretLead} label={own.secret} secret={open.secret} onClose={close} />
			)}
			{open !== null && open !== "create" && "revoke" in open && (
				<ConfirmDialog
					title={own.revokeTitle(open.revoke.name)}
					text={own.revokeText}
					action={own.revoke}
					onConfirm={async () => {
						const params = { path: { orgId, keyId: open.revoke.id } };
						await unwrap(api.DELETE("/orgs/{orgId}/api-keys/{keyId}", { params }));
						await outdate("/orgs/{orgId}/api-keys");
						toast(own.revoked(open.revoke.name));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}

/** What a key may do, in words. */
function Scopes({ of: { scopes } }: { of: Key }) {
	const own = useOwnTexts(texts);
	const parts = RESOURCES.flatMap((resource) => {
		const found = scopesOf(resource, (scope) => scopes.includes(scope));
		const access = found.map((scope) => own.access[accessOf(scope)].toLowerCase()).join(", ");
		return found.length === 0 ? [] : [`${own.resources[resource]}: ${access}`];
	});
	return <small>{parts.join(" · ")}</small>;
}

/** When a key ends, and when the one that it has replaced does. */
function Expiry({ of: { expiresAt, previousExpiresAt } }: { of: Key }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
	const isReplacing = previousExpiresAt !== null && Date.parse(previousExpiresAt) > Date.now();
	return (
		<span className="identity">
			<span>
				{expiresAt === null ? (
					own.neverExpires
				) : isOver ? (
					<Badge tone="danger">{own.expired}</Badge>
				) : (
					<time dateTime={expiresAt}>{format.date(expiresAt)}</time>
				)}
				{isReplacing && <small>{own.previousUntil(format.dateTime(previousExpiresAt))}</small>}
			</span>
		</span>
	);
}
