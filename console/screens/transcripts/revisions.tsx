import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { PersonName } from "../../app/person-name.tsx";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { keepSegment, type Segment } from "./segments.ts";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");
const REVISIONS = "/transcripts/{transcriptId}/segments/{segmentId}/revisions";

interface Props {
	readonly segment: Segment;
	readonly isEditable: boolean;
	readonly onClose: () => void;
}

/** What a segment said before, and who changed it. */
export function SegmentRevisions({ segment, isEditable, onClose }: Props) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const path = { transcriptId: segment.transcriptId, segmentId: segment.id };
	const { data, error, refetch } = useQuery(read(REVISIONS, { path }));

	async function restore(text: string): Promise<void> {
		const params = { path, header: { "If-Match": `"${segment.revision}"` } };
		const body = { text };
		keepSegment((await unwrap(api.PATCH("/transcripts/{transcriptId}/segments/{segmentId}", { params, body }))).data);
		await outdate(REVISIONS);
		onClose();
	}

	return (
		<Dialog title={own.revisionsOf(clockOf(segment.startMs))} lead={own.revisionsLead} onClose={onClose}>
			{error && !data && <Failure error={error} onRetry={refetch} />}
			{!error && !data && <Loading />}
			<ol className="revisions">
				{data?.map(({ revision, text, speaker, replacedAt, replacedBy }) => (
					<li key={revision}>
						<small>
							{own.replaced(format.dateTime(replacedAt))} <PersonName orgId={orgId} id={replacedBy} />
						</small>
						<p lang={segment.language}>
							{speaker && <strong>{speaker.label}: </strong>}
							{text || own.noText}
						</p>
						{isEditable && text !== segment.text && (
							<Form onSubmit={() => restore(text)}>
								{(busy) => (
									<Button type="submit" icon="back" busy={busy}>
										{own.restore}
									</Button>
								)}
							</Form>
						)}
					</li>
				))}
			</ol>
		</Dialog>
	);
}
