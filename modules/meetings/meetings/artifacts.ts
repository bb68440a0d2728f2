import type { MeetingArtifacts, MeetingRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { Change } from "#platform/unit-of-work";
import { meetingNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { meetingsOf } from "./repository.ts";
import { recordState, saveMeeting } from "./save.ts";
import { stateOf } from "./states.ts";
import { toRecordedMeeting } from "./view.ts";

/**
 * Replaces what a meeting says about some of its artifacts, and brings its state up to date with them, see
 * `states.ts`. Records the state it has come to; what leaves the meeting as it is records nothing.
 * @param patch artifacts to be replaced as a whole; the others stay unchanged
 * @param reason code of the reason for the state, such as that of a failure; null for none
 * @throws `not_found` when the meeting was deleted
 */
export async function updateArtifacts(
	change: Change,
	orgId: string,
	meetingId: string,
	patch: Partial<MeetingArtifacts>,
	reason: string | null = null,
): Promise<MeetingRow> {
	const row = await meetingsOf(change.tx, orgId).lock(meetingId);
	if (!row) throw meetingNotFound();
	const artifacts = { ...row.artifacts, ...patch };
	const state = stateOf(row.state, artifacts);
	const stateReason = state === row.state && reason === null ? row.stateReason : reason;
	const next = { ...row, artifacts, state, stateReason };
	const changes = differencesBetween(toRecordedMeeting(row), toRecordedMeeting(next));
	if (changes.length === 0) return row;
	const saved = await saveMeeting(change, row, { artifacts, state, stateReason });
	if (saved.state !== row.state && saved.state !== "ended") recordState(change, saved, row);
	else change.record(orgId, facts["meeting.update"], { id: row.id, object: toRecordedMeeting(saved), changes });
	return saved;
}
