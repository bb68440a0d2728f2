import { aliasedTable, and, type Column, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { type ArtifactOwnerType, artifacts } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { heldMeeting } from "#platform/holds";

const entry = aliasedTable(artifacts, "retained");

/** Returns the condition that an entry of the ledger is shown: of those that are asked for within a horizon. */
const isWithin = (horizonMs: SQL | number): SQL | undefined =>
	and(
		isNull(entry.deletedAtMs),
		isNull(entry.purgeStartedAtMs),
		or(isNull(entry.clockStartsAtMs), gt(entry.clockStartsAtMs, horizonMs)),
	);

/**
 * Returns the condition that the owner of an artifact is shown, for the list of a meeting's content.
 * @param owner columns of its table
 * @param horizonMs parameter of the `Horizon`; undefined: all of them are shown, there is no condition
 */
export const isShown = (
	ownerType: ArtifactOwnerType,
	{ orgId, id }: { readonly orgId: Column; readonly id: Column },
	horizonMs: Bound<{ readonly horizonMs: number | undefined }>["horizonMs"],
): SQL | undefined =>
	horizonMs &&
	sql`exists (select 1 from ${artifacts} as ${entry} where ${and(
		eq(entry.orgId, orgId),
		eq(entry.ownerType, sql.raw(`'${ownerType}'`)),
		eq(entry.ownerId, id),
		isWithin(horizonMs),
	)})`;

type OfOwner = { readonly orgId: string; readonly ownerType: ArtifactOwnerType; readonly ownerId: string };

/** Returns the entry of an owner, unless it has expired or is being purged; undefined then, or without one. */
export const findShown = readRow(
	(db, { orgId, ownerType, ownerId, horizonMs }: Bound<OfOwner & { horizonMs: number }>) =>
		db
			.select({ id: entry.id })
			.from(entry)
			.where(
				and(eq(entry.orgId, orgId), eq(entry.ownerType, ownerType), eq(entry.ownerId, ownerId), isWithin(horizonMs)),
			)
			.limit(1),
);

type OfOwners = {
	readonly orgId: string;
	readonly ownerType: ArtifactOwnerType;
	readonly ownerIds: Each<string>;
	readonly cutoffMs: number;
};
const unexpired = readRows((db, { orgId, ownerType, ownerIds, cutoffMs }: Bound<OfOwners>) =>
	db
		.select({ ownerId: entry.ownerId })
		.from(entry)
		.where(
			and(
				eq(entry.orgId, orgId),
				eq(entry.ownerType, ownerType),
				inArray(entry.ownerId, ownerIds),
				isNull(entry.deletedAtMs),
				isNull(entry.purgeStartedAtMs),
				or(
					isNull(entry.clockStartsAtMs),
					gt(entry.clockStartsAtMs, cutoffMs),
					heldMeeting(entry.orgId, entry.meetingId),
				),
			),
		),
);

/** Returns which of these owners have not expired, or are under a legal hold, and are not being purged. */
export async function listUnexpired(
	db: ReadDb,
	{ ownerIds, ...of }: Omit<OfOwners, "ownerIds"> & { readonly ownerIds: readonly string[] },
): Promise<string[]> {
	if (ownerIds.length === 0) return [];
	return (await unexpired(db, { ...of, ownerIds: each(ownerIds) })).map(({ ownerId }) => ownerId);
}

/** Returns what the ledger says of the chat of a meeting; undefined when it has none. */
export const findChat = readRow(
	(db, { orgId, meetingId }: Bound<{ readonly orgId: string; readonly meetingId: string }>) =>
		db
			.select({
				class: artifacts.class,
				clockStartsAtMs: artifacts.clockStartsAtMs,
				purgeStartedAtMs: artifacts.purgeStartedAtMs,
			})
			.from(artifacts)
			.where(
				and(
					eq(artifacts.orgId, orgId),
					eq(artifacts.ownerType, sql.raw("'chat'")),
					eq(artifacts.ownerId, meetingId),
					isNull(artifacts.deletedAtMs),
				),
			)
			.limit(1),
);

type OfMeeting = { readonly orgId: string; readonly meetingId: string; readonly horizonMs: number };

/** Returns the owners of a meeting whose content is shown, with its size. */
export const listShown = readRows((db, { orgId, meetingId, horizonMs }: Bound<OfMeeting>) =>
	db
		.select({ ownerType: entry.ownerType, ownerId: entry.ownerId, sizeBytes: entry.sizeBytes })
		.from(entry)
		.where(and(eq(entry.orgId, orgId), eq(entry.meetingId, meetingId), isWithin(horizonMs))),
);
