import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, type Item, outdate, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { peopleTexts } from "./people-texts.ts";

type Meeting = Answer<"/meetings/{meetingId}">;
const PARTICIPANTS = "/meetings/{meetingId}/participants";
type Participant = Item<typeof PARTICIPANTS>;
const CONSENTS = "/meetings/{meetingId}/consents";
/** Most that are shown. */
const SHOWN = 200;

/** Guests are invited to what is on or still to come; members see what became of a meeting as well. */
const isAhead = ({ state }: Meeting): boolean => state === "scheduled" || state === "live";

/** The button that opens the people of a meeting. */
export function People({ meeting }: { meeting: Meeting }) {
	const own = useOwnTexts(peopleTexts);
	const [open, setOpen] = useState<"list" | "add" | { remove: Participant } | null>(null);
	const back = () => setOpen("list");
	return (
		<>
			<Button icon="users" onClick={back}>
				{own.people}
			</Button>
			{open === "list" && (
				<PeopleDialog
					meeting={meeting}
					onAdd={() => setOpen("add")}
					onRemove={(remove) => setOpen({ remove })}
					onClose={() => setOpen(null)}
				/>
			)}
			{open === "add" && <AddDialog meeting={meeting} onClose={back} />}
			{open !== null && typeof open === "object" && (
				<ConfirmDialog
					title={own.removeTitle(open.remove.name ?? own.noName)}
					text={own.removeText}
					action={own.remove(open.remove.name ?? own.noName)}
					onConfirm={async () => {
						const path = { meetingId: meeting.id, participantId: open.remove.id };
						await unwrap(api.DELETE("/meetings/{meetingId}/participants/{participantId}", { params: { path } }));
						await outdate(PARTICIPANTS);
					}}
					onClose={back}
				/>
			)}
		</>
	);
}

/** Who takes part in a meeting, and what they agreed to; hosts without the right to all meetings run their own. */
function PeopleDialog({
	meeting,
	onAdd,
	onRemove,
	onClose,
}: {
	meeting: Meeting;
	onAdd: () => void;
	onRemove: (participant: Participant) => void;
	onClose: () => void;
}) {
	const { id: meetingId, hostId, state } = meeting;
	const own = useOwnTexts(peopleTexts);
	const may = useMay();
	const parameters = { path: { meetingId }, query: { limit: SHOWN } };
	const selfId = useQuery(read("/auth/profile", {})).data?.id;
	const { data, error, refetch } = useQuery(read(PARTICIPANTS, parameters));
	const consents = useQuery(read(CONSENTS, parameters)).data ?? [];
	const self = data?.find(({ userId }) => userId !== null && userId === selfId);
	const runs = may("meeting:write") || hostId === selfId || self?.role === "host";

	/** What a person is here, whether they are there, and what they agreed to. */
	function wordsOf({ id, role, state: of, email }: Participant): string {
		const consent = consents.find(({ participantId }) => participantId === id);
		const kinds = Object.entries(own.kinds) as [keyof typeof own.kinds, string][];
		const decisions = kinds.flatMap(([kind, name]) => {
			const decision = consent?.[kind]?.decision;
			return decision ? [`${name}: ${own.decisions[decision]}`] : [];
		});
		return [...(email ? [email] : []), own.roles[role], own.states[of], ...decisions].join(" · ");
	}
	return (
		<Dialog title={own.people} lead={own.peopleLead} onClose={onClose}>
			{error && !data && <Failure error={error} onRetry={refetch} />}
			{!error && !data && <Loading />}
			{data && (
				<div className="access">
					{data.length === 0 && <p>{own.none}</p>}
					<ul aria-label={own.people}>
						{data.map((participant) => (
							<li key={participant.id}>
								<span>
									<strong>{participant.name ?? participant.email ?? own.noName}</strong>
									<small>{wordsOf(participant)}</small>
								</span>
								{runs && participant.state !== "removed" && participant.userId !== hostId && (
									<IconButton
										icon="trash"
										label={own.remove(participant.name ?? own.noName)}
										onClick={() => onRemove(participant)}
									/>
								)}
							</li>
						))}
					</ul>
					{runs && (isAhead(meeting) || (state !== "cancelled" && may("member:read"))) && (
						<footer className="form-actions">
							<Button kind="primary" icon="plus" onClick={onAdd}>
								{own.add}
							</Button>
						</footer>
					)}
				</div>
			)}
		</Dialog>
	);
}

/** Adds a member, or a guest, who gets a link: where no mail is sent, it is shown here once. */
function AddDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
	const { id, orgId } = meeting;
	const { t } = useTexts();
	const own = useOwnTexts(peopleTexts);
	const mayRead = useMay()("member:read");
	const mayBeGuest = isAhead(meeting);
	const [isGuest, setIsGuest] = useState(mayBeGuest);
	const [link, setLink] = useState<string | null>(null);
	const all = read("/orgs/{orgId}/members", { path: { orgId }, query: { limit: SHOWN } });
	const members = useQuery({ ...all, enabled: mayRead }).data ?? [];

	async function add({ userId, email = "", name, role }: Values): Promise<void> {
		const guest = { email, ...(name && { name }) };
		const body = userId ? { userId, role: role as "host" | "participant" } : guest;
		const { data } = await unwrap(api.POST(PARTICIPANTS, { params: { path: { meetingId: id } }, body }));
		await outdate(PARTICIPANTS);
		toast(own.added(data.name ?? email));
		if (data.joinUrl === null) onClose();
		else setLink(data.joinUrl);
	}
	if (link !== null)
		return (
			<Dialog title={own.add} lead={own.linkLead} staysOpen onClose={onClose}>
				<CopyText text={link} />
				<footer className="form-actions">
					<Button kind="primary" onClick={onClose}>
						{t.common.done}
					</Button>
				</footer>
			</Dialog>
		);
	return (
		<Dialog title={own.add} lead={mayBeGuest ? own.addLead : own.addLeadOver} onClose={onClose}>
			<Form onSubmit={add} onChange={({ userId }) => setIsGuest(userId === "")}>
				{(busy) => (
					<>
						<SelectField
							label={own.person}
							name="userId"
							options={[
								...(mayBeGuest ? [["", own.guest] as const] : []),
								...members.map(({ userId, name, email }) => [userId, `${name} (${email})`] as const),
							]}
						/>
						{isGuest ? (
							<>
								<TextField label={own.email} name="email" type="email" autoComplete="off" required />
								<TextField label={own.name} hint={own.nameHint} name="name" maxLength={128} autoComplete="off" />
							</>
						) : (
							<SelectField
								label={own.role}
								name="role"
								defaultValue="participant"
								options={(["participant", "host"] as const).map((each) => [each, own.roles[each]])}
							/>
						)}
						<FormActions busy={busy} submit={own.add} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
