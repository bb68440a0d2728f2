import type { UploadRow } from "#db/schema";
import type { Db } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { outlasting, type RequestContext } from "#kernel/request-context";
import { SNIFF_BYTES, sniff } from "#modules/engines/media";
import { assertConsented, awaitsDecisions } from "#modules/meetings/consents";
import { assertKept, lockMeetingRow, type RoomChange } from "#modules/meetings/meetings";
import { createRecording, recordingCreated } from "#modules/recordings/recordings";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { ContentMismatchError, type StoredObject } from "#platform/blobs";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { lockUpload } from "./access.ts";
import { awaitsConsent } from "./awaited.ts";
import { asUploadError, type DraftRemoval, resumeDraft } from "./drafts.ts";
import type { EndUpload } from "./end.ts";
import { contentMismatch, notMedia } from "./errors.ts";
import { facts } from "./facts.ts";
import { listFinishingFiles, uploadsOf } from "./repository.ts";
import { toUpload } from "./view.ts";
import type { Writers } from "./writers.ts";

/** Queue of the jobs that finish uploads whose last request did not, or could not yet. */
const FINISH = "uploads.finish";
/** Time that the last request has to finish by itself, in ms. */
const RETRY_AFTER_MS = MINUTE_MS;
/**
 * How often a file that waits for consent is looked at although no participant has decided, in ms: its organization may need
 * less by now. It waits until it expires.
 */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;

/** Enqueues the end of an upload whose bytes are all here, in case the request does not get to it. */
export type EnqueueFinish = (tx: Db, row: Pick<UploadRow, "orgId" | "id">, afterMs?: number) => Promise<void>;

export interface FinisherDeps extends Pick<Core, "store" | "retention" | "unitOfWork" | "newId" | "blobs" | "jobs"> {
	readonly writers: Writers;
	readonly draftRemoval: DraftRemoval;
	readonly endUpload: EndUpload;
	readonly enqueueFinish: EnqueueFinish;
}

/** Creates the function that enqueues the end of an upload. */
export const finishEnqueuer =
	(jobs: Jobs, nowMs: () => number): EnqueueFinish =>
	async (tx, { orgId, id }, afterMs = RETRY_AFTER_MS) => {
		const runAtMs = nowMs() + afterMs;
		await jobs.enqueue(tx, { queue: FINISH, orgId, payload: { uploadId: id }, uniqueKey: id, runAtMs });
	};

/**
 * Creates the reaction to decisions, and to other rules of a meeting: files that wait for consent are looked at at once, by
 * one job for all that changes until it begins.
 */
export const lookAfterDecisions =
	(jobs: Jobs) =>
	async (change: Change, { orgId, meetingId, what }: RoomChange): Promise<void> => {
		if (what !== "consents" && what !== "rules") return;
		const files = await listFinishingFiles(change.tx, { orgId, meetingId });
		if (files.length === 0) return;
		await jobs.enqueue(change.tx, { queue: FINISH, orgId, payload: { meetingId }, uniqueKey: meetingId });
		change.afterCommit(() => jobs.wake(FINISH));
	};

/** Content that is complete and recognized. */
interface Completed {
	readonly content: StoredObject;
	readonly contentType: string;
}

export type Finisher = ReturnType<typeof createFinisher>;

/**
 * Creates the end of uploads whose bytes are all here: content is recognized and compared with what was announced, and
 * one transaction makes it a recording, exactly once, however often it is requested.
 */
export function createFinisher(deps: FinisherDeps) {
	const { store, retention, unitOfWork, newId, blobs, jobs, writers, draftRemoval, endUpload, enqueueFinish } = deps;

	/**
	 * Recognizes and completes the content; returns null for a file that waits for consent, and stays a draft meanwhile: the
	 * sweep of the store takes an object that is no recording for a stray.
	 * @throws `unsupported_media_type` `content_mismatch` `gone`
	 */
	async function complete(row: UploadRow, mayWait: boolean): Promise<Completed | null> {
		const draft = await resumeDraft(blobs, row);
		const lost = (error: unknown) => {
			throw error instanceof ContentMismatchError ? contentMismatch() : asUploadError(error);
		};
		const media = sniff(await draft.head(SNIFF_BYTES).catch(lost));
		if (media === null) throw notMedia();
		if (mayWait && (await awaitsConsent(store.db, row))) return null;
		const content = await draft.finish({ expectedSha256: row.sha256 ?? undefined }).catch(lost);
		return { content, contentType: media.contentType };
	}

	async function record(
		context: RequestContext,
		upload: UploadRow,
		{ content, contentType }: Completed,
		mayWait: boolean,
	): Promise<UploadRow> {
		return unitOfWork.run(context, async (change) => {
			const { row, meeting } = await lockUpload(change, upload, "record");
			if (row.state !== "finishing") return row;
			// A track has nobody else's voice, and others agreed when it began; of anything else they are asked again.
			if (row.participantId === null) {
				if (mayWait && (await awaitsDecisions(change.tx, meeting, "recording"))) return row;
				await assertConsented(change.tx, meeting, "recording");
			}
			await assertKept(change, retention, { orgId: row.orgId, meeting }, "recordings");
			const { orgId, meetingId, filename, language, participantId, captureId, startedAtMs, createdBy } = row;
			const track = { participantId, captureId, startedAtMs };
			const file = { orgId, meetingId, filename, contentType, language, ...track, createdBy, content };
			const recording = await createRecording(change, newId, file);
			const recordingId = recording.id;
			const values = { state: "finished", draft: null, recordingId, updatedAtMs: change.nowMs } as const;
			await uploadsOf(change.tx, orgId).update(row.id, values);
			const next: UploadRow = { ...row, ...values };
			change.record(orgId, facts["upload.complete"], { id: row.id, object: toUpload(next) });
			await change.reach(recordingCreated, recording);
			await draftRemoval.enqueue(change.tx, row);
			return next;
		});
	}

	/**
	 * Finishes an upload; the caller is its only writer. A file waits, `finishing`, as long as participants have not decided
	 * about a consent that is required of all.
	 * @param mayWait whether there is time to wait; without it a missing decision is a denial
	 * @throws `unsupported_media_type` `content_mismatch` `not_retained` `consent_required`: the upload has failed
	 */
	async function finish(caller: RequestContext, row: UploadRow, mayWait = true): Promise<UploadRow> {
		// What a guest changes shares their meeting, which a recording changes: of two who finish at once, neither could.
		const context = caller.principal.kind === "guest" ? systemContext(`job:${FINISH}`) : outlasting(caller);
		if (row.state === "finished") return row;
		if (row.state !== "finishing") throw new Error(`an upload in the state ${row.state} cannot be finished`);
		try {
			const completed = await complete(row, mayWait);
			if (completed === null) return row;
			const next = await record(context, row, completed, mayWait);
			draftRemoval.wake();
			return next;
		} catch (error) {
			if (!isFinal(error)) throw error;
			await endUpload(context, row, { state: "failed", failure: error }, (change) => lockUpload(change, row, "end"));
			throw error;
		}
	}

	/** Finishes an upload in a job; returns it if it waits: for consent, or for an organization that may be restored. */
	async function finishLater(orgId: string, uploadId: string): Promise<UploadRow | undefined> {
		const [organization, row] = await Promise.all([
			findOrganizationRow(store.db, orgId),
			uploadsOf(store.db, orgId).find(uploadId),
		]);
		if (row?.state !== "finishing") return undefined;
		if (organization?.state === "pending_deletion") return row;
		try {
			const next = await finish(systemContext(`job:${FINISH}`), row);
			return next.state === "finishing" ? next : undefined;
		} catch (error) {
			if (isFinal(error) || isMissing(error)) return undefined;
			throw error;
		}
	}

	/** Returns the files of a meeting that a job looks at after decisions. */
	async function listDecided(job: Job, orgId: string, meetingId: string): Promise<string[]> {
		return unitOfWork.run(systemContext(`job:${FINISH}`), async ({ tx }) => {
			// Whoever decides shares the meeting: what was decided before is seen now, what is decided later enqueues another job.
			await lockMeetingRow(tx, { orgId, id: meetingId });
			await job.freeKey(tx);
			const files = await listFinishingFiles(tx, { orgId, meetingId });
			return files.map(({ id }) => id);
		});
	}

	/** Returns the uploads that a job is for: one, or those of a meeting in which something was decided. */
	async function listOf(job: Job, orgId: string): Promise<string[]> {
		const { uploadId, meetingId } = job.payload;
		if (typeof uploadId === "string") return [uploadId];
		return typeof meetingId === "string" ? listDecided(job, orgId, meetingId) : [];
	}

	jobs.handle(FINISH, async (job, { signal }) => {
		const { orgId } = job;
		if (orgId === null) return;
		const again: UploadRow[] = [];
		const failures: unknown[] = [];
		for (const id of await listOf(job, orgId)) {
			signal.throwIfAborted();
			try {
				const row = await writers.run(id, (writer) => {
					writer.complete();
					return finishLater(orgId, id);
				});
				if (row) again.push(row);
			} catch (error) {
				failures.push(error); // The others do not wait for it.
			}
		}
		if (failures.length > 0) throw failures[0];
		if (again.length === 0) return;
		await unitOfWork.run(systemContext(`job:${FINISH}`), async ({ tx }) => {
			await job.done(tx);
			for (const row of again) await enqueueFinish(tx, row, LOOK_AGAIN_MS);
		});
	});

	return finish;
}

/** Whether an upload cannot be finished, whenever it is tried again. */
const isFinal = (error: unknown): error is AppError =>
	error instanceof AppError &&
	["unsupported_media_type", "content_mismatch", "gone", "not_retained", "consent_required"].includes(error.code);

const isMissing = (error: unknown): boolean => error instanceof AppError && error.kind === "missing";
