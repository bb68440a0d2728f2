import type { ReadDb } from "#db/store";
import {
	comparePlaces,
	END_PLACE,
	type Phrase,
	type Place,
	tenantNumber,
	type WordQuery,
	wordIndex,
} from "#db/word-index";
import type { Position } from "#kernel/cursor";
import { Slices } from "#kernel/slices";
import type { Redaction } from "#modules/governance/redaction";
import type { PersonalView } from "#modules/meetings/meetings";
import type { Cutoffs } from "#platform/artifacts";
import { SLOTS, TICK_MS, tickOf, tokensOf, transcriptToken, workspaceToken } from "./documents.ts";
import { matchesOf, type TextRange } from "./matches.ts";
import type { SearchQuery, Term } from "./query.ts";
import {
	type FoundSegment,
	type PlacedDocument,
	type ReadableTranscript,
	reachOf,
	readableTranscripts,
	segmentsAt,
	transcriptsOfMeeting,
} from "./repository/hits.ts";

/** What was said that matches a search, and where. */
export interface Hit {
	readonly place: Place;
	readonly segment: FoundSegment;
	readonly transcript: ReadableTranscript;
	readonly matches: readonly TextRange[];
}

/** Where is searched, and for whom. */
export interface SearchScope {
	readonly orgId: string;
	/** See `personalView` of modules/meetings/meetings. */
	readonly view: PersonalView | null;
	/** What has expired is not found. */
	readonly cutoffs: Cutoffs;
	/** What is not shown is not found either. */
	readonly redaction: Redaction;
	/** Whether meetings of kind `exam` are left out. */
	readonly hidesExams: boolean;
	/** Null: in all. */
	readonly workspaceId: string | null;
	/** Null: in all. */
	readonly meetingId: string | null;
}

/** What a search has found. */
export interface Found {
	/** Newest first, more than were asked for only where there are more. */
	readonly hits: readonly Hit[];
	/** Where it stopped before there were enough; null: everything was looked at. */
	readonly stoppedAt: Position | null;
}

/** Most documents that a search looks at, and most time in ms that it takes, before it answers with what it has. */
const [MAX_LOOKED_AT, MAX_MS] = [4_000, 100];
/** Most characters that the hits of a page have: what is more comes with the next page. A match counts as some of them. */
const [MAX_PAGE_CHARS, MATCH_CHARS] = [2_000_000, 12];
/** Most documents that are read at once. */
const MAX_CHUNK = 500;
/** Most workspaces and meetings of a person that are named to the index, and most transcripts of a meeting. */
const MAX_NAMED = 64;

/** Returns the position of a hit in the list: its document, then the segment in it, latest first. */
export const positionOf = ({ place, segment }: Hit): Position => [
	place.tick,
	place.number,
	segment.startMs,
	segment.seq,
];

/** Returns a position behind everything that a document has. */
const positionAfter = ({ tick, number }: Place): Position => [tick, number, Number.MIN_SAFE_INTEGER, 0];

/** Whether a hit comes after a position in the list. */
function isAfter(hit: Hit, position: Position): boolean {
	const own = positionOf(hit);
	const at = own.findIndex((part, index) => part !== position[index]);
	return at >= 0 && Number(own[at]) < Number(position[at]);
}

const phraseOf = (tenant: number, { kind, words, isPrefix }: Term): Phrase => ({
	tokens: tokensOf(tenant, kind, words),
	isPrefix,
});

/**
 * Returns the tokens one of which a document must have, by where the caller reads; null: no condition. The index is only
 * asked for less by it: whether a hit may be read is decided by {@link readableTranscripts}.
 */
async function narrowed(db: ReadDb, tenant: number, scope: SearchScope): Promise<string[] | null> {
	const { orgId, view, meetingId } = scope;
	const tokens = (numbers: readonly number[]) => numbers.map((number) => transcriptToken(tenant, number));
	if (meetingId !== null) return tokens(await transcriptsOfMeeting(db, { orgId, meetingId, take: MAX_NAMED }));
	if (view === null) return null;
	const reach = await reachOf(db, orgId, view.viewer, MAX_NAMED);
	if (reach === null) return null;
	return [...reach.workspaceIds.map((id) => workspaceToken(tenant, id)), ...tokens(reach.numbers)];
}

/** Returns as many of the hits as one response may have, one at least. @param stoppedAt see {@link Found} */
function ofOnePage(hits: readonly Hit[], stoppedAt: Position | null): Found {
	let size = 0;
	const end = hits.findIndex(({ segment, matches }) => {
		size += segment.text.length + MATCH_CHARS * matches.length;
		return size > MAX_PAGE_CHARS;
	});
	const shown = hits.slice(0, end < 0 ? hits.length : Math.max(1, end));
	const last = shown.at(-1);
	return last === undefined || shown.length === hits.length
		? { hits, stoppedAt }
		: { hits: shown, stoppedAt: positionOf(last) };
}

/**
 * Searches what was said, newest first.
 * @param after position to continue after; null: from the newest
 * @param take enough hits
 */
export async function search(
	db: ReadDb,
	scope: SearchScope,
	query: SearchQuery,
	{ after, take }: { readonly after: Position | null; readonly take: number },
): Promise<Found> {
	const tenant = tenantNumber(scope.orgId);
	const anyOf = await narrowed(db, tenant, scope);
	if (anyOf?.length === 0) return { hits: [], stoppedAt: null };
	const all = query.all.map((term) => phraseOf(tenant, term));
	if (scope.workspaceId !== null) all.push({ tokens: [workspaceToken(tenant, scope.workspaceId)], isPrefix: false });
	const words: WordQuery = { tenant, all, none: query.none.map((term) => phraseOf(tenant, term)), anyOf };
	const from: Place = { tick: query.fromMs === null ? 0 : tickOf(query.fromMs), number: 0 };
	let before: Place = query.toMs === null ? END_PLACE : { tick: tickOf(query.toMs + TICK_MS), number: 0 };
	const last: Place | null = after && { tick: Number(after[0]), number: Number(after[1]) + 1 };
	if (last !== null && comparePlaces(last, before) < 0) before = last;

	const hits: Hit[] = [];
	const startMs = performance.now();
	for (let chunk = take, looked = 0; ; chunk = Math.min(MAX_CHUNK, chunk * 2)) {
		const places = await wordIndex.find(db, words, { from, before, take: chunk });
		for (const hit of await hitsAt(db, scope, query, places)) if (after === null || isAfter(hit, after)) hits.push(hit);
		looked += places.length;
		const end = places.at(-1);
		if (end === undefined || places.length < chunk || hits.length >= take) return ofOnePage(hits, null);
		if (looked >= MAX_LOOKED_AT || performance.now() - startMs >= MAX_MS) return ofOnePage(hits, positionAfter(end));
		before = end;
	}
}

/** Returns the hits of documents that the caller may read, in the order of the list. */
async function hitsAt(
	db: ReadDb,
	{ workspaceId, meetingId, redaction, ...reader }: SearchScope,
	query: SearchQuery,
	places: readonly Place[],
): Promise<Hit[]> {
	const numberOf = ({ number }: Place) => Math.floor(number / SLOTS);
	const readable = await readableTranscripts(db, reader, new Set(places.map(numberOf)));
	const byNumber = new Map(readable.map((transcript) => [transcript.number, transcript]));
	const documents = places.flatMap((place): PlacedDocument[] => {
		const transcript = byNumber.get(numberOf(place));
		const isHere =
			(workspaceId ?? transcript?.workspaceId) === transcript?.workspaceId &&
			(meetingId ?? transcript?.meetingId) === transcript?.meetingId;
		return transcript !== undefined && isHere ? [{ place, transcript }] : [];
	});
	const byTranscript = new Map(readable.map((transcript) => [transcript.transcriptId, transcript]));
	const hits: Hit[] = [];
	await new Slices(reader.orgId).visit(await segmentsAt(db, reader.orgId, documents), (found) => {
		const segment = { ...found, text: redaction.text(found.text, found.language) };
		const transcript = byTranscript.get(segment.transcriptId);
		if (transcript === undefined) return;
		const atMs = transcript.startedAtMs + segment.startMs;
		if ((query.fromMs !== null && atMs < query.fromMs) || (query.toMs !== null && atMs >= query.toMs)) return;
		const matches = matchesOf(query, { text: segment.text, speaker: segment.speaker?.label ?? null });
		const place = { tick: tickOf(atMs), number: transcript.number * SLOTS + (segment.seq % SLOTS) };
		if (matches !== null) hits.push({ place, segment, transcript, matches });
	});
	return hits.sort(latestFirst);
}

function latestFirst(a: Hit, b: Hit): number {
	const [of, than] = [positionOf(a), positionOf(b)];
	const at = of.findIndex((part, index) => part !== than[index]);
	return at < 0 ? 0 : Number(than[at]) - Number(of[at]);
}
