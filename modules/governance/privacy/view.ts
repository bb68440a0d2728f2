import type { PrivacyErasureRow, PrivacyExportRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { PrivacyErasure, PrivacyExport } from "./schemas.ts";

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

/** What an erasure leaves in any case. */
const ALWAYS_KEPT: PrivacyErasure["kept"] = [
	{
		what: "recordings",
		because: "They are the organization's, and other people are in them; they go with their retention period.",
	},
	{
		what: "transcripts",
		because:
			"What was said is kept with the meeting, without the name of who said it. A name within the text of transcripts, summaries, messages or titles is not found, and neither is that of a speaker, in an import for example, who was not linked to a participant.",
	},
	{
		what: "auditTrail",
		because: "Who did what must remain provable. Entries keep the person's id, without address and device.",
	},
	{ what: "account", because: "The account belongs to the person, who may be a member of other organizations." },
];

const HELD: PrivacyErasure["kept"][number] = {
	what: "heldMeetings",
	because: "A legal hold preserves meetings that the person took part in. The erasure is repeated once it is released.",
};

/** Converts an erasure to its representation. */
export const toErasure = (row: PrivacyErasureRow): PrivacyErasure => ({
	id: row.id,
	userId: row.userId,
	state: row.state,
	reason: row.reason,
	erased: { ...row.erased },
	kept: (row.heldMeetings ?? 0) > 0 ? [...ALWAYS_KEPT, HELD] : [...ALWAYS_KEPT],
	requestedBy: row.requestedBy,
	requestedAt: rfc3339(row.createdAtMs),
	completedAt: toInstant(row.completedAtMs),
});

/** Returns the state of an export at a time: one whose time is over cannot be downloaded, deleted or not. */
export const stateOf = ({ state, expiresAtMs }: PrivacyExportRow, nowMs: number): PrivacyExportRow["state"] =>
	state === "ready" && expiresAtMs !== null && expiresAtMs <= nowMs ? "expired" : state;

/**
 * Converts an export to its representation.
 * @param base address of the API
 */
export function toExport(row: PrivacyExportRow, base: string, nowMs: number): PrivacyExport {
	const state = stateOf(row, nowMs);
	return {
		id: row.id,
		subject: row.subject,
		userId: row.userId,
		state,
		progress: row.progress,
		sizeBytes: row.sizeBytes,
		sha256: row.sha256,
		contentUrl: state === "ready" ? `${base}/orgs/${row.orgId}/privacy/exports/${row.id}/content` : null,
		failure: row.failure,
		requestedBy: row.requestedBy,
		requestedAt: rfc3339(row.createdAtMs),
		endedAt: toInstant(row.endedAtMs),
		expiresAt: toInstant(row.expiresAtMs),
	};
}
