import type { OrganizationRow, UploadRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { assertWithin } from "#modules/tenancy/entitlements";
import { putServiceState } from "#platform/service-state";
import type { Change } from "#platform/unit-of-work";
import { noRoom, noRoomNow, noShare, tooManyUploads } from "./errors.ts";
import { PIECE_BYTES } from "./pieces.ts";
import { firstReservation, pendingUploads, reservedBefore } from "./repository.ts";

/** Bytes of the disk that uploads leave free, for the database and for what is made of recordings: 1 GiB. */
const SPARE_BYTES = 1024 ** 3;
/** Largest number of unfinished uploads of one organization, besides those of tracks. */
export const MAX_OPEN_UPLOADS = 100;

/** Item of the service's state that is locked while room is reserved. */
const ROOM_LOCK = "uploads.room";

/** Room for uploads. */
export interface UploadRoom {
	/** Bytes that are reserved for all unfinished uploads together, at most. */
	readonly limitBytes: number;
	/** Returns the free bytes of the disk that uploads are stored on; null where that has no limit. */
	readonly freeBytes: () => Promise<number | null>;
}

/** What {@link assertRoom} and {@link createContinuation} ask. */
interface Space extends Pick<UploadRoom, "limitBytes"> {
	/** Of the disk; null where it has no limit. */
	readonly freeBytes: number | null;
}

/** What {@link assertRoom} is asked for. */
interface Wanted extends Space {
	readonly sizeBytes: number;
	/** An upload, the track of a participant, or the length of an upload that had none: of tracks there are many at once. */
	readonly of: "upload" | "track" | "length";
}

const spaceOf = ({ limitBytes, freeBytes }: Space): number =>
	freeBytes === null ? limitBytes : Math.min(limitBytes, freeBytes - SPARE_BYTES);

/**
 * Asserts that there is room for what is announced, besides what is reserved for uploads that were announced before; and
 * that the organization, if it has others, leaves as much as it takes: however many it announces, there is room for the
 * next one. It is reserved from then on, a little of it at first, by the row of the upload while that is open.
 * @param space read before the change
 * @throws `payload_too_large` `state_conflict` `quota_exceeded`
 */
export async function assertRoom(
	store: Store,
	{ tx, nowMs }: Pick<Change, "tx" | "nowMs">,
	organization: OrganizationRow,
	{ sizeBytes, of, ...space }: Wanted,
): Promise<void> {
	// Two that announce at once on Postgres would both find the room that there is for one.
	if (store.dialect === "postgres") await putServiceState(tx, ROOM_LOCK, {}, nowMs);
	const pending = await pendingUploads(store.acrossTenants.within(tx), { orgId: organization.id, nowMs });
	const files = pending.ofOrganization - pending.tracksOfOrganization + pending.waitingOfOrganization;
	if (of === "upload" && files >= MAX_OPEN_UPLOADS) throw tooManyUploads(MAX_OPEN_UPLOADS);
	// What was announced before will be received and kept: it counts from then on.
	const storedBytes = pending.bytesOfOrganization + sizeBytes;
	await assertWithin({ tx, nowMs }, organization, "recording_storage_bytes", storedBytes);
	const own = pending.reservedForOrganization;
	const left = spaceOf(space) - pending.reservedForOthers - own;
	if (sizeBytes > left) throw noRoom(left);
	const takes = firstReservation(sizeBytes);
	if (of !== "length" && pending.ofOrganization > 0 && own + takes > left - takes) throw noShare();
}

/**
 * Asserts that the plan of the organization has room for more bytes of an upload whose length is not known.
 * @throws `quota_exceeded`
 */
export async function assertQuota(
	store: Store,
	{ tx, nowMs }: Pick<Change, "tx" | "nowMs">,
	organization: OrganizationRow,
	addedBytes: number,
): Promise<void> {
	const pending = await pendingUploads(store.acrossTenants.within(tx), { orgId: organization.id, nowMs });
	const storedBytes = pending.bytesOfOrganization + addedBytes;
	await assertWithin({ tx, nowMs }, organization, "recording_storage_bytes", storedBytes);
}

/** Asserts that an upload may send its next piece. @throws `storage_full` */
export type AssertGoesOn = (row: UploadRow, offsetBytes: number) => Promise<void>;

/**
 * Creates the check of uploads that go on. What is reserved grows as they do, so that together they can come to more than
 * there is: then those announced first go on, and the others when these are done. The first one waits for none.
 */
export function createContinuation(room: UploadRoom, store: Store, clock: Pick<Clock, "nowMs">): AssertGoesOn {
	return async function assertGoesOn(row, offsetBytes) {
		const freeBytes = await room.freeBytes();
		const before = await reservedBefore(store.acrossTenants.db, row, clock.nowMs());
		const wanted = Math.min(row.sizeBytes - offsetBytes, PIECE_BYTES);
		if (wanted > spaceOf({ limitBytes: room.limitBytes, freeBytes }) - before) throw noRoomNow();
	};
}
