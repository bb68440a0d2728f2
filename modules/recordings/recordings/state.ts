import type { RecordingRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { ErrorCode } from "#kernel/errors";
import type { Change } from "#platform/unit-of-work";
import { showInMeeting } from "./artifact.ts";
import { recordingNotFound } from "./errors.ts";
import { facts } from "./facts.ts";
import { recordingsOf } from "./repository.ts";
import { toRecording } from "./view.ts";

/** A recording by its id. */
export interface RecordingKey {
	readonly orgId: string;
	readonly recordingId: string;
}

/** What reading the content of a recording told. */
export interface ProbedRecording {
	/** Null: the content does not tell. */
	readonly durationMs: number | null;
	/** Audio channels, 0…. */
	readonly channels: number;
	readonly hasVideo: boolean;
}

/** Returns a recording of an organization. @throws `not_found` */
export async function findRecording(db: ReadDb, { orgId, recordingId }: RecordingKey): Promise<RecordingRow> {
	const row = await recordingsOf(db, orgId).find(recordingId);
	if (!row) throw recordingNotFound();
	return row;
}

/** Stores what the content of a recording is, which makes it ready; once. @throws `not_found` when it was deleted */
export async function setProbed(change: Change, key: RecordingKey, probed: ProbedRecording): Promise<RecordingRow> {
	const row = await lockRecording(change, key);
	if (row.state === "ready") return row;
	const next = await save(change, row, { ...probed, state: "ready", failure: null });
	change.record(row.orgId, facts["recording.probe"], { id: row.id, object: toRecording(next) });
	await showInMeeting(change, next);
	return next;
}

/**
 * Stores why the content of a recording cannot be used; it stays where it is and can still be downloaded.
 * @throws `not_found` when it was deleted
 */
export async function setFailed(change: Change, key: RecordingKey, failure: ErrorCode): Promise<RecordingRow> {
	const row = await lockRecording(change, key);
	if (row.state === "failed") return row;
	const next = await save(change, row, { state: "failed", failure });
	change.record(row.orgId, facts["recording.fail"], { id: row.id, object: toRecording(next) });
	await showInMeeting(change, next);
	return next;
}

async function lockRecording({ tx }: Change, { orgId, recordingId }: RecordingKey): Promise<RecordingRow> {
	const row = await recordingsOf(tx, orgId).lock(recordingId);
	if (!row) throw recordingNotFound();
	return row;
}

async function save({ tx, nowMs }: Change, row: RecordingRow, values: Partial<RecordingRow>): Promise<RecordingRow> {
	const stored = { ...values, version: row.version + 1, updatedAtMs: nowMs };
	await recordingsOf(tx, row.orgId).update(row.id, stored);
	return { ...row, ...stored };
}
