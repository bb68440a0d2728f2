import type { OrganizationRow } from "#db/schema";
import type { Store } from "#db/store";
import { assertWithin } from "#modules/entitlements";
import { putServiceState } from "#platform/service-state";
import type { Change } from "#platform/unit-of-work";
import { noRoom, tooManyUploads } from "./errors.ts";
import { pendingUploads } from "./repository.ts";

/** Bytes of the disk that uploads leave free, for the database and for what is made of recordings: 1 GiB. */
const SPARE_BYTES = 1024 ** 3;
/** Largest number of unfinished uploads of one organization. */
export const MAX_OPEN_UPLOADS = 100;

/** Item of the service's state that is locked while room is reserved. */
const ROOM_LOCK = "uploads.room";

/** Room for uploads. */
export interface UploadRoom {
	/** Bytes of all unfinished uploads together, at most. */
	readonly limitBytes: number;
	/** Returns the free bytes of the disk that uploads are stored on; null where that has no limit. */
	readonly freeBytes: () => Promise<number | null>;
}

/**
 * Asserts that there is room for what is announced, besides all that was announced before and has not arrived yet. It is
 * reserved from then on: by the row of the upload, while that is open.
 * @param freeBytes of the disk, read before the change; null where it has no limit
 * @throws `payload_too_large` `state_conflict` `quota_exceeded`
 */
export async function assertRoom(
	store: Store,
	{ tx, nowMs }: Pick<Change, "tx" | "nowMs">,
	organization: OrganizationRow,
	announced: { readonly sizeBytes: number; readonly limitBytes: number; readonly freeBytes: number | null },
): Promise<void> {
	const { sizeBytes, limitBytes, freeBytes } = announced;
	// Two that announce at once on Postgres would both find the room that there is for one.
	if (store.dialect === "postgres") await putServiceState(tx, ROOM_LOCK, {}, nowMs);
	const pending = await pendingUploads(store.acrossTenants, tx, organization.id);
	if (pending.ofOrganization >= MAX_OPEN_UPLOADS) throw tooManyUploads(MAX_OPEN_UPLOADS);
	// What was announced before will be received and kept: it counts from then on.
	const storedBytes = pending.bytesOfOrganization + sizeBytes;
	await assertWithin({ tx, nowMs }, organization, "recording_storage_bytes", storedBytes);
	const disk = freeBytes === null ? Number.POSITIVE_INFINITY : freeBytes - SPARE_BYTES;
	const room = Math.min(limitBytes, disk) - pending.bytes;
	if (sizeBytes > room) throw noRoom(Math.max(0, room));
}
