import { type components, ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { CLASSES, type Class, daysOf } from "./periods.ts";
import { texts } from "./texts.ts";

/** A change that is not made yet, and what it would purge. */
export interface Planned {
	readonly patch: components["schemas"]["UpdateRetentionPolicyRequestBody"];
	readonly preview: components["schemas"]["RetentionPreview"];
}

interface Props {
	readonly orgId: string;
	readonly version: string;
	/** The periods in effect. */
	readonly current: Readonly<Record<Class, string>>;
	readonly planned: Planned;
	readonly onClose: () => void;
	/** @param isSaved false: another person has changed the policy in the meantime */
	readonly onDone: (isSaved: boolean) => Promise<unknown>;
}

/** Shows what a change of the policy purges, before it is made; what is lost is counted, and the number typed. */
export function PreviewDialog({ orgId, version, current, planned: { patch, preview }, onClose, onDone }: Props) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const counted = CLASSES.map((name) => preview.classes[name]);
	const items = counted.reduce((sum, each) => sum + each.items, 0);
	const bytes = counted.reduce((sum, each) => sum + each.bytes, 0);
	const isShorter = CLASSES.some((name) => Number(daysOf(preview.policy[name])) < Number(daysOf(current[name])));
	const isLosing = isShorter && items > 0;

	async function apply(values: Values): Promise<void> {
		const query = "immediate" in values ? { immediate: true, previewId: preview.previewId } : {};
		const params = { path: { orgId }, query, header: { "If-Match": version } };
		try {
			await unwrap(api.PATCH("/orgs/{orgId}/retention", { params, body: patch }));
		} catch (error) {
			if (!(error instanceof ProblemError) || error.status !== 412) throw error;
			await onDone(false);
			return;
		}
		await outdate("/orgs/{orgId}/retention/runs");
		await onDone(true);
		toast(t.common.saved);
	}

	return (
		<Dialog
			title={own.previewTitle}
			lead={
				items > 0
					? own.loses(format.number(items), items, bytes > 0 ? ` (${format.bytes(bytes)})` : "")
					: own.losesNothing
			}
			onClose={onClose}
		>
			<Form onSubmit={apply}>
				{(busy) => (
					<>
						<table className="table preview">
							<thead>
								<tr>
									<th scope="col">{own.content}</th>
									<th scope="col" data-numeric="true">
										{own.items}
									</th>
									<th scope="col" data-numeric="true">
										{own.size}
									</th>
									<th scope="col" data-numeric="true">
										{own.held}
									</th>
								</tr>
							</thead>
							<tbody>
								{CLASSES.map((name) => (
									<tr key={name}>
										<th scope="row">
											{own.classes[name]}
											<small>{own.change(daysOf(current[name]), daysOf(preview.policy[name]))}</small>
										</th>
										<td data-numeric="true">{format.number(preview.classes[name].items)}</td>
										<td data-numeric="true">
											{preview.classes[name].bytes > 0 ? format.bytes(preview.classes[name].bytes) : "–"}
										</td>
										<td data-numeric="true">{format.number(preview.classes[name].heldItems)}</td>
									</tr>
								))}
							</tbody>
						</table>
						{isLosing && (
							<>
								<SwitchField label={own.immediate} hint={own.immediateHint} name="immediate" />
								<TextField
									label={t.common.typeToConfirm(String(items))}
									name="typed"
									autoComplete="off"
									inputMode="numeric"
									pattern={String(items)}
									title={String(items)}
									required
								/>
							</>
						)}
						<FormActions busy={busy} submit={own.apply} kind={isLosing ? "danger" : "primary"} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
