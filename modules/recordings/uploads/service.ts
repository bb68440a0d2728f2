import type { UploadRow } from "#db/schema";
import type { RequestContext } from "#kernel/request-context";
import type { Core } from "#platform/module";
import { findUpload, lockUpload } from "./access.ts";
import { awaitsConsent } from "./awaited.ts";
import type { EndUpload } from "./end.ts";
import { isUploadLocked, uploadOver } from "./errors.ts";
import type { Finisher } from "./finish.ts";
import type { Growth } from "./growth.ts";
import type { IncomingBytes, Receiver } from "./receive.ts";
import type { Upload } from "./schemas.ts";
import { uploadFields } from "./schemas.ts";
import { toUpload } from "./view.ts";
import type { Writer, Writers } from "./writers.ts";

export interface UploadsDeps extends Pick<Core, "store" | "retention" | "clock"> {
	readonly writers: Writers;
	readonly receiver: Receiver;
	readonly finish: Finisher;
	readonly endUpload: EndUpload;
	readonly growth: Pick<Growth, "declare">;
}

/** An upload as its only writer sees it. */
export interface WritableUpload {
	/** With the offset it has now. */
	readonly upload: UploadRow;
	/** Stores its length, if that was deferred. */
	readonly declare: (sizeBytes: number) => Promise<void>;
	/** Stores bytes, and finishes the upload with the last of them unless it waits for consent; returns it as it is then. */
	readonly receive: (bytes: IncomingBytes) => Promise<UploadRow>;
}

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Creates the service by which clients send the bytes of announced uploads. */
export function createUploadsService(deps: UploadsDeps) {
	const { clock, writers, receiver, finish, endUpload, growth } = deps;
	/** Returns an upload that is not over without a recording. @throws `not_found` `forbidden` `purged` `gone` */
	async function findLive(context: RequestContext, uploadId: string): Promise<UploadRow> {
		const row = await findUpload(deps, context, uploadId);
		if (row.state === "failed" || row.state === "cancelled") throw uploadOver(row.state, row.failure);
		const isExpired = row.state === "expired" || (row.state === "open" && row.expiresAtMs <= clock.nowMs());
		if (isExpired) throw uploadOver("expired", null);
		return row;
	}

	/** Finishes an upload whose last request did not get to it. One that waits for consent stays as it is. */
	async function settle(context: RequestContext, row: UploadRow): Promise<UploadRow> {
		if (row.state === "finishing") return finish(context, row);
		const offsetBytes = await receiver.offsetOf(row);
		if (row.state !== "open" || row.lengthDeferred || offsetBytes < row.sizeBytes) return { ...row, offsetBytes };
		// The process ended between the last byte and the note of it.
		const bytes: IncomingBytes = { body: null, offset: offsetBytes, checksum: null };
		return finish(context, await receiver.receive(context, row, bytes, NOBODY));
	}

	return {
		/** Returns an upload. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get(context: RequestContext, uploadId: string, fields: string | undefined) {
			const select = uploadFields.parse(fields);
			const row = await findUpload(deps, context, uploadId);
			const upload: Upload = toUpload(row);
			return select((await awaitsConsent(deps.store.db, row)) ? { ...upload, waitingFor: "consent" } : upload);
		},

		/**
		 * Returns an upload with the offset that is durable. One whose bytes are all here is finished first, unless it waits
		 * for consent: who learns that nothing is missing takes it for done.
		 * @throws `not_found` `forbidden` `purged` `gone` `upload_locked`, what finishing it throws
		 */
		async offset(context: RequestContext, uploadId: string): Promise<UploadRow> {
			await writers.settle(uploadId);
			const row = await findLive(context, uploadId);
			if (row.state === "finished") return { ...row, offsetBytes: row.sizeBytes };
			if (writers.isBusy(uploadId)) return row;
			try {
				return await writers.run(uploadId, async () => settle(context, await findLive(context, uploadId)));
			} catch (error) {
				// Another server receives its bytes. If it finishes it, the caller must not take it for done before.
				if (row.state === "open" && isUploadLocked(error)) return row;
				throw error;
			}
		},

		/**
		 * Calls `work` as the only writer of an upload.
		 * @throws `not_found` `forbidden` `purged` `gone` `upload_locked`, what finishing it throws
		 */
		async write<T>(
			context: RequestContext,
			uploadId: string,
			work: (writable: WritableUpload) => Promise<T>,
		): Promise<T> {
			await findLive(context, uploadId);
			return writers.run(uploadId, async (writer) => {
				let upload = await settle(context, await findLive(context, uploadId));
				return work({
					upload,
					async declare(sizeBytes) {
						upload = await growth.declare(context, upload, sizeBytes);
					},
					async receive(bytes) {
						if (upload.state === "finished" || upload.state === "finishing") return upload;
						const received = await receiver.receive(context, upload, bytes, writer);
						if (received.state !== "finishing") return received;
						writer.complete();
						return finish(context, received);
					},
				});
			});
		},

		/**
		 * Cancels an upload: nothing of it is left. One that is over stays as it is.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `gone`
		 */
		async cancel(context: RequestContext, uploadId: string): Promise<void> {
			const row = await findLive(context, uploadId);
			const end = () => endUpload(context, row, { state: "cancelled" }, (change) => lockUpload(change, row, "end"));
			await writers.run(uploadId, end, true);
		},
	};
}

/** Stands for a request without bytes. */
const NOBODY: Writer = {
	signal: new AbortController().signal,
	pauseMs: null,
	touch: () => {},
	complete: () => {},
	pause: async () => {},
};
