import type { LegalHoldRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Redaction } from "#modules/governance/redaction";
import type { FormerText as FormerTextRow } from "#platform/holds";
import type { FormerText, LegalHold } from "./schemas.ts";

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

/** The language of a former text is not stored. */
const UNKNOWN = "und";
/** Members that are names, addresses and ids of people, which are shown with what was said. */
const SHOWN_AS_THEY_ARE = ["meeting", "participant", "speaker"];

/** Converts a former text to its representation. */
export const toFormerText = (row: FormerTextRow, redaction: Redaction): FormerText => ({
	id: row.id,
	meetingId: row.meetingId,
	object: { type: row.objectType, id: row.objectId },
	former: SHOWN_AS_THEY_ARE.includes(row.objectType) ? row.former : redactedTexts(row.former, redaction),
	replacedBy: row.replacedBy,
	replacedAt: rfc3339(row.replacedAtMs),
});

/** Returns a value in which the texts are redacted, and ids are not. */
function redactedTexts<T>(value: T, redaction: Redaction): T {
	const shown = (member: unknown, name: string): unknown => {
		if (typeof member === "string")
			return name.endsWith("Id") || name === "segmentIds" ? member : redaction.text(member, UNKNOWN);
		if (Array.isArray(member)) return member.map((each) => shown(each, name));
		if (typeof member !== "object" || member === null) return member;
		return Object.fromEntries(Object.entries(member).map(([key, each]) => [key, shown(each, key)]));
	};
	return shown(value, "") as T;
}

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));
