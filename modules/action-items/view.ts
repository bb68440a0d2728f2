import type { ActionItemRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { ActionItem, ActionItemInfo } from "./schemas.ts";

/** Returns what is told to others about an action item. */
export const toItemInfo = (row: ActionItemRow): ActionItemInfo => ({
	id: row.id,
	meetingId: row.meetingId,
	ownerId: row.ownerId,
	dueDay: row.dueDay,
	status: row.status,
	edited: row.edited,
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/** Converts an action item to its representation. */
export const toItem = (row: ActionItemRow): ActionItem => ({
	...toItemInfo(row),
	text: row.text,
	ownerName: row.ownerName,
	dueText: row.dueText,
	segmentIds: [...row.segmentIds],
	startMs: row.startMs,
});
