import type { MeetingRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { artifactsOf } from "#platform/artifacts";
import { keepingHolds } from "#platform/holds";
import type { Change } from "#platform/unit-of-work";
import { externalIdTaken, wrongState } from "./errors.ts";
import { facts } from "./facts.ts";
import { type JoinCodes, NO_CODE } from "./join-code.ts";
import { roomChanged } from "./moments.ts";
import { markedColumns, type Origin } from "./occurrence.ts";
import { findByExternalId } from "./repository.ts";
import { type SavedColumns, saveMeeting } from "./save.ts";
import { unattendedRuleOf } from "./unattended.ts";
import { toRecordedMeeting } from "./view.ts";

/**
 * Stores what a request changes of a meeting locked by the change. What changes nothing is neither stored nor recorded.
 * @param origin a series brings the columns of the join code with it
 * @throws `conflict`, `state_conflict` for one that was cancelled, and for a schedule of one that has begun,
 * `legal_hold_active` for a schedule outside the time range of a hold
 */
export async function updateMeeting(
	change: Change,
	row: MeetingRow,
	parsed: SavedColumns,
	codes: JoinCodes,
	origin: Origin = "person",
): Promise<MeetingRow> {
	const next = { ...row, ...parsed };
	const differences = differencesBetween(toRecordedMeeting(row), toRecordedMeeting(next));
	if (differences.length === 0) return row;
	if (row.state === "cancelled") throw wrongState("changed", row.state);
	const isRescheduled =
		next.scheduledStartAtMs !== row.scheduledStartAtMs || next.scheduledEndAtMs !== row.scheduledEndAtMs;
	if (isRescheduled && row.state !== "scheduled") throw wrongState("scheduled", row.state);
	await assertNotTaken(change, row, next.externalId);
	const columns: SavedColumns = {
		...parsed,
		...(isRescheduled && { startsAtMs: next.scheduledStartAtMs ?? row.startsAtMs }),
		...(origin === "person" && codeFor(change, row, next.access, codes)),
		...markedColumns(row, origin),
	};
	const save = () => saveMeeting(change, row, columns);
	const saved = await (isRescheduled ? keepingHolds(change, row, save) : save());
	if (saved.kind !== row.kind) await artifactsOf(change.tx, row.orgId).followMeeting(saved);
	const object = toRecordedMeeting(saved);
	change.record(row.orgId, facts["meeting.update"], { id: row.id, object, changes: differences });
	const isRecordedOtherwise =
		saved.recordingMode !== row.recordingMode || saved.recordingConsent !== row.recordingConsent;
	const room = { orgId: row.orgId, meetingId: row.id };
	if (isRecordedOtherwise) await change.reach(roomChanged, { ...room, what: "rules" });
	if (!Bun.deepEquals(unattendedRuleOf(saved), unattendedRuleOf(row)))
		await change.reach(roomChanged, { ...room, what: "unattended" });
	return saved;
}

/** Returns the columns of the join code: a meeting that is opened by link gets one, and no other keeps it. */
function codeFor({ principal }: Change, row: MeetingRow, access: MeetingRow["access"], codes: JoinCodes): SavedColumns {
	if (access === row.access) return {};
	if (access !== "link") return NO_CODE;
	const { code: _code, ...columns } = codes.create(row, principal);
	return columns;
}

/** @throws `conflict` */
async function assertNotTaken(change: Change, row: MeetingRow, externalId: string | null): Promise<void> {
	if (externalId === null || externalId === row.externalId) return;
	if (await findByExternalId(change.tx, row.orgId, externalId)) throw externalIdTaken();
}
