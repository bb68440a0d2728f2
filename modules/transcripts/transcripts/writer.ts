import type { MeetingArtifacts, TranscriptRow } from "#db/schema";
import type { Db } from "#db/store";
import { AppError } from "#kernel/errors";
import { updateArtifacts } from "#modules/meetings/meetings";
import { artifactsOf } from "#platform/artifacts";
import { keepFormer } from "#platform/holds";
import { type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change, Fact } from "#platform/unit-of-work";
import { transcriptNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { segmentsStored, transcriptExtended, transcriptReady, transcriptRemoved } from "./moments.ts";
import type { SpokenTrack, TranscriptKey, TranscriptWriter } from "./ports.ts";
import { ERASE, type ErasePayload } from "./queues.ts";
import {
	countSegments,
	type InsertedSegment,
	insertSegments,
	listLanguages,
	readSegmentsOf,
	rehearSegment,
} from "./repository/segments.ts";
import { findOfCapture, speakersOf, transcriptsOf, writeSpeakersOf } from "./repository/transcripts.ts";
import type { Transcript } from "./schemas.ts";
import { toTranscript } from "./view.ts";

/** Noun of a transcript in the ledger of artifacts. */
const OWNER = "transcript";

export interface TranscriptWriterDeps extends Pick<Core, "newId" | "moments"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
}

/** Creates the writer of transcripts, see {@link TranscriptWriter}. */
export function createTranscriptWriter({ newId, jobs, moments }: TranscriptWriterDeps): TranscriptWriter {
	/** Deletes a transcript's content in the background. */
	async function enqueueErasure(change: Change, { orgId, id }: TranscriptKey): Promise<void> {
		const payload: ErasePayload = { orgId, transcriptId: id };
		const job = { queue: ERASE, orgId, payload, uniqueKey: id, maxAttempts: UNLIMITED_ATTEMPTS };
		await jobs.enqueue(change.tx, job);
		change.afterCommit(() => jobs.wake(ERASE));
	}

	/** Returns a transcript, locked until the transaction ends. @throws `not_found` */
	async function lock(tx: Db, { orgId, id }: TranscriptKey): Promise<TranscriptRow> {
		const row = await transcriptsOf(tx, orgId).lock(id);
		if (!row) throw transcriptNotFound();
		return row;
	}

	/** Inserts segments into a locked transcript, and returns how many were new. */
	async function insert(tx: Db, row: TranscriptRow, segments: readonly InsertedSegment[]): Promise<number> {
		const count = await insertSegments(tx, row, segments);
		const endMs = segments.reduce((latest, segment) => Math.max(latest, segment.endMs), 0);
		await countSegments(tx, { orgId: row.orgId, id: row.id, count, endMs });
		await moments.reach({ tx }, segmentsStored, { transcript: row, segments });
		return count;
	}

	/** Returns the speaker who is a participant, added if there is none. */
	async function speakerOf(tx: Db, key: TranscriptKey, { label, participantId }: SpokenTrack): Promise<string> {
		const known = (await speakersOf(tx, key)).find((speaker) => speaker.participantId === participantId);
		const id = known?.id ?? newId("spk");
		if (!known) await writeSpeakersOf(tx, key).add(id, { label, participantId });
		return id;
	}

	return {
		async createTranscript(change, meeting, transcript) {
			const { orgId, id: meetingId } = meeting;
			const row: TranscriptRow = {
				live: false,
				captureId: null,
				consentStatement: null,
				...transcript,
				orgId,
				id: newId("trn"),
				meetingId,
				state: "processing",
				languages: [],
				segmentCount: 0,
				durationMs: 0,
				revision: 1,
				failure: null,
				version: 1,
				createdBy: change.principal.id,
				createdAtMs: change.nowMs,
				updatedAtMs: change.nowMs,
				deletedAtMs: null,
			};
			await transcriptsOf(change.tx, orgId).insert(row);
			const owner = { orgId, ownerType: OWNER, ownerId: row.id, meetingId } as const;
			await artifactsOf(change.tx, orgId).add(owner, { rows: true, sizeBytes: 0 }, change.nowMs);
			const { consentStatement: to } = row;
			change.record(orgId, facts["transcript.create"], {
				id: row.id,
				object: toTranscript(row),
				...(to !== null && { auditedChanges: [{ path: "/consentStatement", from: null, to }] }),
			});
			return { orgId, id: row.id };
		},

		newSegmentId: () => newId("seg"),

		async addSpeakers(tx, transcript, speakers) {
			const added = speakers.map((speaker) => ({ id: newId("spk"), speaker }));
			const rows = writeSpeakersOf(tx, transcript);
			await Promise.all(added.map(({ id, speaker }) => rows.add(id, speaker)));
			return added.map(({ id }) => id);
		},

		async insertSegments(tx, transcript, segments) {
			const row = await lock(tx, transcript);
			return insert(
				tx,
				row,
				segments.map((segment) => ({ source: row.source, ...segment, id: segment.id ?? newId("seg") })),
			);
		},

		async appendSegments(tx, transcript, segments) {
			const row = await lock(tx, transcript);
			const placed = segments.map((segment, at) => ({
				source: row.source,
				...segment,
				seq: row.segmentCount + at + 1,
			}));
			await insert(tx, row, placed);
			return placed;
		},

		async rehearSegment(tx, transcript, segmentId, { text, confidence, words }, by) {
			const row = await lock(tx, transcript);
			const segment = await readSegmentsOf(tx, transcript).find(segmentId);
			if (segment === undefined || segment.edited || segment.text === text) return undefined;
			const next = { text, confidence, words, revision: segment.revision + 1 };
			await Promise.all([
				rehearSegment(tx, { orgId: row.orgId, transcriptId: row.id, segmentId, ...next }),
				by && keepFormer({ tx, ...by }, { ...row, type: "segment", id: segmentId }, segment, next),
			]);
			const revised = { ...segment, ...next };
			await moments.reach({ tx }, segmentsStored, { transcript: row, segments: [revised] });
			return revised;
		},

		hasSegment: async (db, transcript, segmentId) =>
			(await readSegmentsOf(db, transcript).find(segmentId)) !== undefined,

		languagesOf: listLanguages,

		findOfCapture,

		async addTracks(change, key, tracks) {
			const { tx } = change;
			for (const track of tracks) {
				const row = await lock(tx, key);
				const speakerId = await speakerOf(tx, row, track);
				const placed = track.segments.map((segment, at) => {
					const place = { id: newId("seg"), seq: row.segmentCount + at + 1, speakerId };
					return { source: row.source, ...segment, ...place };
				});
				await insert(tx, row, placed);
			}
			const row = await lock(tx, key);
			if (row.state !== "ready" || tracks.length === 0) return;
			const values = { revision: row.revision + 1, languages: await listLanguages(tx, row) };
			const next = await saveTranscript(change, row, values, facts["transcript.update"]);
			const [other] = await transcriptsOf(tx, row.orgId).listReady(row.meetingId, row.id);
			const isLatest = other === undefined || other.createdAtMs <= row.createdAtMs;
			if (isLatest) await tellMeeting(change, row, readyArtifact(next), null);
			await change.reach(transcriptExtended, next);
		},

		async publishTranscript(change, { orgId, id }, { language, languages, engine }) {
			const row = await lock(change.tx, { orgId, id });
			if (row.state !== "processing") return;
			const next = await saveTranscript(
				change,
				row,
				{ state: "ready", live: false, language, languages, ...(engine && { engine }) },
				facts["transcript.publish"],
			);
			await tellMeeting(change, row, readyArtifact(next), null);
			await change.reach(transcriptReady, next);
		},

		async failTranscript(change, { orgId, id }, failure) {
			const row = await lock(change.tx, { orgId, id });
			if (row.state !== "processing") return;
			const values = { state: "failed", failure, segmentCount: 0, durationMs: 0 } as const;
			await saveTranscript(change, row, values, facts["transcript.fail"]);
			await artifactsOf(change.tx, orgId).remove(OWNER, id, change.nowMs);
			await enqueueErasure(change, row);
			await change.reach(transcriptRemoved, row);
			await showAnother(change, row, "failed", failure);
		},

		async removeTranscript(change, { orgId, id }) {
			const row = await lock(change.tx, { orgId, id });
			await saveTranscript(change, row, { deletedAtMs: change.nowMs }, facts["transcript.delete"]);
			await artifactsOf(change.tx, orgId).remove(OWNER, id, change.nowMs);
			await enqueueErasure(change, row);
			await change.reach(transcriptRemoved, row);
			await showAnother(change, row, "deleted", null);
		},
	};
}

const readyArtifact = ({
	id,
	languages,
	segmentCount,
}: TranscriptRow): NonNullable<MeetingArtifacts["transcript"]> => ({
	state: "ready",
	transcriptId: id,
	languages,
	segmentCount,
});

/** Lets the meeting name the latest transcript that is left; without one, the state of this one. */
async function showAnother(
	change: Change,
	row: TranscriptRow,
	state: "failed" | "deleted",
	reason: string | null,
): Promise<void> {
	const [other] = await transcriptsOf(change.tx, row.orgId).listReady(row.meetingId, row.id);
	const none = { state, transcriptId: null, languages: [], segmentCount: 0 };
	await tellMeeting(change, row, other ? readyArtifact(other) : none, other ? null : reason);
}

/** Brings the meeting up to date, unless it is being deleted itself. */
async function tellMeeting(
	change: Change,
	{ orgId, meetingId }: TranscriptRow,
	transcript: NonNullable<MeetingArtifacts["transcript"]>,
	reason: string | null,
): Promise<void> {
	try {
		await updateArtifacts(change, orgId, meetingId, { transcript }, reason);
	} catch (error) {
		if (!(error instanceof AppError && error.code === "not_found")) throw error;
	}
}

/** Stores the next version of a transcript and records the fact. Returns the transcript as it is now. */
export async function saveTranscript(
	change: Change,
	row: TranscriptRow,
	values: Partial<TranscriptRow>,
	fact: Fact<typeof Transcript>,
	occurrence: Pick<Parameters<Change["record"]>[2], "otherTargets" | "changes"> = {},
): Promise<TranscriptRow> {
	const saved = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
	await transcriptsOf(change.tx, row.orgId).update(row.id, saved);
	const next = { ...row, ...saved };
	change.record(row.orgId, fact, { id: row.id, object: toTranscript(next), ...occurrence });
	return next;
}
