import type { ReadDb } from "#db/store";
import type { FieldErrors } from "#kernel/field-errors";
import { nextTurn } from "#kernel/slices";
import type { TranscriptKey } from "./ports.ts";
import { type PlainSegment, readSegmentsOf, spokenOrder } from "./repository/segments.ts";
import { speakersOf } from "./repository/transcripts.ts";
import { type ShownSpeaker, shownSpeakers } from "./view.ts";

/** Segments that are read at once: few enough that nobody waits for them. */
const PORTION = 250;

/** Reads the segments of a transcript in the order in which they were spoken, without their words, in portions. */
export async function* readSpoken(db: ReadDb, transcript: TranscriptKey): AsyncGenerator<PlainSegment> {
	const segments = readSegmentsOf(db, transcript);
	const everything = { endsAfterMs: undefined, startsBeforeMs: undefined };
	let after: ReturnType<typeof spokenOrder.positionOf> | null = null;
	for (;;) {
		const rows: PlainSegment[] = await segments.list(everything, { take: PORTION, after });
		yield* rows;
		const last = rows.at(-1);
		if (last === undefined || rows.length < PORTION) return;
		after = spokenOrder.positionOf(last);
		// A file is read without waiting for anybody: let others have their turn.
		await nextTurn(transcript.orgId);
	}
}

/** Returns the lookup of those who speak in a transcript. */
export const readSpeakers = async (db: ReadDb, transcript: TranscriptKey): Promise<ShownSpeaker> =>
	shownSpeakers(await speakersOf(db, transcript));

/** Segments that are cited, in the order in which they are spoken, and when the first one starts. */
export interface Citation {
	readonly segmentIds: readonly string[];
	/** In ms; 0 without segments. */
	readonly startMs: number;
}

/**
 * Returns the function that makes citations of some segments of a transcript.
 * @param segmentIds all that are cited
 * @returns adds to `errors` whichever the transcript does not have; `path` is that of the list
 */
export async function readCitations(db: ReadDb, transcript: TranscriptKey, segmentIds: readonly string[]) {
	const starts = await readSegmentsOf(db, transcript).startsOf([...new Set(segmentIds)]);
	const startOf = (id: string) => starts.get(id) ?? 0;
	return (cited: readonly string[], path: string, errors: FieldErrors): Citation => {
		for (const [at, id] of cited.entries())
			if (!starts.has(id)) errors.add(`${path}/${at}`, "unknown", "must be a segment of the transcript");
		const inOrder = [...new Set(cited)].sort((a, b) => startOf(a) - startOf(b));
		return { segmentIds: inOrder, startMs: startOf(inOrder[0] ?? "") };
	};
}
