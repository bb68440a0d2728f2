import type { SegmentRow, TranscriptIndexRow } from "#db/schema";
import { GAP, type IndexedDocument, type Place, tenantNumber, tokenPrefix } from "#db/word-index";
import { joinSpokenWords, spokenWords } from "#kernel/spoken-words";

/** Length of a tick, in ms: documents are in order of ticks. */
export const TICK_MS = 125;
const LAST_TICK = 2 ** 35 - 1;

/**
 * Documents of one transcript in one tick. What is said later in the same tick, beyond these, shares a document with what
 * was said before.
 */
export const SLOTS = 8;
/** Most transcripts that a database can index: their numbers are below this. */
export const MAX_TRANSCRIPTS = 2 ** 25;

/** Returns the tick of a moment. @param atMs Unix ms; before 1970 counts as 1970 */
export const tickOf = (atMs: number): number => Math.min(Math.max(Math.floor(atMs / TICK_MS), 0), LAST_TICK);

/** What of a segment says where its document is. */
export type PlacedSegment = Pick<SegmentRow, "startMs" | "seq">;

/** Returns the place of the document of a segment. */
export const placeOf = (
	{ number, startedAtMs }: Pick<TranscriptIndexRow, "number" | "startedAtMs">,
	{ startMs, seq }: PlacedSegment,
): Place => ({ tick: tickOf(startedAtMs + startMs), number: number * SLOTS + (seq % SLOTS) });

/** Returns the token of everything that was said in a transcript. @param number see `transcript_indexes` */
export const transcriptToken = (tenant: number, number: number): string =>
	tokenPrefix(tenant, "transcript") + number.toString(36);

/** Returns the token of everything that was said in a workspace. */
export const workspaceToken = (tenant: number, workspaceId: string): string =>
	tokenPrefix(tenant, "workspace") + workspaceId;

/** Returns the tokens of words. */
export function tokensOf(tenant: number, kind: "word" | "speaker", words: readonly string[]): string[] {
	const prefix = tokenPrefix(tenant, kind);
	return words.map((word) => prefix + word);
}

/** A segment as it is indexed. */
export interface SpokenSegment extends PlacedSegment {
	readonly text: string;
	/** Name of who is shown as its speaker; null while unknown. */
	readonly speaker: string | null;
}

/** Returns the documents of segments of one transcript, which has to have all of the segments of each document. */
export function documentsOf(
	index: TranscriptIndexRow,
	workspaceId: string,
	segments: readonly SpokenSegment[],
): IndexedDocument[] {
	const tenant = tenantNumber(index.orgId);
	const where = `${transcriptToken(tenant, index.number)} ${workspaceToken(tenant, workspaceId)}`;
	const bySpeaker = new Map<string | null, string>();
	const prefix = ` ${tokenPrefix(tenant, "word")}`;
	const documents = new Map<number, IndexedDocument>();
	for (const segment of segments) {
		let tokens = bySpeaker.get(segment.speaker);
		if (tokens === undefined) {
			const name = segment.speaker === null ? [] : tokensOf(tenant, "speaker", spokenWords(segment.speaker));
			tokens = [where, ...name].join(" ");
			bySpeaker.set(segment.speaker, tokens);
		}
		tokens += joinSpokenWords(segment.text, prefix);
		const place = placeOf(index, segment);
		const key = place.tick * SLOTS + (place.number % SLOTS);
		const other = documents.get(key);
		documents.set(key, { ...place, tenant, tokens: other ? `${other.tokens} ${GAP} ${tokens}` : tokens });
	}
	return [...documents.values()];
}
