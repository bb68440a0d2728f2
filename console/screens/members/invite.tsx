import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { takesFocus } from "../../ui/focus.ts";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { LocalLink } from "../../ui/local-link.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useWorkspaces } from "../workspaces/choice.tsx";
import { inviteTexts } from "./invite-texts.ts";
import { type Role, useGrantableRoles } from "./roles.ts";

/** Roles that see the meetings of their workspaces alone; others see all, or none. */
const IN_WORKSPACES: readonly Role[] = ["manager", "teacher", "member", "student", "guest"];
/** Those of them that hold meetings. */
const HOSTS: readonly Role[] = ["manager", "teacher"];

/** Invites an address, with a workspace at once where there is one for it. */
async function send(orgId: string, { email = "", role: chosen, workspaceId }: Values) {
	const role = chosen as Role;
	if (!workspaceId) {
		const params = { path: { orgId } };
		return (await unwrap(api.POST("/orgs/{orgId}/invitations", { params, body: { email, role } }))).data;
	}
	const params = { path: { workspaceId } };
	const body = { email, role: HOSTS.includes(role) ? ("host" as const) : ("member" as const), orgRole: role };
	const { data } = await unwrap(api.POST("/workspaces/{workspaceId}/members", { params, body }));
	if (!("invitation" in data)) throw new Error("an address is always invited");
	return data.invitation;
}

/** Invites somebody. Where no mail is sent, it shows the link to pass on, and the next follow with the same role and workspace. */
export function InviteDialog({
	orgId,
	usualRole = "member",
	onClose,
}: {
	orgId: string;
	/** The role that is chosen at first. */
	usualRole?: Role;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(inviteTexts);
	const roles = useGrantableRoles(orgId);
	const isMailed = useQuery(read("/configurations/sign-in", {})).data?.mail !== false;
	const workspaces = useWorkspaces(orgId).data ?? [];
	const [role, setRole] = useState(usualRole);
	const [workspaceId, setWorkspaceId] = useState<string | null>(null);
	const [made, setMade] = useState<{ readonly email: string; readonly link: string } | null>(null);

	async function invite(values: Values): Promise<void> {
		const { email = "" } = values;
		const { acceptUrl } = await send(orgId, values);
		await outdate("/orgs/{orgId}/invitations");
		toast(acceptUrl === undefined ? t.members.invited(email) : own.created(email));
		if (acceptUrl === undefined) onClose();
		else setMade({ email, link: acceptUrl });
	}
	const lead = made ? own.passOn(made.email) : isMailed ? own.mailed : own.passedOn;

	return (
		<Dialog title={t.members.invite} lead={lead} onClose={onClose}>
			{made === null ? (
				<Form onSubmit={invite}>
					{(busy) => (
						<>
							<TextField
								ref={takesFocus}
								label={t.signIn.email}
								name="email"
								type="email"
								autoComplete="off"
								required
							/>
							<SelectField
								label={t.members.role}
								hint={own.rolesOf[role]}
								name="role"
								path="/orgRole"
								options={roles.map((each) => [each, t.roles[each]] as const)}
								value={role}
								onChange={({ currentTarget: { value } }) => setRole(value as Role)}
							/>
							{workspaces.length > 0 && IN_WORKSPACES.includes(role) && (
								<SelectField
									label={t.meetings.workspace}
									hint={own.workspaceHint}
									name="workspaceId"
									value={workspaceId ?? (workspaces.length === 1 ? workspaces[0]?.id : "")}
									onChange={({ currentTarget: { value } }) => setWorkspaceId(value)}
									options={[["", own.noWorkspace], ...workspaces.map(({ id, name }) => [id, name] as const)]}
								/>
							)}
							<FormActions busy={busy} submit={isMailed ? t.members.send : own.create} onCancel={onClose} />
						</>
					)}
				</Form>
			) : (
				<>
					<CopyText label={own.link} text={made.link} />
					<LocalLink link={made.link} />
					<footer className="form-actions">
						<Button icon="plus" onClick={() => setMade(null)}>
							{own.another}
						</Button>
						<Button ref={takesFocus} kind="primary" onClick={onClose}>
							{t.common.done}
						</Button>
					</footer>
				</>
			)}
		</Dialog>
	);
}
