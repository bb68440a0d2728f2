import { aliasedTable, and, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { eachItem, itemAt } from "#db/dsl";
import {
	meetings,
	participants,
	type SegmentRow,
	segments,
	speakers,
	transcriptIndexes,
	transcripts,
	workspaceMembers,
} from "#db/schema";
import { type Bound, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Place } from "#db/word-index";
import { isEnteredBy, isEnteredByGuest, type PersonalView } from "#modules/meetings/meetings";
import { type Cutoffs, isAllShown, isContentShown } from "#platform/artifacts";
import { SLOTS, TICK_MS } from "../documents.ts";

/** A transcript that the caller may read. */
export interface ReadableTranscript {
	readonly number: number;
	readonly transcriptId: string;
	readonly meetingId: string;
	readonly meetingTitle: string;
	readonly workspaceId: string;
	/** The moment from which its times are counted, Unix ms. */
	readonly startedAtMs: number;
}

type Readable = { readonly orgId: string; readonly numbers: string };
type Access = { readonly guest: string | undefined } & Partial<PersonalView>;

const listReadable = readRows((db, { orgId, numbers, viewer, way, guest }: Bound<Readable & Access>) =>
	db
		.select({
			number: transcriptIndexes.number,
			transcriptId: transcriptIndexes.transcriptId,
			meetingId: meetings.id,
			meetingTitle: meetings.title,
			workspaceId: meetings.workspaceId,
			startedAtMs: transcriptIndexes.startedAtMs,
			kind: meetings.kind,
			state: meetings.state,
			endedAtMs: meetings.endedAtMs,
			createdAtMs: meetings.createdAtMs,
			purgeStartedAtMs: meetings.purgeStartedAtMs,
		})
		.from(eachItem(numbers))
		.crossJoin(transcriptIndexes)
		.crossJoin(transcripts)
		.crossJoin(meetings)
		.where(
			and(
				eq(transcriptIndexes.orgId, orgId),
				eq(transcriptIndexes.number, itemAt(0, "bigint")),
				eq(transcripts.orgId, orgId),
				eq(transcripts.id, transcriptIndexes.transcriptId),
				isNull(transcripts.deletedAtMs),
				sql`(${transcripts.state} = 'ready' or (${transcripts.state} = 'processing' and ${transcripts.live}))`,
				eq(meetings.orgId, orgId),
				eq(meetings.id, transcripts.meetingId),
				isNull(meetings.deletedAtMs),
				viewer && way && isEnteredBy({ orgId, viewer, way }, meetings),
				guest && isEnteredByGuest({ orgId, viewer: guest }, meetings),
			),
		),
);

/** Whether a transcript that was found is shown, of a meeting that may be too old. */
const isFoundShown = (
	db: ReadDb,
	orgId: string,
	{ transcriptId: ownerId, meetingId: id, ...found }: Awaited<ReturnType<typeof listReadable>>[number],
	cutoffs: Cutoffs,
): Promise<boolean> => isContentShown(db, { ...found, orgId, id }, { ownerType: "transcript", ownerId }, cutoffs);

const isGuest = (viewer: string): boolean => viewer.startsWith("par_");

/** Who reads, and what of an organization. */
interface ReadingScope {
	readonly orgId: string;
	/** See `personalView` of modules/meetings/meetings. */
	readonly view: PersonalView | null;
	readonly cutoffs: Cutoffs;
	/** Whether meetings of kind `exam` are left out. */
	readonly hidesExams: boolean;
}

/**
 * Returns which of some transcripts can be read, by somebody who can enter their meetings now, and have not expired.
 */
export async function readableTranscripts(
	db: ReadDb,
	{ orgId, view, cutoffs, hidesExams }: ReadingScope,
	numbers: Iterable<number>,
): Promise<ReadableTranscript[]> {
	const access = view !== null && isGuest(view.viewer) ? { guest: view.viewer } : { ...view, guest: undefined };
	const list = JSON.stringify([...numbers].map((number) => [number]));
	const readable: ReadableTranscript[] = [];
	for (const found of await listReadable(db, { orgId, numbers: list, ...access })) {
		if (hidesExams && found.kind === "exam") continue;
		// Nothing is read for meetings that are young enough.
		if (isAllShown(found, cutoffs) || (await isFoundShown(db, orgId, found, cutoffs))) readable.push(found);
	}
	return readable;
}

const shown = aliasedTable(speakers, "shown");

const listSegments = readRows((db, { orgId, ranges }: Bound<{ orgId: string; ranges: string }>) =>
	db
		.select({
			id: segments.id,
			transcriptId: segments.transcriptId,
			startMs: segments.startMs,
			endMs: segments.endMs,
			seq: segments.seq,
			text: segments.text,
			language: segments.language,
			ownId: speakers.id,
			ownLabel: speakers.label,
			ownParticipantId: speakers.participantId,
			shownId: shown.id,
			shownLabel: shown.label,
			shownParticipantId: shown.participantId,
		})
		.from(eachItem(ranges))
		.crossJoin(segments)
		.leftJoin(speakers, and(eq(speakers.orgId, segments.orgId), eq(speakers.id, segments.speakerId)))
		.leftJoin(shown, and(eq(shown.orgId, segments.orgId), eq(shown.id, speakers.mergedInto)))
		.where(
			and(
				eq(segments.orgId, orgId),
				eq(segments.transcriptId, itemAt(0, "text")),
				gte(segments.startMs, itemAt(1, "bigint")),
				lte(segments.startMs, itemAt(2, "bigint")),
				sql`${segments.seq} % ${sql.raw(String(SLOTS))} = ${itemAt(3, "bigint")}`,
			),
		),
);

/** A segment that the index has found. */
export interface FoundSegment
	extends Pick<SegmentRow, "id" | "transcriptId" | "startMs" | "endMs" | "seq" | "text" | "language"> {
	/** Who is shown as its speaker; null while unknown. */
	readonly speaker: { readonly id: string; readonly participantId: string | null; readonly label: string } | null;
}

/** A document, and the transcript it is of. */
export interface PlacedDocument {
	readonly place: Place;
	readonly transcript: ReadableTranscript;
}

/** Returns the segments of documents, in no order. */
export async function segmentsAt(
	db: ReadDb,
	orgId: string,
	documents: readonly PlacedDocument[],
): Promise<FoundSegment[]> {
	if (documents.length === 0) return [];
	const ranges = documents.map(({ place, transcript }) => {
		const fromMs = place.tick * TICK_MS - transcript.startedAtMs;
		// What lies before 1970 is in the first tick.
		const firstMs = place.tick === 0 ? Number.MIN_SAFE_INTEGER : fromMs;
		return [transcript.transcriptId, firstMs, fromMs + TICK_MS - 1, place.number % SLOTS];
	});
	const rows = await listSegments(db, { orgId, ranges: JSON.stringify(ranges) });
	return rows.map(({ ownId, ownLabel, ownParticipantId, shownId, shownLabel, shownParticipantId, ...segment }) => {
		const own = ownId === null ? null : { id: ownId, participantId: ownParticipantId, label: ownLabel ?? "" };
		const other = shownId === null ? null : { id: shownId, participantId: shownParticipantId, label: shownLabel ?? "" };
		return { ...segment, speaker: other ?? own };
	});
}

type OfMeeting = { readonly orgId: string; readonly meetingId: string; readonly take: number };
const numbersOfMeeting = readRows((db, { orgId, meetingId, take }: Bound<OfMeeting>) =>
	db
		.select({ number: transcriptIndexes.number })
		.from(transcriptIndexes)
		.where(and(eq(transcriptIndexes.orgId, orgId), eq(transcriptIndexes.meetingId, meetingId)))
		.limit(take),
);

/** Returns the numbers of the transcripts of a meeting, up to `take`. */
export const transcriptsOfMeeting = async (db: ReadDb, key: OfMeeting): Promise<number[]> =>
	(await numbersOfMeeting(db, key)).map(({ number }) => number);

type OfPerson = { readonly orgId: string; readonly viewer: string; readonly take: number };
const workspacesOfPerson = readRows((db, { orgId, viewer, take }: Bound<OfPerson>) =>
	db
		.select({ id: workspaceMembers.workspaceId })
		.from(workspaceMembers)
		.where(and(eq(workspaceMembers.orgId, orgId), eq(workspaceMembers.userId, viewer)))
		.limit(take),
);
const attended = readRows((db, { orgId, viewer, take }: Bound<OfPerson>) =>
	db
		.select({ number: transcriptIndexes.number })
		.from(participants)
		.crossJoin(transcriptIndexes)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.userId, viewer),
				eq(transcriptIndexes.orgId, orgId),
				eq(transcriptIndexes.meetingId, participants.meetingId),
			),
		)
		.limit(take),
);
const hosted = readRows((db, { orgId, viewer, take }: Bound<OfPerson>) =>
	db
		.select({ number: transcriptIndexes.number })
		.from(meetings)
		.crossJoin(transcriptIndexes)
		.where(
			and(
				eq(meetings.orgId, orgId),
				eq(meetings.hostId, viewer),
				isNull(meetings.deletedAtMs),
				eq(transcriptIndexes.orgId, orgId),
				eq(transcriptIndexes.meetingId, meetings.id),
			),
		)
		.limit(take),
);

/** Where a person may read: workspaces they are members of, and numbers of transcripts of their meetings. */
export interface ReachOfPerson {
	readonly workspaceIds: readonly string[];
	readonly numbers: readonly number[];
}

/** Returns where a person may read; null when that is more than `limit` places: then it is decided hit by hit. */
export async function reachOf(db: ReadDb, orgId: string, viewer: string, limit: number): Promise<ReachOfPerson | null> {
	const values = { orgId, viewer, take: limit + 1 };
	const [workspaces, ...own] = await Promise.all([
		workspacesOfPerson(db, values),
		attended(db, values),
		hosted(db, values),
	]);
	const numbers = [...new Set(own.flat().map(({ number }) => number))];
	if ([workspaces, ...own].some((rows) => rows.length > limit) || workspaces.length + numbers.length > limit)
		return null;
	return { workspaceIds: workspaces.map(({ id }) => id), numbers };
}
