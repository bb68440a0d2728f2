import type { ParticipantRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { accountIdOf } from "#kernel/principal";
import type { Participant, RecordedParticipant } from "./schemas.ts";

const toInstant = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

/** Converts a participant to their form in events. */
export const toRecordedParticipant = (row: ParticipantRow): RecordedParticipant => ({
	id: row.id,
	meetingId: row.meetingId,
	userId: accountIdOf(row.userId),
	name: row.name === "" ? null : row.name,
	role: row.role,
	state: row.state,
	joinedAt: toInstant(row.joinedAtMs),
	leftAt: toInstant(row.leftAtMs),
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/**
 * Converts a participant to their representation.
 * @param showsEmail whether the address is shown: to the guest, and to those who run the meeting
 */
export const toParticipant = (row: ParticipantRow, showsEmail: boolean): Participant => ({
	...toRecordedParticipant(row),
	email: showsEmail ? row.email : null,
});
