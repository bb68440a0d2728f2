import type { LegalHoldRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { LegalHold } from "./schemas.ts";

/** Converts a legal hold to its representation. */
export const toLegalHold = (row: LegalHoldRow): LegalHold => ({
	id: row.id,
	name: row.name,
	matter: row.matter,
	reason: row.reason,
	scope: row.scope,
	meetingId: row.meetingId,
	userId: row.userId,
	workspaceId: row.workspaceId,
	from: toInstant(row.rangeStartsAtMs),
	to: toInstant(row.rangeEndsAtMs),
	state: row.state,
	placedBy: row.placedBy,
	placedAt: rfc3339(row.createdAtMs),
	releasedBy: row.releasedBy,
	releasedAt: toInstant(row.releasedAtMs),
	releaseReason: row.releaseReason,
});

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));
