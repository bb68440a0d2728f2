import type { MeetingArtifacts } from "#db/schema";
import type { MeetingOfContent } from "#platform/artifacts";
import type { Change } from "#platform/unit-of-work";
import { meetingsOf } from "./repository.ts";
import { recordState, saveMeeting } from "./save.ts";
import { stateOf } from "./states.ts";

/**
 * Notes in a meeting that a purge of some of its content is under way: what of it is shown must be asked of the ledger.
 * @param startedAtMs null: none is under way any more
 */
export async function notePurge(
	change: Change,
	{ orgId, meetingId, startedAtMs }: MeetingOfContent & { readonly startedAtMs: number | null },
): Promise<void> {
	await meetingsOf(change.tx, orgId).update(meetingId, { purgeStartedAtMs: startedAtMs });
	change.invalidate(meetingId);
}

/**
 * Replaces what a meeting says about artifacts that were purged. Records nothing unless the state of the meeting changes:
 * the receipt of the purge does.
 * @param patchOf returns the artifacts to be replaced as a whole, given what the meeting says now
 */
export async function showPurged(
	change: Change,
	orgId: string,
	meetingId: string | null,
	patchOf: (artifacts: MeetingArtifacts) => Partial<MeetingArtifacts>,
): Promise<void> {
	const row = meetingId === null ? undefined : await meetingsOf(change.tx, orgId).lock(meetingId);
	if (row === undefined) return;
	const artifacts = { ...row.artifacts, ...patchOf(row.artifacts) };
	if (Bun.deepEquals(artifacts, row.artifacts)) return;
	const state = stateOf(row.state, artifacts);
	const saved = await saveMeeting(change, row, { artifacts, state });
	if (state !== row.state) recordState(change, saved, row);
}
