import type { MeetingRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { lockMeetingRow } from "#modules/meetings/meetings";
import type { SessionKey } from "./ports.ts";
import { findSession, sessionsOf } from "./repository/sessions.ts";

/** Locks the meeting of a session, for changes of both: everybody locks the meeting before its session. */
export async function lockMeetingOf(tx: Db, { orgId, id }: SessionKey): Promise<MeetingRow | undefined> {
	const session = await sessionsOf(tx, orgId).find(id);
	return session && lockMeetingRow(tx, { orgId, id: session.meetingId });
}

/**
 * Whether the next final of a meeting makes its transcript, which changes the meeting: then it has to be locked. Several
 * that share its lock would wait for each other.
 */
export async function lacksTranscript(db: ReadDb, orgId: string, meetingId: string): Promise<boolean> {
	const session = await findSession(db, orgId, meetingId);
	return session === undefined || session.transcriptId === null;
}
