import type { UploadRow } from "#db/schema";
import type { RequestContext } from "#kernel/request-context";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { lockUpload } from "./access.ts";
import { tooLarge } from "./errors.ts";
import { uploadsOf } from "./repository.ts";
import { assertQuota, assertRoom, createContinuation, type UploadRoom } from "./room.ts";
import { largestOf } from "./tracks.ts";

/**
 * Bytes that an upload of deferred length may take beyond those that have arrived. They count as stored: few, so that a
 * class that records itself does not exceed a plan by what it will never send.
 */
export const STEP_BYTES = 4 * 1024 ** 2;

export interface GrowthDeps extends Pick<Core, "store" | "unitOfWork" | "clock"> {
	readonly room: UploadRoom;
}

export type Growth = ReturnType<typeof createGrowth>;

/** Creates what lets uploads go on: within the space there is, and within the plan where their length is not known. */
export function createGrowth({ store, unitOfWork, clock, room }: GrowthDeps) {
	const assertGoesOn = createContinuation(room, store, clock);

	/** Changes the size of an open upload of deferred length, unless another request has. */
	async function resize(
		context: RequestContext,
		upload: UploadRow,
		work: (change: Change, row: UploadRow) => Promise<Pick<UploadRow, "sizeBytes" | "lengthDeferred">>,
	): Promise<UploadRow> {
		return unitOfWork.run(context, async (change) => {
			const { row } = await lockUpload(change, upload, "send");
			if (row.state !== "open" || !row.lengthDeferred) return row;
			const values = { ...(await work(change, row)), updatedAtMs: change.nowMs };
			await uploadsOf(change.tx, row.orgId).update(row.id, values);
			return { ...row, ...values };
		});
	}

	return {
		/**
		 * Returns an upload that may send its next piece.
		 * @throws `storage_full` `quota_exceeded`
		 */
		async goOn(context: RequestContext, upload: UploadRow, offsetBytes: number): Promise<UploadRow> {
			const isShort = upload.sizeBytes - offsetBytes < STEP_BYTES / 2 && upload.sizeBytes < largestOf(upload);
			const granted =
				upload.lengthDeferred && isShort
					? await resize(context, upload, async (change, row) => {
							const sizeBytes = Math.max(row.sizeBytes, Math.min(offsetBytes + STEP_BYTES, largestOf(row)));
							const organization = await findOrganization(change.tx, row.orgId);
							await assertQuota(store, change, organization, sizeBytes - row.sizeBytes);
							return { sizeBytes, lengthDeferred: true };
						})
					: upload;
			await assertGoesOn(granted, offsetBytes);
			return granted;
		},

		/**
		 * Stores the length of an upload that had none.
		 * @throws `payload_too_large` `quota_exceeded`
		 */
		async declare(context: RequestContext, upload: UploadRow, sizeBytes: number): Promise<UploadRow> {
			if (sizeBytes > largestOf(upload)) throw tooLarge(largestOf(upload));
			const space = { limitBytes: room.limitBytes, freeBytes: await room.freeBytes(), of: "length" } as const;
			return resize(context, upload, async (change, row) => {
				const addedBytes = sizeBytes - row.sizeBytes;
				const organization = await findOrganization(change.tx, row.orgId);
				if (addedBytes > 0) await assertRoom(store, change, organization, { ...space, sizeBytes: addedBytes });
				return { sizeBytes, lengthDeferred: false };
			});
		},
	};
}
