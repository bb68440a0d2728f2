import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { Failure } from "../../ui/states.tsx";
import { InviteDialog } from "../members/invite.tsx";
import { texts } from "./texts.ts";

/** Who owns an organization, and who was invited to. */
export function Owners({ orgId, mayInvite }: { orgId: string; mayInvite: boolean }) {
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const path = { orgId };
	const owners = useQuery(read("/orgs/{orgId}/members", { path, query: { role: "owner", limit: 200 } }));
	const invited = useQuery(
		read("/orgs/{orgId}/invitations", { path, query: { state: "pending", limit: 200 } }),
	).data?.filter(({ role }) => role === "owner");
	if (owners.error && !owners.data) return <Failure error={owners.error} onRetry={owners.refetch} />;
	return (
		<Section title={own.owners} hint={own.ownersHint}>
			{owners.data?.length === 0 && <p>{own.noOwner}</p>}
			<ul className="lines">
				{owners.data?.map(({ userId, name, email }) => (
					<li key={userId} className="line">
						<strong>{name}</strong>
						<span>{email}</span>
					</li>
				))}
				{invited?.map(({ id, email }) => (
					<li key={id} className="line">
						<span>{email}</span>
						<Badge>{own.pending}</Badge>
					</li>
				))}
			</ul>
			{mayInvite && (
				<div className="choice">
					<Button icon="plus" onClick={() => setIsOpen(true)}>
						{own.invite}
					</Button>
				</div>
			)}
			{isOpen && <InviteDialog orgId={orgId} usualRole="owner" onClose={() => setIsOpen(false)} />}
		</Section>
	);
}
