import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Avatar, Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

const MEMBERS = "/workspaces/{workspaceId}/members";
type Member = Item<typeof MEMBERS>;

/** The count of the workspace changes with them. */
const outdatePeople = () => outdate(MEMBERS, "/workspaces/{workspaceId}", "/orgs/{orgId}/workspaces");

/** Who belongs to a workspace. */
export function People({ orgId, workspaceId, canChange }: { orgId: string; workspaceId: string; canChange: boolean }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const pages = useInfiniteQuery(readPages(MEMBERS, { path: { workspaceId } }));
	const [open, setOpen] = useState<"add" | { change: Member } | { remove: Member } | null>(null);
	const close = () => setOpen(null);
	const columns: readonly Column<Member>[] = [
		{
			name: "name",
			title: t.members.name,
			cell: ({ name }) => (
				<span className="identity">
					<Avatar name={name} />
					<strong>{name}</strong>
				</span>
			),
		},
		{ name: "role", title: own.role, cell: ({ role }) => <Badge>{own.roles[role]}</Badge> },
		{
			name: "joined",
			title: own.joined,
			wide: true,
			cell: ({ joinedAt }) => <time dateTime={joinedAt}>{format.date(joinedAt)}</time>,
		},
	];
	const actions: Column<Member> = {
		name: "actions",
		title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
		cell: (member) => (
			<Menu label={t.common.actions(member.name)} button={<Icon name="more" />}>
				<MenuItem icon="pencil" onSelect={() => setOpen({ change: member })}>
					{own.changeRole}
				</MenuItem>
				<MenuItem icon="trash" kind="danger" onSelect={() => setOpen({ remove: member })}>
					{own.remove}
				</MenuItem>
			</Menu>
		),
	};
	// Whom to choose from is the list of the organization's members.
	const add = canChange && may("member:read") && (
		<Button icon="plus" onClick={() => setOpen("add")}>
			{own.add}
		</Button>
	);
	return (
		<Section title={own.members} actions={add}>
			<Table
				label={own.members}
				columns={canChange ? [...columns, actions] : columns}
				pages={pages}
				idOf={({ userId }) => userId}
				empty={
					<Empty icon="users" title={own.noMembers}>
						{own.noMembersHint}
					</Empty>
				}
			/>
			{open === "add" && <AddDialog orgId={orgId} workspaceId={workspaceId} onClose={close} />}
			{open !== null && open !== "add" && "change" in open && (
				<Dialog title={own.changeRole} lead={open.change.name} onClose={close}>
					<Form
						onSubmit={async ({ role }) => {
							const params = { path: { workspaceId, userId: open.change.userId } };
							await unwrap(
								api.PATCH("/workspaces/{workspaceId}/members/{userId}", {
									params,
									body: { role: role as Member["role"] },
								}),
							);
							await outdatePeople();
							toast(own.roleChanged(open.change.name));
							close();
						}}
					>
						{(busy) => (
							<>
								<SelectField
									label={own.role}
									name="role"
									options={Object.entries(own.roles)}
									defaultValue={open.change.role}
								/>
								<FormActions busy={busy} submit={own.changeRole} onCancel={close} />
							</>
						)}
					</Form>
				</Dialog>
			)}
			{open !== null && open !== "add" && "remove" in open && (
				<ConfirmDialog
					title={own.removeTitle(open.remove.name)}
					text={own.removeText}
					action={own.remove}
					onClose={close}
					onConfirm={async () => {
						const params = { path: { workspaceId, userId: open.remove.userId } };
						await unwrap(api.DELETE("/workspaces/{workspaceId}/members/{userId}", { params }));
						await outdatePeople();
						toast(own.removed(open.remove.name));
					}}
				/>
			)}
		</Section>
	);
}

function AddDialog({ orgId, workspaceId, onClose }: { orgId: string; workspaceId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const all = useQuery(read("/orgs/{orgId}/members", { path: { orgId }, query: { limit: 200 } }));
	const inside = useQuery(read(MEMBERS, { path: { workspaceId }, query: { limit: 200 } }));
	const error = all.error ?? inside.error;
	const taken = new Set(inside.data?.map(({ userId }) => userId));
	const free = all.data?.filter(({ userId }) => !taken.has(userId)) ?? [];

	async function add({ userId = "", role }: Readonly<Record<string, string>>): Promise<void> {
		const body = { userId, role: role as Member["role"] };
		await unwrap(api.POST(MEMBERS, { params: { path: { workspaceId } }, body }));
		await outdatePeople();
		toast(own.added(free.find((each) => each.userId === userId)?.name ?? ""));
		onClose();
	}
	if (error)
		return (
			<Dialog title={own.add} onClose={onClose}>
				<Failure error={error} onRetry={() => Promise.all([all.refetch(), inside.refetch()])} />
			</Dialog>
		);
	if (!all.data || !inside.data)
		return (
			<Dialog title={own.add} onClose={onClose}>
				<Loading />
			</Dialog>
		);
	return (
		<Dialog title={own.add} lead={own.addLead} onClose={onClose}>
			{free.length === 0 ? (
				<Notice kind="info">{own.everyoneIn}</Notice>
			) : (
				<Form onSubmit={add}>
					{(busy) => (
						<>
							<SelectField
								label={own.person}
								name="userId"
								options={free.map(({ userId, name, email }) => [userId, `${name} (${email})`] as const)}
							/>
							<SelectField label={own.role} name="role" options={Object.entries(own.roles)} defaultValue="member" />
							<FormActions busy={busy} submit={own.add} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}
