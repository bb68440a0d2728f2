import { and, eq, inArray, sql } from "drizzle-orm";
import { type UploadRow, uploads, workspaces } from "#db/schema";
import { type Bound, readRow, readRows } from "#db/statement";
import type { AcrossTenants, Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";

/** Finds the organization of an upload, for system administrators. */
export const tenantOfUpload = tenantOf(uploads);
/** Finds the organization of a workspace, for system administrators. */
export const tenantOfWorkspace = tenantOf(workspaces);

/** Uploads of one organization. */
export const uploadsOf = tenantRows(uploads);

/** What uploads that are not finished will take. */
interface Pending {
	/** Bytes that were announced and have not arrived, of all organizations. */
	readonly bytes: number;
	/** Number of uploads of the organization. */
	readonly ofOrganization: number;
	/** Size of the uploads of the organization. */
	readonly bytesOfOrganization: number;
}

const pending = readRow(
	(db, { orgId }: Bound<{ orgId: string }>) =>
		db
			.select({
				bytes: sql`coalesce(sum(${uploads.sizeBytes} - ${uploads.offsetBytes}), 0)`.mapWith(Number),
				bytesOfOrganization:
					sql`coalesce(sum(case when ${uploads.orgId} = ${orgId} then ${uploads.sizeBytes} else 0 end), 0)`.mapWith(
						Number,
					),
				ofOrganization: sql`coalesce(sum(case when ${uploads.orgId} = ${orgId} then 1 else 0 end), 0)`.mapWith(Number),
			})
			.from(uploads)
			.where(sql`${uploads.state} = 'open'`), // A literal, as in the partial index.
);

/** Returns what uploads that are not finished will take. */
export async function pendingUploads(across: AcrossTenants, tx: Db, orgId: string): Promise<Pending> {
	return (await pending(across.within(tx), { orgId })) ?? { bytes: 0, ofOrganization: 0, bytesOfOrganization: 0 };
}

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

/** Returns up to `limit` uploads of a meeting, or of the organization where that is undefined, in any order. */
export const uploadsToErase = readRows(
	(db, { orgId, meetingId, limit }: Bound<{ orgId: string; meetingId: string | undefined; limit: number }>) =>
		db
			.select()
			.from(uploads)
			.where(and(eq(uploads.orgId, orgId), meetingId && eq(uploads.meetingId, meetingId)))
			.limit(limit),
);
