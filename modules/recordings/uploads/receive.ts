import type { UploadRow } from "#db/schema";
import { outlasting, type RequestContext } from "#kernel/request-context";
import { type BlobDraft, DraftOffsetError } from "#platform/blobs";
import type { Core } from "#platform/module";
import { lockUpload } from "./access.ts";
import { type Checksum, receiveVerified } from "./checksum.ts";
import { asUploadError, isDraftState, ownerOf, resumeDraft } from "./drafts.ts";
import { beyondSize, offsetMismatch, tooLarge, uploadLocked, uploadOver } from "./errors.ts";
import { expiryOf } from "./expire.ts";
import type { EnqueueFinish } from "./finish.ts";
import type { Growth } from "./growth.ts";
import { type BodyLimit, inPieces, PIECE_BYTES, type Pieces } from "./pieces.ts";
import { uploadsOf } from "./repository.ts";
import { largestOf } from "./tracks.ts";
import type { Writer } from "./writers.ts";

/** Bytes of one request. */
export interface IncomingBytes {
	readonly body: ReadableStream<Uint8Array> | null;
	readonly offset: number;
	readonly checksum: Checksum | null;
}

/** A body that is being received. */
interface Incoming {
	readonly pieces: Pieces;
	readonly writer: Writer;
}

/** A body that is stored once it has its checksum. */
interface VerifiedBody extends Incoming {
	readonly checksum: Checksum;
}

export interface ReceiverDeps extends Pick<Core, "store" | "unitOfWork" | "steadyMs" | "blobs" | "spool"> {
	readonly enqueueFinish: EnqueueFinish;
	readonly growth: Pick<Growth, "goOn">;
}

export type Receiver = ReturnType<typeof createReceiver>;

/**
 * Creates the receiver of uploaded bytes: they are durable before their offset is answered, and the authority of the
 * caller is checked again with each piece of them.
 */
export function createReceiver(deps: ReceiverDeps) {
	const { store, unitOfWork, steadyMs, blobs, spool, enqueueFinish, growth } = deps;

	/** Opens what was received of an upload, making the draft before the first byte. */
	async function openDraft(context: RequestContext, row: UploadRow): Promise<BlobDraft> {
		if (isDraftState(row.draft)) return resumeDraft(blobs, row);
		const draft = await blobs.forOwner(ownerOf(row)).draft();
		try {
			await unitOfWork.run(context, async (change) => {
				const { row: now } = await lockUpload(change, row, "send");
				if (now.state !== "open" || now.draft !== null) throw uploadLocked();
				await uploadsOf(change.tx, row.orgId).update(row.id, { draft: draft.state });
			});
		} catch (error) {
			await draft.discard();
			throw error;
		}
		return draft;
	}

	/**
	 * Stores how much has arrived, for a caller who may still send it.
	 * @param isBegun whether a byte has arrived, if only for its checksum: an empty request is no beginning
	 */
	async function saveOffset(
		context: RequestContext,
		row: UploadRow,
		offsetBytes: number,
		isBegun = offsetBytes > 0,
	): Promise<UploadRow> {
		return unitOfWork.run(context, async (change) => {
			const { row: now } = await lockUpload(change, row, "send");
			if (now.state === "failed" || now.state === "expired" || now.state === "cancelled")
				throw uploadOver(now.state, now.failure);
			if (now.state !== "open") return now;
			const isComplete = !now.lengthDeferred && offsetBytes === now.sizeBytes;
			const values = {
				offsetBytes,
				...(now.lengthDeferred && { sizeBytes: Math.max(now.sizeBytes, offsetBytes) }),
				state: isComplete ? ("finishing" as const) : now.state,
				expiresAtMs: isBegun ? expiryOf(now.createdAtMs, change.nowMs) : now.expiresAtMs,
				updatedAtMs: change.nowMs,
			};
			await uploadsOf(change.tx, row.orgId).update(row.id, values);
			if (isComplete) await enqueueFinish(change.tx, now);
			return { ...now, ...values };
		});
	}

	/** Appends a piece; returns where the next goes. */
	async function append(draft: BlobDraft, content: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
		return draft.append(content, offset).catch((error: unknown) => {
			if (error instanceof DraftOffsetError) throw offsetMismatch(error.sizeBytes);
			throw asUploadError(error);
		});
	}

	/** Appends a body piece by piece; what arrived before a failure is kept. */
	async function appendPieces(context: RequestContext, row: UploadRow, draft: BlobDraft, { pieces, writer }: Incoming) {
		let now = row;
		let offset = draft.sizeBytes;
		while (pieces.hasMore) {
			now = await growth.goOn(context, now, offset);
			offset = await append(draft, pieces.next(pieceOf(now, offset)), offset);
			if (pieces.hasMore) now = await saveOffset(context, now, offset);
			if (pieces.isStalled) await writer.pause(pieces.arrival());
		}
		return offset;
	}

	/** Yields all pieces; the caller is checked with each of them, as where they are appended. */
	async function* takeAll(context: RequestContext, row: UploadRow, { sizeBytes }: BlobDraft, incoming: Incoming) {
		const { pieces, writer } = incoming;
		let now = row;
		let taken = sizeBytes;
		while (pieces.hasMore) {
			now = await growth.goOn(context, now, taken);
			for await (const chunk of pieces.next(pieceOf(now, taken))) {
				taken += chunk.length;
				yield chunk;
			}
			if (pieces.hasMore) await saveOffset(context, row, sizeBytes, true);
			if (pieces.isStalled) await writer.pause(pieces.arrival());
		}
	}

	/** Appends a body that has its checksum; returns where the next goes. */
	async function appendVerified(context: RequestContext, row: UploadRow, draft: BlobDraft, body: VerifiedBody) {
		const verified = await receiveVerified(spool, takeAll(context, row, draft, body), body.checksum);
		try {
			return await append(draft, verified.content(), draft.sizeBytes);
		} finally {
			await verified.close();
		}
	}

	/** Discards what was received for an upload that ended meanwhile: its end has discarded only what there was then. */
	async function discardIfOver({ orgId, id }: UploadRow, draft: BlobDraft): Promise<void> {
		const now = await uploadsOf(store.db, orgId).find(id);
		if (now?.state !== "open" && now?.state !== "finishing") await draft.discard();
	}

	return {
		/** Returns how many bytes of an upload are durable. @throws `gone` when they were lost */
		async offsetOf(row: UploadRow): Promise<number> {
			if (row.state === "finished" || row.state === "finishing") return row.sizeBytes;
			if (!isDraftState(row.draft)) return 0;
			const draft = await resumeDraft(blobs, row);
			return draft.sizeBytes;
		},

		/**
		 * Receives the bytes of a request and returns the upload as it is then.
		 * @throws `upload_offset_mismatch` `payload_too_large` `checksum_mismatch` `storage_full` `gone`, and what the
		 * caller's authority has become
		 */
		async receive(
			caller: RequestContext,
			row: UploadRow,
			{ body, offset, checksum }: IncomingBytes,
			writer: Writer,
		): Promise<UploadRow> {
			const context = outlasting(caller);
			const draft = await openDraft(context, row);
			if (draft.sizeBytes !== offset) throw offsetMismatch(draft.sizeBytes);
			const pieces = inPieces(body, limitOf(row, offset), writer, steadyMs);
			try {
				const end =
					checksum === null
						? await appendPieces(context, row, draft, { pieces, writer })
						: await appendVerified(context, row, draft, { pieces, writer, checksum });
				return await saveOffset(context, row, end);
			} catch (error) {
				// What came before it counts: whoever is cut off has begun.
				if (draft.sizeBytes > offset && (row.lengthDeferred || draft.sizeBytes < row.sizeBytes))
					await saveOffset(context, row, draft.sizeBytes).catch(() => {});
				await discardIfOver(row, draft);
				throw error;
			} finally {
				pieces.end();
			}
		},
	};
}

/** Returns how many bytes the next piece of an upload may have: at least one, which may be one too many. */
const pieceOf = (row: UploadRow, offset: number): number =>
	row.lengthDeferred ? Math.max(1, row.sizeBytes - offset) : PIECE_BYTES;

/** Returns how many bytes an upload may still take. */
const limitOf = (row: UploadRow, offset: number): BodyLimit =>
	row.lengthDeferred
		? { maxBytes: largestOf(row) - offset, exceeded: tooLarge }
		: { maxBytes: row.sizeBytes - offset, exceeded: beyondSize };
