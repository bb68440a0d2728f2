import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Filters, SearchBox, SelectFilter, withWord } from "../../ui/filters.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoMatch } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useMemberColumns } from "./columns.tsx";
import { GuardianConsentDialog } from "./guardian-consent.tsx";
import { InviteDialog } from "./invite.tsx";
import { ResetPasswordDialog } from "./reset-password.tsx";
import { useGrantableRoles } from "./roles.ts";
import { texts } from "./texts.ts";

type Member = components["schemas"]["Member"];

const route = getRouteApi("/inside/o/$orgId/members");

/** Who belongs to the organization. */
export function Members() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const { q, role } = route.useSearch();
	const navigate = route.useNavigate();
	const [open, setOpen] = useState<
		"invite" | { change: Member } | { consent: Member } | { reset: Member } | { remove: Member } | null
	>(null);
	const profile = useQuery(read("/auth/profile", {})).data;
	const pages = useInfiniteQuery(
		readPages("/orgs/{orgId}/members", {
			path: { orgId },
			query: { ...(q && { q }), ...(role && { role: role as Member["role"] }) },
		}),
	);
	const may = useMay();
	const close = () => setOpen(null);
	const settings = useQuery({ ...read("/orgs/{orgId}/settings", { path: { orgId } }), enabled: may("member:write") });
	const grantable = useGrantableRoles(orgId);
	const hasStudents = settings.data?.educationMode === true;

	const columns = useMemberColumns(profile?.id);
	const actions: Column<Member> = {
		name: "actions",
		title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
		cell: (member) =>
			grantable.includes(member.role) && (
				<Menu label={t.common.actions(member.name)} button={<Icon name="more" />}>
					<MenuItem icon="pencil" onSelect={() => setOpen({ change: member })}>
						{t.members.changeRole}
					</MenuItem>
					{hasStudents && member.role === "student" && (
						<MenuItem icon="shield" onSelect={() => setOpen({ consent: member })}>
							{own.consent}
						</MenuItem>
					)}
					{member.userId !== profile?.id && (
						<MenuItem icon="key" onSelect={() => setOpen({ reset: member })}>
							{own.reset}
						</MenuItem>
					)}
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ remove: member })}>
						{t.members.remove}
					</MenuItem>
				</Menu>
			),
	};
	return (
		<Page
			title={t.members.title}
			lead={t.members.lead}
			actions={
				<>
					<Link className="button" to="/o/$orgId/invitations" params={{ orgId }}>
						{t.shell.invitations}
					</Link>
					{may("member:write") && (
						<Button kind="primary" icon="plus" onClick={() => setOpen("invite")}>
							{t.members.invite}
						</Button>
					)}
				</>
			}
		>
			<Filters>
				<SearchBox
					label={t.members.search}
					value={q}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "q", value), replace: true })}
				/>
				<SelectFilter
					label={t.members.role}
					value={role}
					any={t.members.anyRole}
					options={Object.entries(t.roles)}
					onChange={(value) => void navigate({ search: (old) => withWord(old, "role", value) })}
				/>
			</Filters>
			<Table
				label={t.members.title}
				columns={may("member:write") ? [...columns, actions] : columns}
				pages={pages}
				idOf={({ userId }) => userId}
				empty={
					q === undefined && role === undefined ? (
						<Empty icon="users" title={t.members.empty}>
							{t.members.emptyHint}
						</Empty>
					) : (
						<NoMatch />
					)
				}
			/>
			{open === "invite" && <InviteDialog orgId={orgId} onClose={close} />}
			{open !== null && open !== "invite" && "change" in open && (
				<Dialog title={t.members.changeRole} lead={open.change.name} onClose={close}>
					<Form
						onSubmit={async (values) => {
							const params = { path: { orgId, userId: open.change.userId } };
							await unwrap(
								api.PATCH("/orgs/{orgId}/members/{userId}", { params, body: { role: values.role as Member["role"] } }),
							);
							await outdate("/orgs/{orgId}/members");
							close();
							toast(t.members.roleChanged(open.change.name));
						}}
					>
						{(busy) => (
							<>
								<SelectField
									label={t.members.role}
									name="role"
									options={grantable.map((name) => [name, t.roles[name]] as const)}
									defaultValue={open.change.role}
								/>
								<FormActions busy={busy} submit={t.members.changeRole} onCancel={close} />
							</>
						)}
					</Form>
				</Dialog>
			)}
			{open !== null && open !== "invite" && "consent" in open && (
				<GuardianConsentDialog orgId={orgId} member={open.consent} onClose={close} />
			)}
			{open !== null && open !== "invite" && "reset" in open && (
				<ResetPasswordDialog member={open.reset} onClose={close} />
			)}
			{open !== null && open !== "invite" && "remove" in open && (
				<ConfirmDialog
					title={t.members.removeTitle(open.remove.name)}
					text={t.members.removeText}
					action={t.members.remove}
					onConfirm={async () => {
						const params = { path: { orgId, userId: open.remove.userId } };
						await unwrap(api.DELETE("/orgs/{orgId}/members/{userId}", { params }));
						await outdate("/orgs/{orgId}/members");
						toast(t.members.removed(open.remove.name));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}
