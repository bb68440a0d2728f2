import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { texts } from "./texts.ts";

const ITEMS = "/meetings/{meetingId}/action-items";

interface Props {
	readonly meetingId: string;
	readonly participants: readonly Item<"/meetings/{meetingId}/participants">[];
	/** Undefined: a new one. */
	readonly item?: Item<typeof ITEMS>;
	readonly onClose: () => void;
}

/** Adds an action item, or changes one. */
export function ActionItemDialog({ meetingId, participants, item, onClose }: Props) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	// As it was opened: only what the person changes is sent.
	const [known] = useState(item);

	async function save({ text = "", owner, dueDay }: Values): Promise<void> {
		const typed = { text: text.trim(), ownerId: owner || null, dueDay: dueDay || null };
		if (known === undefined) {
			await unwrap(api.POST(ITEMS, { params: { path: { meetingId } }, body: typed }));
		} else {
			const changed = Object.entries(typed).filter(([name, value]) => known[name as keyof typeof typed] !== value);
			const params = { path: { meetingId, itemId: known.id }, header: { "If-Match": `"${known.version}"` } };
			const body: Partial<typeof typed> = Object.fromEntries(changed);
			if (changed.length > 0) await unwrap(api.PATCH(`${ITEMS}/{itemId}`, { params, body }));
		}
		await outdate(ITEMS);
		onClose();
	}

	return (
		<Dialog title={known ? own.editItem : own.addItem} onClose={onClose}>
			<Form onSubmit={save}>
				{(busy) => (
					<>
						<TextAreaField label={own.itemText} name="text" defaultValue={known?.text} maxLength={2_000} required />
						<SelectField
							label={own.owner}
							name="owner"
							path="/ownerId"
							defaultValue={known?.ownerId ?? ""}
							options={[
								["", own.unassigned],
								...participants.map(({ id, name }): [string, string] => [id, name ?? id]),
							]}
						/>
						<TextField label={own.dueDay} name="dueDay" type="date" defaultValue={known?.dueDay ?? ""} />
						<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
