import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

const FOUND = 20;

/** Makes another member an owner; who does that may step down. */
export function OwnershipSection({ orgId, userId }: { orgId: string; userId: string }) {
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Section title={own.transfer} hint={own.transferHint}>
			<div>
				<Button icon="users" onClick={() => setIsOpen(true)}>
					{own.transfer}
				</Button>
			</div>
			{isOpen && <TransferDialog orgId={orgId} userId={userId} onClose={() => setIsOpen(false)} />}
		</Section>
	);
}

function TransferDialog({ orgId, userId, onClose }: { orgId: string; userId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [words, setWords] = useState("");
	const query = { limit: FOUND, ...(words && { q: words }) };
	const found = useQuery(read("/orgs/{orgId}/members", { path: { orgId }, query })).data ?? [];
	const become = (member: string, role: "owner" | "admin") =>
		unwrap(
			api.PATCH("/orgs/{orgId}/members/{userId}", { params: { path: { orgId, userId: member } }, body: { role } }),
		);

	async function transfer(values: Values): Promise<void> {
		// In this order the organization always has an owner.
		await become(values.userId ?? "", "owner");
		if ("stepDown" in values) await become(userId, "admin");
		onClose();
		toast(own.transferred);
		await outdate("/orgs/{orgId}/members", "/auth/profile");
	}

	return (
		<Dialog title={own.transfer} lead={own.transferText} onClose={onClose}>
			<Form onSubmit={transfer}>
				{(busy) => (
					<>
						<ChoiceField
							label={own.newOwner}
							hint={own.choose}
							name="userId"
							choices={found
								.filter((each) => each.userId !== userId)
								.map(({ userId: id, name, email }) => [id, `${name} · ${email}`] as const)}
							unknown={own.unknown}
							onSearch={setWords}
						/>
						<SwitchField label={own.stepDown} hint={own.stepDownHint} name="stepDown" defaultChecked />
						<FormActions busy={busy} submit={own.transfer} kind="danger" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
