import type { UploadRow } from "#db/schema";
import type { Db } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { outlasting, type RequestContext } from "#kernel/request-context";
import { SNIFF_BYTES, sniff } from "#modules/engines/media";
import { assertConsented } from "#modules/meetings/consents";
import { assertKept } from "#modules/meetings/meetings";
import { createRecording, recordingCreated } from "#modules/recordings/recordings";
import { systemContext } from "#modules/tenancy/permissions";
import { ContentMismatchError, type StoredObject } from "#platform/blobs";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import { lockUpload } from "./access.ts";
import { asUploadError, type DraftRemoval, resumeDraft } from "./drafts.ts";
import type { EndUpload } from "./end.ts";
import { contentMismatch, notMedia } from "./errors.ts";
import { facts } from "./facts.ts";
import { uploadsOf } from "./repository.ts";
import { toUpload } from "./view.ts";
import type { Writers } from "./writers.ts";

/** Queue of the jobs that finish uploads whose last request did not. */
const FINISH = "uploads.finish";
/** Time that the last request has to finish by itself, in ms. */
const RETRY_AFTER_MS = MINUTE_MS;

/** Enqueues the end of an upload whose bytes are all here, in case the request does not get to it. */
export type EnqueueFinish = (tx: Db, row: UploadRow) => Promise<void>;

export interface FinisherDeps extends Pick<Core, "store" | "retention" | "unitOfWork" | "newId" | "blobs" | "jobs"> {
	readonly writers: Writers;
	readonly draftRemoval: DraftRemoval;
	readonly endUpload: EndUpload;
}

/** Creates the function that enqueues the end of an upload. */
export const finishEnqueuer =
	(jobs: Jobs, nowMs: () => number): EnqueueFinish =>
	async (tx, { orgId, id }) => {
		const runAtMs = nowMs() + RETRY_AFTER_MS;
		await jobs.enqueue(tx, { queue: FINISH, orgId, payload: { uploadId: id }, uniqueKey: id, runAtMs });
	};

export type Finisher = ReturnType<typeof createFinisher>;

/**
 * Creates the end of uploads whose bytes are all here: content is recognized and compared with what was announced, and
 * one transaction makes it a recording, exactly once, however often it is requested.
 */
export function createFinisher(deps: FinisherDeps) {
	const { store, retention, unitOfWork, newId, blobs, jobs, writers, draftRemoval, endUpload } = deps;

	/** Recognizes and completes the content. @throws `unsupported_media_type` `content_mismatch` `gone` */
	async function complete(row: UploadRow): Promise<{ readonly content: StoredObject; readonly contentType: string }> {
		const draft = await resumeDraft(blobs, row);
		const lost = (error: unknown) => {
			throw error instanceof ContentMismatchError ? contentMismatch() : asUploadError(error);
		};
		const media = sniff(await draft.head(SNIFF_BYTES).catch(lost));
		if (media === null) throw notMedia();
		const content = await draft.finish({ expectedSha256: row.sha256 ?? undefined }).catch(lost);
		return { content, contentType: media.contentType };
	}

	async function record(context: RequestContext, upload: UploadRow, content: StoredObject, contentType: string) {
		return unitOfWork.run(context, async (change) => {
			const { row, meeting } = await lockUpload(change, upload, "record");
			if (row.state !== "finishing") return row;
			// A track has nobody else's voice, and others agreed when it began; of anything else they are asked again.
			if (row.participantId === null) await assertConsented(change.tx, meeting, "recording");
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
	 * Finishes an upload; the caller is its only writer.
	 * @throws `unsupported_media_type` `content_mismatch` `not_retained` `consent_required`: the upload has failed
	 */
	async function finish(caller: RequestContext, row: UploadRow): Promise<UploadRow> {
		// What a guest changes shares their meeting, which a recording changes: of two who finish at once, neither could.
		const context = caller.principal.kind === "guest" ? systemContext(`job:${FINISH}`) : outlasting(caller);
		if (row.state === "finished") return row;
		if (row.state !== "finishing") throw new Error(`an upload in the state ${row.state} cannot be finished`);
		try {
			const { content, contentType } = await complete(row);
			const next = await record(context, row, content, contentType);
			draftRemoval.wake();
			return next;
		} catch (error) {
			if (!isFinal(error)) throw error;
			await endUpload(context, row, { state: "failed", failure: error }, (change) => lockUpload(change, row, "end"));
			throw error;
		}
	}

	jobs.handle(FINISH, async ({ orgId, payload }: Job) => {
		const { uploadId } = payload;
		if (orgId === null || typeof uploadId !== "string") return;
		await writers.run(uploadId, async () => {
			const row = await uploadsOf(store.db, orgId).find(uploadId);
			if (row?.state !== "finishing") return;
			await finish(systemContext(`job:${FINISH}`), row).catch((error: unknown) => {
				if (!isFinal(error) && !isMissing(error)) throw error;
			});
		});
	});

	return finish;
}

/** Whether an upload cannot be finished, whenever it is tried again. */
const isFinal = (error: unknown): error is AppError =>
	error instanceof AppError &&
	["unsupported_media_type", "content_mismatch", "gone", "not_retained", "consent_required"].includes(error.code);

const isMissing = (error: unknown): boolean => error instanceof AppError && error.kind === "missing";
