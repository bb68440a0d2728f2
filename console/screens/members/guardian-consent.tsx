import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, queries, readVersioned } from "../../api/queries.ts";
import { PersonName } from "../../app/person-name.tsx";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Facts } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

const CONSENT = "/orgs/{orgId}/members/{userId}/guardian-consent";
/** Where nothing is noted yet; the API counts from here. */
const NONE = { data: null, version: '"0"' };

/** What is noted about the consent of a student's guardians: by whom, when, and who has noted it. */
export function GuardianConsentDialog({
	orgId,
	member: { userId, name },
	onClose,
}: {
	orgId: string;
	member: components["schemas"]["Member"];
	onClose: () => void;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const path = { orgId, userId };
	const reading = readVersioned(CONSENT, { path });
	const { data, error, refetch } = useQuery(reading);
	const [isRemoving, setIsRemoving] = useState(false);
	const isNone = ProblemError.is(error, "not_found");

	async function save({ grantedBy = "", grantedOn = "", note }: Values, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PUT(CONSENT, { params, body: { grantedBy, grantedOn, note: note || null } }));
		await outdate(CONSENT);
	}

	if (isRemoving && data)
		return (
			<ConfirmDialog
				title={own.removeConsentTitle(name)}
				text={own.removeConsentText}
				action={own.removeConsent}
				onConfirm={async () => {
					await unwrap(api.DELETE(CONSENT, { params: { path, header: { "If-Match": data.version } } }));
					queries.removeQueries({ queryKey: reading.queryKey });
					toast(own.consentRemoved);
					onClose();
				}}
				onClose={() => setIsRemoving(false)}
			/>
		);
	return (
		<EditDialog
			title={own.consentOf(name)}
			lead={own.consentLead}
			found={isNone ? { data: NONE, error: null, refetch } : { data, error, refetch }}
			onSave={(values, _consent, version) => save(values, version)}
			onClose={onClose}
		>
			{(consent) => (
				<>
					<TextField
						label={own.grantedBy}
						hint={own.grantedByHint}
						name="grantedBy"
						defaultValue={consent?.grantedBy}
						maxLength={128}
						autoComplete="off"
						required
					/>
					<TextField label={own.grantedOn} name="grantedOn" type="date" defaultValue={consent?.grantedOn} required />
					<TextAreaField
						label={own.note}
						hint={own.noteHint}
						name="note"
						defaultValue={consent?.note ?? ""}
						maxLength={2000}
						rows={2}
					/>
					{consent && (
						<>
							<Facts
								facts={[
									[
										own.notedAt,
										<time key="at" dateTime={consent.updatedAt}>
											{format.dateTime(consent.updatedAt)}
										</time>,
									],
									[
										own.notedBy,
										<PersonName key="by" orgId={orgId} id={consent.recordedBy} otherwise={own.notMember} />,
									],
								]}
							/>
							<div>
								<Button icon="trash" onClick={() => setIsRemoving(true)}>
									{own.removeConsent}
								</Button>
							</div>
						</>
					)}
				</>
			)}
		</EditDialog>
	);
}
