import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { languageOptions } from "./languages.ts";
import { texts } from "./texts.ts";

type Summary = Answer<"/meetings/{meetingId}/summary">;
type Wish = components["schemas"]["CreateSummaryRequestBody"];

/** Has a summary made again, in another form. */
export function MakeSummaryDialog({ summary, onClose }: { summary: Summary; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { meetingId, level, template, editedSections } = summary;

	async function make({ language, replaceEdits, ...chosen }: Values): Promise<void> {
		const body = { ...chosen, ...(language && { language }), ...(replaceEdits && { replaceEdits: true }) } as Wish;
		await unwrap(api.POST("/meetings/{meetingId}/summary", { params: { path: { meetingId } }, body }));
		await outdate("/meetings/{meetingId}", "/meetings/{meetingId}/summary");
		onClose();
	}

	return (
		<Dialog title={own.makeAgain} lead={own.makeAgainLead} onClose={onClose}>
			<Form onSubmit={make}>
				{(busy) => (
					<>
						<SelectField label={own.level} name="level" defaultValue={level} options={Object.entries(own.levels)} />
						<SelectField
							label={own.template}
							name="template"
							defaultValue={template}
							options={Object.entries(own.templates)}
						/>
						<SelectField
							label={own.into}
							hint={own.languageHint}
							name="language"
							options={[["", own.asSpoken], ...languageOptions(format)]}
						/>
						{editedSections.length > 0 && (
							<SwitchField label={own.replaceEdits} hint={own.replaceEditsHint} name="replaceEdits" />
						)}
						<FormActions busy={busy} submit={own.makeAgain} icon="spark" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
