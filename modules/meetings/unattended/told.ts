import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { findMeetingRow } from "#modules/meetings/meetings";
import { findParticipant } from "#modules/meetings/participants";

/** What those in a room are told of whether it is held. */
export interface ToldHold {
	readonly state: "held" | "resumed";
	readonly since: string;
	/** The participant who was the last to run it; null: none has been there. */
	readonly missed: { readonly participantId: string; readonly name: string | null } | null;
}

/** Returns what those in a room are told of whether it is held; null before the first time. */
export async function holdInRoom(
	db: ReadDb,
	{ orgId, meetingId }: { readonly orgId: string; readonly meetingId: string },
): Promise<ToldHold | null> {
	const row = await findMeetingRow(db, { orgId, id: meetingId });
	if (!row?.hold) return null;
	const { sinceMs, untilMs, missedId } = row.hold;
	if (untilMs !== null) return { state: "resumed", since: rfc3339(untilMs), missed: null };
	const missed = missedId === null ? undefined : await findParticipant(db, orgId, missedId);
	return {
		state: "held",
		since: rfc3339(sinceMs),
		missed: missed ? { participantId: missed.id, name: missed.name === "" ? null : missed.name } : null,
	};
}
