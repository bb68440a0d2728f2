import type { MeetingRow, MeetingState } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { keepFormer } from "#platform/holds";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { meetingList } from "./repository/list.ts";
import { meetingsOf } from "./repository.ts";
import { toRecordedMeeting } from "./view.ts";

/** The columns that a change can set; version and time of the update are set automatically. */
export type SavedColumns = Partial<
	Omit<MeetingRow, "orgId" | "id" | "version" | "createdAtMs" | "updatedAtMs" | "createdBy">
>;

/** The facts that tell of a new state. */
const FACT_OF_STATE = {
	scheduled: facts["meeting.schedule"],
	live: facts["meeting.start"],
	ended: facts["meeting.end"],
	processing: facts["meeting.process"],
	ready: facts["meeting.complete"],
	failed: facts["meeting.fail"],
	cancelled: facts["meeting.cancel"],
} as const satisfies Readonly<Record<MeetingState, unknown>>;

/** Records the state that a meeting has come to. */
export function recordState(change: Change, row: MeetingRow, before?: MeetingRow): void {
	const object = toRecordedMeeting(row);
	const changes = before && differencesBetween(toRecordedMeeting(before), object);
	change.record(row.orgId, FACT_OF_STATE[row.state], { id: row.id, object, ...(changes && { changes }) });
}

/**
 * Stores new values of a meeting locked by the change, as its next version, and drops what is cached of it. The caller
 * records what happened.
 * @param row as read when it was locked
 * @returns the meeting as it is now
 */
export async function saveMeeting(change: Change, row: MeetingRow, columns: SavedColumns): Promise<MeetingRow> {
	const written = { ...columns, version: row.version + 1, updatedAtMs: change.nowMs };
	const saved = { ...row, ...written };
	const edited = { orgId: row.orgId, meetingId: row.id, type: "meeting", id: row.id } as const;
	await Promise.all([meetingsOf(change.tx, row.orgId).update(row.id, written), keepFormer(change, edited, row, saved)]);
	await meetingList.update(change.tx, row, saved);
	change.invalidate(row.id);
	return saved;
}
