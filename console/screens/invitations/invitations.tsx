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
import { Filters, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

const INVITATIONS = "/orgs/{orgId}/invitations";
type Invitation = Item<typeof INVITATIONS>;

const route = getRouteApi("/inside/o/$orgId/invitations");

const TONES = {
	pending: "accent",
	accepted: "good",
	revoked: "neutral",
	expired: "warning",
	requested: "neutral",
} as const;

/** The invitations of an organization. */
export function Invitations() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { state } = route.useSearch();
	const navigate = route.useNavigate();
	const may = useMay();
	const [open, setOpen] = useState<{ show: Invitation; again: boolean } | { revoke: Invitation } | null>(null);
	const close = () => setOpen(null);
	const pages = useInfiniteQuery(
		readPages(INVITATIONS, { path: { orgId }, query: { ...(state && { state: state as Invitation["state"] }) } }),
	);
	const columns: readonly Column<Invitation>[] = [
		{
			name: "name",
			title: own.address,
			cell: ({ email, role }) => (
				<span className="identity">
					<span>
						<strong>{email}</strong>
						<small>{t.roles[role]}</small>
					</span>
				</span>
			),
		},
		{
			name: "state",
			title: own.state,
			cell: (each) => (
				<>
					<Badge tone={TONES[each.state]}>{own.states[each.state]}</Badge>{" "}
					{each.state === "pending" && each.delivery === "failed" && <Badge tone="danger">{own.failed}</Badge>}
				</>
			),
		},
		{
			name: "expires",
			title: own.expires,
			wide: true,
			cell: ({ expiresAt }) => <time dateTime={expiresAt}>{format.dateTime(expiresAt)}</time>,
		},
	];
	const actions: Column<Invitation> = {
		name: "actions",
		title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
		// Each that is still open, also one that has expired.
		cell: (each) =>
			each.state !== "accepted" &&
			each.state !== "revoked" && (
				<Menu label={t.common.actions(each.email)} button={<Icon name="more" />}>
					<MenuItem icon="mail" onSelect={() => setOpen({ show: each, again: true })}>
						{own.resend}
					</MenuItem>
					<MenuItem icon="copy" onSelect={() => setOpen({ show: each, again: false })}>
						{own.link}
					</MenuItem>
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ revoke: each })}>
						{own.revoke}
					</MenuItem>
				</Menu>
			),
	};
	const toMembers = (
		<Link className="button" to="/o/$orgId/members" params={{ orgId }}>
			{own.toMembers}
		</Link>
	);
	return (
		<Page title={t.shell.invitations} lead={own.lead} actions={toMembers}>
			<Filters>
				<SelectFilter
					label={own.state}
					value={state}
					any={own.anyState}
					options={Object.entries(own.states)}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "state", value) })}
				/>
			</Filters>
			<Table
				label={t.shell.invitations}
				columns={may("member:write") ? [...columns, actions] : columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					state === undefined ? (
						<Empty icon="mail" title={own.empty} action={toMembers}>
							{own.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{open !== null && "show" in open && (
				<RenewDialog orgId={orgId} invitation={open.show} again={open.again} onClose={close} />
			)}
			{open !== null && "revoke" in open && (
				<ConfirmDialog
					title={own.revokeTitle(open.revoke.email)}
					text={own.revokeText}
					action={own.revoke}
					onClose={close}
					onConfirm={async () => {
						const params = { path: { orgId, invitationId: open.revoke.id } };
						await unwrap(api.DELETE("/orgs/{orgId}/invitations/{invitationId}", { params }));
						await outdate(INVITATIONS);
						toast(own.revoked(open.revoke.email));
					}}
				/>
			)}
		</Page>
	);
}

/** Sends an invitation again, or makes a link to pass on; where no mail is sent, the first makes one as well. */
function RenewDialog({
	orgId,
	invitation: { id, email },
	again,
	onClose,
}: {
	orgId: string;
	invitation: Invitation;
	again: boolean;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const [link, setLink] = useState<string | null>(null);
	const title = again ? own.resend : own.link;

	async function renew(): Promise<void> {
		const params = { path: { orgId, invitationId: id } };
		const { data } = await unwrap(
			again
				? api.POST("/orgs/{orgId}/invitations/{invitationId}/resend", { params })
				: api.POST("/orgs/{orgId}/invitations/{invitationId}/link", { params }),
		);
		await outdate(INVITATIONS);
		toast(own.resent(email));
		if (data.acceptUrl === undefined) onClose();
		else setLink(data.acceptUrl);
	}
	return (
		<Dialog
			title={`${title}: ${email}`}
			lead={link !== null ? own.linkLead : again ? own.resendText : own.linkText}
			onClose={onClose}
		>
			{link === null ? (
				<Form onSubmit={renew}>{(busy) => <FormActions busy={busy} submit={title} onCancel={onClose} />}</Form>
			) : (
				<>
					<CopyText text={link} />
					<footer className="form-actions">
						<Button kind="primary" onClick={onClose}>
							{t.common.done}
						</Button>
					</footer>
				</>
			)}
		</Dialog>
	);
}
