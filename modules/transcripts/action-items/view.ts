import type { ActionItemRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Redaction } from "#modules/governance/redaction";
import type { ActionItem, ActionItemInfo } from "./schemas.ts";

/** The language of an action item is not stored. */
const UNKNOWN = "und";

/** Returns what others learn about an action item. */
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

/** Converts an action item to what is shown of it. */
export const toItem = (row: ActionItemRow, redaction: Redaction): ActionItem => ({
	...toItemInfo(row),
	text: redaction.text(row.text, UNKNOWN),
	ownerName: row.ownerName,
	dueText: row.dueText,
	segmentIds: [...row.segmentIds],
	startMs: row.startMs,
});
