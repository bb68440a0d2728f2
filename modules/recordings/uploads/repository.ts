import { and, type Column, count, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type UploadRow, uploads, workspaces } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";

/** Finds the organization of an upload, for system administrators. */
export const tenantOfUpload = tenantOf(uploads);
/** Finds the organization of a workspace, for system administrators. */
export const tenantOfWorkspace = tenantOf(workspaces);

/** Returns what is reserved for an upload of which nothing has arrived; see {@link reserved}. */
export const firstReservation = (sizeBytes: number): number => Math.min(sizeBytes, FIRST_BYTES);

/** Uploads of one organization. */
export const uploadsOf = tenantRows(uploads);

/** Bytes that are reserved at most for an upload of which nothing has arrived. */
const FIRST_BYTES = 16 * 1024 ** 2;

const missing = sql`${uploads.sizeBytes} - ${uploads.offsetBytes}`;
const ahead = sql`case when ${uploads.offsetBytes} > ${FIRST_BYTES} then ${uploads.offsetBytes} else ${FIRST_BYTES} end`;
/** What is reserved for an upload: as much again as has arrived, so from the half on all that is missing. */
const reserved = sql`case when ${missing} < ${ahead} then ${missing} else ${ahead} end`;
const isOpen = sql`${uploads.state} = 'open'`; // A literal, as in the partial index.

/** Sums `value` over some of the rows. */
const sumWhere = (condition: SQL, value: SQL | Column) =>
	sql`coalesce(sum(case when ${condition} then ${value} else 0 end), 0)`.mapWith(Number);

/** What uploads that are not finished will take. */
interface PendingUploads {
	/** Bytes reserved for uploads of other organizations. */
	readonly reservedForOthers: number;
	/** The same of the organization. */
	readonly reservedForOrganization: number;
	/** Number of uploads of the organization. */
	readonly ofOrganization: number;
	/** Number of those that are tracks of participants. */
	readonly tracksOfOrganization: number;
	/** Number of files of the organization, not tracks, whose bytes are all here: they may wait for consent. */
	readonly waitingOfOrganization: number;
	/** Size of the uploads of the organization, those whose bytes are all here included. */
	readonly bytesOfOrganization: number;
}

const pending = readRow((db, { orgId, nowMs }: Bound<{ orgId: string; nowMs: number }>) => {
	const isOwn = sql`${uploads.orgId} = ${orgId}`;
	return db
		.select({
			reservedForOthers: sumWhere(sql`not ${isOwn}`, reserved),
			reservedForOrganization: sumWhere(isOwn, reserved),
			ofOrganization: sumWhere(isOwn, sql`1`),
			tracksOfOrganization: sumWhere(isOwn, sql`case when ${uploads.participantId} is null then 0 else 1 end`),
			bytesOfOrganization: sumWhere(isOwn, uploads.sizeBytes),
		})
		.from(uploads)
		.where(and(isOpen, gt(uploads.expiresAtMs, nowMs)));
});

const finishing = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({
			files: sumWhere(isNull(uploads.participantId), sql`1`),
			bytes: sql`coalesce(sum(${uploads.sizeBytes}), 0)`.mapWith(Number),
		})
		.from(uploads)
		.where(and(eq(uploads.orgId, orgId), sql`${uploads.state} = 'finishing'`)),
);

/** Returns what uploads will take that are not finished and have not expired. */
export async function pendingUploads(
	db: ReadDb,
	of: { readonly orgId: string; readonly nowMs: number },
): Promise<PendingUploads> {
	const [open, complete] = await Promise.all([pending(db, of), finishing(db, { orgId: of.orgId })]);
	if (!open || !complete) throw new Error("sums have one row");
	return {
		...open,
		waitingOfOrganization: complete.files,
		bytesOfOrganization: open.bytesOfOrganization + complete.bytes,
	};
}

type Announced = Pick<UploadRow, "id" | "createdAtMs">;

const before = readRow((db, { id, createdAtMs, nowMs }: Bound<Announced & { nowMs: number }>) =>
	db
		.select({ bytes: sql`coalesce(sum(${reserved}), 0)`.mapWith(Number) })
		.from(uploads)
		.where(
			and(
				isOpen,
				gt(uploads.expiresAtMs, nowMs),
				or(lt(uploads.createdAtMs, createdAtMs), and(eq(uploads.createdAtMs, createdAtMs), lt(uploads.id, id))),
			),
		),
);

/** Returns the bytes reserved for uploads of any organization that were announced before this one. */
export const reservedBefore = async (db: ReadDb, { id, createdAtMs }: Announced, nowMs: number): Promise<number> =>
	(await before(db, { id, createdAtMs, nowMs }))?.bytes ?? 0;

type TrackKey = Pick<UploadRow, "orgId" | "meetingId" | "createdBy"> & {
	readonly participantId: string;
	readonly trackId: string;
};

/** Returns the upload that a track is, or has become a recording by, if its uploader has announced it before. */
export const findByTrack = readRow((db, { orgId, meetingId, participantId, createdBy, trackId }: Bound<TrackKey>) =>
	db
		.select()
		.from(uploads)
		.where(
			and(
				eq(uploads.orgId, orgId),
				eq(uploads.participantId, participantId),
				eq(uploads.createdBy, createdBy),
				eq(uploads.trackId, trackId),
				isNotNull(uploads.trackId),
				eq(uploads.meetingId, meetingId),
				sql`${uploads.state} in ('open', 'finishing', 'finished')`, // Literals, as in the partial index.
			),
		),
);

type OpenTracks = { readonly orgId: string; readonly meetingId: string; readonly participantId: string };
const openTracks = readRow((db, { orgId, meetingId, participantId, nowMs }: Bound<OpenTracks & { nowMs: number }>) =>
	db
		.select({ count: count() })
		.from(uploads)
		.where(
			and(
				eq(uploads.orgId, orgId),
				eq(uploads.participantId, participantId),
				isNotNull(uploads.participantId),
				eq(uploads.meetingId, meetingId),
				isOpen,
				gt(uploads.expiresAtMs, nowMs),
			),
		),
);

/** Returns the number of unfinished uploads of the track of a participant. */
export const countOpenTracks = async (db: ReadDb, of: OpenTracks & { readonly nowMs: number }): Promise<number> =>
	Number((await openTracks(db, of))?.count ?? 0);

const lively = readRow((db, { orgId, meetingId }: Bound<{ orgId: string; meetingId: string }>) =>
	db
		.select({ id: uploads.id })
		.from(uploads)
		.where(
			and(
				eq(uploads.orgId, orgId),
				eq(uploads.meetingId, meetingId),
				inArray(uploads.state, ["open", "finishing", "finished"]),
			),
		)
		.limit(1),
);

/** Whether a meeting has an upload that is, or may become, a recording. */
export const hasUpload = async (db: ReadDb, { orgId, meetingId }: Pick<UploadRow, "orgId" | "meetingId">) =>
	(await lively(db, { orgId, meetingId })) !== undefined;

/** Most files of a meeting that are looked at again at once. */
const MOST_FINISHING = 1_000;

/** Returns the files of a meeting, which are no tracks, whose bytes are all here and which are no recordings yet. */
export const listFinishingFiles = readRows((db, { orgId, meetingId }: Bound<{ orgId: string; meetingId: string }>) =>
	db
		.select({ id: uploads.id })
		.from(uploads)
		.where(
			and(
				eq(uploads.orgId, orgId),
				eq(uploads.meetingId, meetingId),
				eq(uploads.state, sql`'finishing'`),
				isNull(uploads.participantId),
			),
		)
		.limit(MOST_FINISHING),
);

/** Returns up to `limit` uploads of a meeting, or of the organization where that is undefined, in any order. */
export const uploadsToErase = readRows(
	(db, { orgId, meetingId, limit }: Bound<{ orgId: string; meetingId: string | undefined; limit: number }>) =>
		db
			.select()
			.from(uploads)
			.where(and(eq(uploads.orgId, orgId), meetingId && eq(uploads.meetingId, meetingId)))
			.limit(limit),
);
