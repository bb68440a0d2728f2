import { and, eq, isNotNull, isNull, ne, not, notInArray, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { portionDeletion } from "#db/portions";
import { participants, speakers, type TranscriptRow, transcripts } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { EnteredMeeting } from "#modules/meetings/meetings";
import { type Horizon, isShown } from "#platform/artifacts";
import { heldMeeting } from "#platform/holds";
import type { ErasedPerson } from "#platform/module";
import type { NewSpeaker, TranscriptKey } from "../ports.ts";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };
/** What is shown of a meeting, see `enterMeeting` of modules/meetings/meetings. */
type ShownOf = { readonly meetingId: string; readonly horizonMs: Horizon };
type ShownOfMeeting = OfMeeting & ShownOf;
type OfTranscript = { readonly orgId: string; readonly transcriptId: string };

/** Returns the organization that has a transcript. */
export const tenantOfTranscript = tenantOf(transcripts);

/** Order of the transcripts of a meeting. */
export const newestFirst = keyset("desc", { createdAtMs: transcripts.createdAtMs, id: transcripts.id });

const transcriptRows = tenantRows(transcripts, isNull(transcripts.deletedAtMs));
const speakerRows = tenantRows(speakers);

const listOfMeeting = readRows(
	(db, { orgId, meetingId, horizonMs, after, take }: Bound<SliceValues & ShownOfMeeting>) =>
		db
			.select()
			.from(transcripts)
			.where(
				and(
					eq(transcripts.orgId, orgId),
					eq(transcripts.meetingId, meetingId),
					isNull(transcripts.deletedAtMs),
					isShown("transcript", transcripts, horizonMs),
					newestFirst.after(after),
				),
			)
			.orderBy(...newestFirst.by)
			.limit(take),
);

const listReady = readRows((db, { orgId, meetingId, except }: Bound<OfMeeting & { except: string }>) =>
	db
		.select()
		.from(transcripts)
		.where(
			and(
				eq(transcripts.orgId, orgId),
				eq(transcripts.meetingId, meetingId),
				isNull(transcripts.deletedAtMs),
				eq(transcripts.state, "ready"),
				ne(transcripts.id, except),
			),
		)
		.orderBy(...newestFirst.by),
);

const latestReady = readRow((db, { orgId, meetingId, horizonMs }: Bound<ShownOfMeeting>) =>
	db
		.select()
		.from(transcripts)
		.where(
			and(
				eq(transcripts.orgId, orgId),
				eq(transcripts.meetingId, meetingId),
				isNull(transcripts.deletedAtMs),
				eq(transcripts.state, "ready"),
				isShown("transcript", transcripts, horizonMs),
			),
		)
		.orderBy(...newestFirst.by)
		.limit(1),
);

/** Returns the newest transcript of a meeting that is readable, and shown; undefined when there is none. */
export const findLatestTranscript = (
	db: ReadDb,
	{ meeting: { orgId, id: meetingId }, horizonMs }: EnteredMeeting,
): Promise<TranscriptRow | undefined> => latestReady(db, { orgId, meetingId, horizonMs });

type OfCapture = OfMeeting & { readonly captureId: string };
const ofCapture = readRow((db, { orgId, meetingId, captureId }: Bound<OfCapture>) =>
	db
		.select()
		.from(transcripts)
		.where(
			and(
				eq(transcripts.orgId, orgId),
				eq(transcripts.meetingId, meetingId),
				eq(transcripts.captureId, captureId),
				isNotNull(transcripts.captureId),
				isNull(transcripts.deletedAtMs),
				sql`${transcripts.state} <> 'failed'`, // A literal, as in the partial index.
			),
		)
		.limit(1),
);

/** Returns the transcript of a capture that is neither removed nor failed; undefined when there is none. */
export const findOfCapture = (db: ReadDb, key: OfCapture): Promise<TranscriptRow | undefined> =>
	ofCapture(db, { orgId: key.orgId, meetingId: key.meetingId, captureId: key.captureId });

/** Queries on the transcripts of one organization; those that were removed are in none of them. */
export const readTranscriptsOf = (db: ReadDb, orgId: string) => ({
	find: transcriptRows(db, orgId).find,

	/** Returns a slice of the transcripts of a meeting, {@link newestFirst}. */
	listOfMeeting: (shown: ShownOf, slice: Slice): Promise<TranscriptRow[]> =>
		listOfMeeting(db, { orgId, ...shown, ...sliceValues(slice) }),
});

/** Statements on the transcripts of one organization, within a change. */
export const transcriptsOf = (tx: Db, orgId: string) => ({
	...transcriptRows(tx, orgId),

	/** Returns the other readable transcripts of a meeting, {@link newestFirst}. */
	listReady: (meetingId: string, except: string): Promise<TranscriptRow[]> =>
		listReady(tx, { orgId, meetingId, except }),
});

/** Most speakers a transcript may have. */
export const MAX_SPEAKERS = 1_000;

const listSpeakers = readRows((db, { orgId, transcriptId }: Bound<OfTranscript>) =>
	db
		.select()
		.from(speakers)
		.where(and(eq(speakers.orgId, orgId), eq(speakers.transcriptId, transcriptId)))
		.orderBy(speakers.id)
		.limit(MAX_SPEAKERS),
);

type Merge = OfTranscript & { readonly from: string; readonly into: string };
const redirect = write((tx, { orgId, transcriptId, from, into }: Bound<Merge>) =>
	tx
		.update(speakers)
		.set({ mergedInto: into })
		.where(and(eq(speakers.orgId, orgId), eq(speakers.transcriptId, transcriptId), eq(speakers.mergedInto, from))),
);

/** Returns the speakers of a transcript, merged ones included, in the order in which they were added. */
export const speakersOf = (db: ReadDb, { orgId, id }: TranscriptKey) => listSpeakers(db, { orgId, transcriptId: id });

/** Statements on the speakers of a transcript, within a change. */
export const writeSpeakersOf = (tx: Db, { orgId, id: transcriptId }: TranscriptKey) => ({
	...speakerRows(tx, orgId),

	add: (id: string, speaker: NewSpeaker) =>
		speakerRows(tx, orgId).insert({ ...speaker, id, transcriptId, mergedInto: null, version: 1 }),

	/** Merges into another whoever was merged into a speaker. */
	redirect: (from: string, into: string) => redirect(tx, { orgId, transcriptId, from, into }),
});

const findParticipant = readRow((db, { orgId, meetingId, id }: Bound<OfMeeting & { id: string }>) =>
	db
		.select({ name: participants.name })
		.from(participants)
		.where(and(eq(participants.orgId, orgId), eq(participants.meetingId, meetingId), eq(participants.id, id)))
		.limit(1),
);

/** Returns the name of a participant of a meeting; undefined when it has no such participant. */
export const participantName = async (db: ReadDb, meeting: OfMeeting, id: string): Promise<string | undefined> =>
	(await findParticipant(db, { ...meeting, id }))?.name;

/** Most participants whose names are compared with those of speakers. */
const MAX_NAMED = 5_000;
const listNames = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ id: participants.id, name: participants.name })
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				ne(participants.name, ""),
				notInArray(participants.state, ["waiting", "refused"]),
			),
		)
		.orderBy(participants.createdAtMs, participants.id)
		.limit(MAX_NAMED),
);

/** Returns the people who were or shall be in a meeting, by name; without those who were never let in. */
export const participantNames = (db: ReadDb, meeting: OfMeeting): Promise<{ id: string; name: string }[]> =>
	listNames(db, meeting);

/** Name of a speaker whose person was erased. */
const NOBODY = "Somebody";

/** Whose participants are looked for, in all organizations or in one. */
interface Somebody {
	readonly userId: string | undefined;
	readonly emailKey: string | undefined;
	readonly orgId: string | undefined;
}
type SpeakerKey = { readonly orgId: string; readonly id: string };
/** The speakers known to be a person, who has an account, or was invited at an address. */
const listOfPerson = readRows((db, { userId, emailKey, orgId, limit }: Bound<Somebody & { limit: number }>) =>
	db
		.select({ orgId: speakers.orgId, id: speakers.id, transcriptId: speakers.transcriptId })
		.from(participants)
		.crossJoin(transcripts)
		.crossJoin(speakers)
		.where(
			and(
				userId && eq(participants.userId, userId),
				emailKey && eq(participants.emailKey, emailKey),
				orgId && eq(participants.orgId, orgId),
				eq(transcripts.orgId, participants.orgId),
				eq(transcripts.meetingId, participants.meetingId),
				eq(speakers.orgId, transcripts.orgId),
				eq(speakers.transcriptId, transcripts.id),
				eq(speakers.participantId, participants.id),
				ne(speakers.label, NOBODY),
				not(heldMeeting(participants.orgId, participants.meetingId)),
			),
		)
		.limit(limit),
);
const forget = write((tx, { orgId, id }: Bound<SpeakerKey>) =>
	tx
		.update(speakers)
		.set({ label: NOBODY })
		.where(and(eq(speakers.orgId, orgId), eq(speakers.id, id))),
);

/**
 * Takes the name off up to `limit` speakers known to be a person, held meetings excepted, and returns their transcripts, one for each speaker. The
 * person is found by their participants, so it must be called before those are erased.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseSpeakers(
	acrossTenants: Db,
	{ userId, emailKey, orgId }: ErasedPerson,
	limit: number,
): Promise<TranscriptKey[]> {
	const found: TranscriptKey[] = [];
	for (const which of [
		{ userId, emailKey: undefined },
		{ userId: undefined, emailKey },
	]) {
		const left = limit - found.length;
		const keys =
			left === 0 ? [] : await listOfPerson(acrossTenants, { ...which, orgId: orgId ?? undefined, limit: left });
		await Promise.all(keys.map(({ orgId, id }) => forget(acrossTenants, { orgId, id })));
		found.push(...keys.map(({ orgId, transcriptId }) => ({ orgId, id: transcriptId })));
	}
	return found;
}

const removeSpeakerRows = portionDeletion(
	speakers,
	speakers.id,
	({ orgId, id }: Bound<{ orgId: string; id: string }>) =>
		and(eq(speakers.orgId, orgId), eq(speakers.transcriptId, id)),
);

/** Deletes up to `limit` speakers of a transcript and returns their number. */
export const removeSpeakers = (tx: Db, { orgId, id }: TranscriptKey, limit: number): Promise<number> =>
	removeSpeakerRows(tx, { orgId, id }, limit);

const findOfMeeting = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ orgId: transcripts.orgId, id: transcripts.id })
		.from(transcripts)
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.meetingId, meetingId)))
		.limit(1),
);

const removeRow = write((tx, { orgId, id }: Bound<TranscriptKey>) =>
	tx.delete(transcripts).where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, id))),
);

const findRemoved = readRow((db, { orgId, id }: Bound<TranscriptKey>) =>
	db
		.select({ id: transcripts.id })
		.from(transcripts)
		.where(and(eq(transcripts.orgId, orgId), eq(transcripts.id, id), isNotNull(transcripts.deletedAtMs)))
		.limit(1),
);

/** Statements that delete transcripts for good, those that were removed included. */
export const erasableTranscripts = (tx: Db, orgId: string) => ({
	/** Returns a transcript of a meeting; undefined when it has none. */
	findOfMeeting: (meetingId: string): Promise<TranscriptKey | undefined> => findOfMeeting(tx, { orgId, meetingId }),

	/** Whether a transcript was removed and still has its row. */
	isRemoved: async (id: string): Promise<boolean> => (await findRemoved(tx, { orgId, id })) !== undefined,

	/** Deletes the row of a transcript that has no others any more, and returns how many that were. */
	removeRow: (id: string): Promise<number> => removeRow(tx, { orgId, id }),
});
