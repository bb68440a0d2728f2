import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { isOutdated } from "./segments.ts";
import { texts } from "./texts.ts";

type Summary = Answer<"/meetings/{meetingId}/summary">;
type Patch = components["schemas"]["UpdateSummaryRequestBody"];

const LISTS = ["keyPoints", "decisions", "questions"] as const;

/** What differs from the summary. A statement without text is removed; a new one cites what is being said. */
function patchOf(summary: Summary, values: Values, saidId: string | undefined): Patch {
	const lists = LISTS.map((section) => {
		const known = summary[section] ?? [];
		const texts = [...known.keys(), "new"].map((at) => values[`${section}/${at}`]?.trim() ?? "");
		const all = texts
			.map((text, at) => ({ text, segmentIds: known[at]?.segmentIds ?? (saidId === undefined ? [] : [saidId]) }))
			.filter(({ text }) => text !== "");
		const isSame = all.length === known.length && all.every(({ text }, at) => text === known[at]?.text);
		return isSame ? {} : { [section]: all };
	});
	const overview = values.overview?.trim() ?? "";
	return Object.assign({}, ...lists, overview === (summary.overview ?? "") ? {} : { overview });
}

/** Changes what a summary says. */
export function EditSummaryDialog({ summary: latest, onClose }: { summary: Summary; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	// As it was opened: what is typed stays when a later one arrives.
	const [summary] = useState(latest);
	const { meetingId, transcriptId } = summary;
	const [saidId] = useState(() => document.querySelector(".segment[aria-current]")?.id);
	const path = { transcriptId, segmentId: saidId ?? "" };
	const said = useQuery({
		...read("/transcripts/{transcriptId}/segments/{segmentId}", { path }),
		enabled: saidId !== undefined,
	}).data;

	async function save(values: Values): Promise<void> {
		const body = patchOf(summary, values, saidId);
		const params = { path: { meetingId }, header: { "If-Match": `"${latest.version}"` } };
		try {
			if (Object.keys(body).length > 0) await unwrap(api.PATCH("/meetings/{meetingId}/summary", { params, body }));
			await outdate("/meetings/{meetingId}/summary");
			onClose();
		} catch (error) {
			// It is shown behind; saving once more replaces it.
			if (isOutdated(error)) await outdate("/meetings/{meetingId}/summary");
			throw error;
		}
	}

	return (
		<Dialog title={own.editSummary} lead={own.editSummaryLead} width="wide" onClose={onClose}>
			<Form onSubmit={save}>
				{(busy) => (
					<>
						<TextAreaField label={own.overview} name="overview" defaultValue={summary.overview} maxLength={10_000} />
						{LISTS.filter((section) => summary.sections.includes(section)).map((section) => (
							<fieldset key={section} className="statements">
								<legend>{t.summary[section]}</legend>
								{(summary[section] ?? []).map(({ text, startMs }, at) => (
									<TextAreaField
										key={text}
										label={own.statementAt(clockOf(startMs))}
										name={`${section}/${at}`}
										path={`/${section}/${at}/text`}
										defaultValue={text}
										maxLength={2_000}
									/>
								))}
								{said && (
									<TextAreaField
										label={own.newStatement(clockOf(said.startMs))}
										name={`${section}/new`}
										maxLength={2_000}
									/>
								)}
							</fieldset>
						))}
						<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
