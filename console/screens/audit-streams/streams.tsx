import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { StreamDialog } from "./stream-dialog.tsx";
import { texts } from "./texts.ts";

export type Stream = Item<"/orgs/{orgId}/audit-streams">;

const route = getRouteApi("/inside/o/$orgId/audit/streams");

const TONES = { enabled: "good", failing: "danger", disabled: "neutral" } as const;

/** Where entries are sent as they are recorded. */
export function Streams() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const [open, setOpen] = useState<"create" | { edit: Stream } | { remove: Stream } | { secret: string } | null>(null);
	const [tested, setTested] = useState<string | null>(null);
	const { problem, run } = useAction();
	const pages = useInfiniteQuery(readPages("/orgs/{orgId}/audit-streams", { path: { orgId } }));
	const close = () => setOpen(null);
	const paramsOf = ({ id }: Stream) => ({ path: { orgId, streamId: id } });
	const reload = () => outdate("/orgs/{orgId}/audit-streams");

	async function test(stream: Stream): Promise<void> {
		setTested(null);
		const params = paramsOf(stream);
		const { ok, failure } = (await unwrap(api.POST("/orgs/{orgId}/audit-streams/{streamId}/test", { params }))).data;
		if (ok) toast(own.accepted(stream.name));
		else setTested(own.refused(stream.name, failure ?? ""));
	}
	async function adopt(stream: Stream): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/audit-streams/{streamId}/adopt", { params: paramsOf(stream) }));
		await reload();
		toast(own.adopted(stream.name));
	}
	async function enable(stream: Stream, enabled: boolean): Promise<void> {
		const params = paramsOf(stream);
		await unwrap(api.PATCH("/orgs/{orgId}/audit-streams/{streamId}", { params, body: { enabled } }));
		await reload();
	}

	const columns: readonly Column<Stream>[] = [
		{
			name: "name",
			title: own.stream,
			cell: ({ name, url, host, port }) => (
				<span className="identity">
					<span>
						<strong>{name}</strong>
						<small>{url ?? `${host}:${port}`}</small>
					</span>
				</span>
			),
		},
		{
			name: "state",
			title: own.state,
			cell: ({ state, makerState, failure }) => (
				<span className="badges" title={failure ?? undefined}>
					<Badge tone={TONES[state]}>{own.states[state]}</Badge>
					{makerState !== "active" && <Badge tone="warning">{own.orphaned}</Badge>}
				</span>
			),
		},
		{
			name: "delivered",
			title: own.delivered,
			wide: true,
			cell: ({ deliveredAt }) =>
				deliveredAt ? <time dateTime={deliveredAt}>{format.dateTime(deliveredAt)}</time> : "–",
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (stream) => (
				<Menu label={t.common.actions(stream.name)} button={<Icon name="more" />}>
					<MenuItem icon="pulse" onSelect={() => void run(() => test(stream))}>
						{own.test}
					</MenuItem>
					{stream.makerState === "active" ? (
						<MenuItem icon="pencil" onSelect={() => setOpen({ edit: stream })}>
							{own.edit}
						</MenuItem>
					) : (
						<MenuItem icon="check" onSelect={() => void run(() => adopt(stream))}>
							{own.adopt}
						</MenuItem>
					)}
					{stream.state !== "disabled" ? (
						<MenuItem icon="pause" onSelect={() => void run(() => enable(stream, false))}>
							{own.disable}
						</MenuItem>
					) : (
						stream.makerState === "active" && (
							<MenuItem icon="play" onSelect={() => void run(() => enable(stream, true))}>
								{own.enable}
							</MenuItem>
						)
					)}
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ remove: stream })}>
						{own.remove}
					</MenuItem>
				</Menu>
			),
		},
	];
	return (
		<Page
			title={own.title}
			lead={own.lead}
			actions={
				may("org:admin") && (
					<Button kind="primary" icon="plus" onClick={() => setOpen("create")}>
						{own.add}
					</Button>
				)
			}
		>
			<p className="back">
				<Link to="/o/$orgId/audit" params={{ orgId }}>
					{own.log}
				</Link>
			</p>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{tested !== null && <Notice kind="danger">{tested}</Notice>}
			<Table
				label={own.title}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="webhook" title={own.empty}>
						{own.emptyHint}
					</Empty>
				}
			/>
			{open === "create" && (
				<StreamDialog
					orgId={orgId}
					onClose={close}
					onSaved={(secret) => setOpen(secret === null ? null : { secret })}
				/>
			)}
			{open !== null && typeof open === "object" && "edit" in open && (
				<StreamDialog orgId={orgId} stream={open.edit} onClose={close} onSaved={close} />
			)}
			{open !== null && typeof open === "object" && "secret" in open && (
				<Dialog title={own.secret} lead={own.secretText} onClose={close}>
					<CopyText text={open.secret} label={own.secret} />
				</Dialog>
			)}
			{open !== null && typeof open === "object" && "remove" in open && (
				<ConfirmDialog
					title={own.removeTitle(open.remove.name)}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						await unwrap(api.DELETE("/orgs/{orgId}/audit-streams/{streamId}", { params: paramsOf(open.remove) }));
						await reload();
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}
