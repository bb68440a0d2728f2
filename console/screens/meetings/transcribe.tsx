import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { languageOptions } from "../transcripts/languages.ts";
import { texts } from "./texts.ts";

/** Has a recording transcribed again, in another language or by another provider. */
export function TranscribeDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const all = useQuery(read("/configurations/ai-providers", {})).data?.transcription ?? [];
	const providers = all.flatMap(({ available, provider }) => (available ? [[provider, provider] as const] : []));

	async function transcribe({ language, provider }: Values): Promise<void> {
		const body = { ...(language && { language }), ...(provider && { provider }) };
		await unwrap(api.POST("/meetings/{meetingId}/transcribe", { params: { path: { meetingId } }, body }));
		await outdate("/meetings/{meetingId}", "/meetings/{meetingId}/transcripts");
		onClose();
		toast(own.transcribing);
	}

	return (
		<Dialog title={own.transcribe} lead={own.transcribeLead} onClose={onClose}>
			<Form onSubmit={transcribe}>
				{(busy) => (
					<>
						<SelectField
							label={own.spoken}
							name="language"
							options={[["", own.detected], ...languageOptions(format)]}
						/>
						<SelectField label={own.provider} name="provider" options={[["", own.byPolicy], ...providers]} />
						<FormActions busy={busy} submit={own.transcribe} icon="text" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
