import type { MeetingArtifacts, MeetingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { type Cutoffs, horizonOf, listShown } from "#platform/artifacts";

/** Returns a meeting as it is shown: it says nothing of content that has expired. The same object where nothing has. */
export async function withoutExpired(db: ReadDb, row: MeetingRow, cutoffs: Cutoffs): Promise<MeetingRow> {
	const { recording, ...transcribed } = row.artifacts;
	const isRecorded = recording !== undefined;
	const isTranscribed = Object.keys(transcribed).length > 0;
	const [recordings, transcripts] = await Promise.all([
		isRecorded ? horizonOf(db, row, "recordings", cutoffs) : undefined,
		isTranscribed ? horizonOf(db, row, "transcripts", cutoffs) : undefined,
	]);
	if (recordings === undefined && transcripts === undefined) return row;
	const key = { orgId: row.orgId, meetingId: row.id };
	const [recorded, derived] = await Promise.all([
		recordings === undefined ? [] : listShown(db, { ...key, horizonMs: recordings }),
		transcripts === undefined ? [] : listShown(db, { ...key, horizonMs: transcripts }),
	]);
	const artifacts: MeetingArtifacts = {
		...row.artifacts,
		...(recordings !== undefined && recording && { recording: shownRecording(recording, recorded) }),
		...(transcripts !== undefined && shownText(row.artifacts, derived)),
	};
	return { ...row, artifacts };
}

type Shown = Awaited<ReturnType<typeof listShown>>;

/** Its content has been stored in these states; in any other there is nothing that could expire. */
const STORED = ["processing", "ready", "failed"];

/** What a meeting says of recordings, as far as they are shown. */
function shownRecording(
	recording: NonNullable<MeetingArtifacts["recording"]>,
	shown: Shown,
): NonNullable<MeetingArtifacts["recording"]> {
	if (!STORED.includes(recording.state)) return recording;
	const left = shown.filter(({ ownerType }) => ownerType === "recording");
	if (left.length === 0) return { state: "deleted", sizeBytes: 0, durationMs: null };
	const sizeBytes = left.reduce((sum, each) => sum + each.sizeBytes, 0);
	// Which of them is the longest, the ledger does not say.
	return sizeBytes === recording.sizeBytes ? recording : { ...recording, sizeBytes, durationMs: null };
}

/** What a meeting says of its transcript and what was made of it, as far as that is shown. */
function shownText({ transcript, translations, summary }: MeetingArtifacts, shown: Shown): MeetingArtifacts {
	const has = (ownerType: string, id: string) =>
		shown.some((each) => each.ownerType === ownerType && each.ownerId === id);
	const isGone = transcript?.transcriptId != null && !has("transcript", transcript.transcriptId);
	const isSummaryGone =
		summary !== undefined && STORED.includes(summary.state) && !shown.some(({ ownerType }) => ownerType === "summary");
	return {
		...(isGone && { transcript: { state: "deleted", transcriptId: null, languages: [], segmentCount: 0 } }),
		...(translations && {
			translations: translations.filter(({ translationId: id }) => !isGone && has("translation", id)),
		}),
		...(isSummaryGone && { summary: { state: "deleted", level: null } }),
	};
}
