import type { StoredPoint, SummaryContent, SummaryRow } from "#db/schema";
import type { Db } from "#db/store";
import { FieldErrors } from "#kernel/field-errors";
import { parseProse } from "#kernel/prose";
import { readCitations } from "#modules/transcripts/transcripts";
import type { UpdateSummaryRequest } from "./schemas.ts";
import { EDITABLE, MAX_KEYWORD, MAX_OVERVIEW, MAX_POINT } from "./values.ts";

type Points = NonNullable<UpdateSummaryRequest["keyPoints"]>;
type Cite = Awaited<ReturnType<typeof readCitations>>;

/**
 * Returns what a summary says after people have changed it. Statements cite segments of its transcript.
 * @throws `validation_failed`
 */
export async function applyEdits(
	tx: Db,
	{ orgId, transcriptId }: SummaryRow,
	content: SummaryContent,
	request: UpdateSummaryRequest,
): Promise<SummaryContent> {
	const { overview, keyPoints, decisions, questions, keywords } = request;
	const cited = [keyPoints, decisions, questions].flatMap((points = []) => points.flatMap((each) => each.segmentIds));
	const cite = await readCitations(tx, { orgId, id: transcriptId }, cited);
	const errors = new FieldErrors();
	const next: SummaryContent = {
		...content,
		...(overview !== undefined && {
			overview: errors.check(() => parseProse(overview, "/overview", MAX_OVERVIEW, true)),
		}),
		...(keyPoints && { keyPoints: parsePoints(keyPoints, "/keyPoints", cite, errors) }),
		...(decisions && { decisions: parsePoints(decisions, "/decisions", cite, errors) }),
		...(questions && { questions: parsePoints(questions, "/questions", cite, errors) }),
		...(keywords && {
			keywords: keywords.map((word, at) => errors.check(() => parseProse(word, `/keywords/${at}`, MAX_KEYWORD))),
		}),
	};
	errors.throwIfAny();
	const isEdited = (name: (typeof EDITABLE)[number]) =>
		content.editedSections.includes(name) || !Bun.deepEquals(next[name], content[name]);
	return { ...next, editedSections: EDITABLE.filter(isEdited) };
}

function parsePoints(points: Points, path: string, cite: Cite, errors: FieldErrors): readonly StoredPoint[] {
	return points.map(({ text, segmentIds }, at) => ({
		text: errors.check(() => parseProse(text, `${path}/${at}/text`, MAX_POINT)),
		...cite(segmentIds, `${path}/${at}/segmentIds`, errors),
	}));
}
