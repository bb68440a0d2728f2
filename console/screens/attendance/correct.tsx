import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { isStatus, type Row, STATUSES } from "./status.ts";
import { texts } from "./texts.ts";

/** Sets the status of a person that counts, or has the measured one count again. */
export function CorrectDialog({ meetingId, row, onClose }: { meetingId: string; row: Row; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { participantId, name, status, measured, corrected } = row;

	async function correct({ status: chosen, reason = "" }: Values): Promise<void> {
		const params = { path: { meetingId, participantId } };
		const body = { status: isStatus(chosen) ? chosen : null, reason };
		await unwrap(api.PATCH("/meetings/{meetingId}/attendance/{participantId}", { params, body }));
		await outdate("/meetings/{meetingId}/attendance", "/series/{seriesId}/attendance");
		onClose();
		toast(t.common.saved);
	}
	return (
		<Dialog
			title={own.correctTitle(name ?? own.noName)}
			lead={own.measuredAs(own.statuses[measured])}
			onClose={onClose}
		>
			<Form onSubmit={correct}>
				{(busy) => (
					<>
						<SelectField
							label={own.status}
							name="status"
							defaultValue={status}
							options={[
								...(corrected ? [["", own.asMeasured] as const] : []),
								...STATUSES.map((each) => [each, own.statuses[each]] as const),
							]}
						/>
						<TextAreaField label={own.reason} hint={own.reasonHint} name="reason" maxLength={500} rows={2} required />
						<FormActions busy={busy} submit={own.correct} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
