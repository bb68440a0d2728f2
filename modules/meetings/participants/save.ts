import type { ParticipantRow, ParticipantState } from "#db/schema";
import type { FieldChange } from "#kernel/differences";
import { roomChanged } from "#modules/meetings/meetings";
import { assertOneMore } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import { keepFormer } from "#platform/holds";
import type { Change, Fact } from "#platform/unit-of-work";
import { meetingFull } from "./errors.ts";
import { facts } from "./facts.ts";
import { participantsOf } from "./repository.ts";
import type { RecordedParticipant } from "./schemas.ts";
import { toRecordedParticipant } from "./view.ts";

/** Maximum number of participants of a meeting, in any state: a leaked code fills no table. */
const MAX_PARTICIPANTS = 2_000;

/** A participant to be stored. */
export type NewRow = Pick<ParticipantRow, "orgId" | "id" | "meetingId" | "name" | "role" | "state"> &
	Partial<Pick<ParticipantRow, "userId" | "email" | "emailKey" | "inviteHash">>;

/** Stores a participant; undefined when the same person was added a moment ago. @throws `conflict` for a full meeting, `quota_exceeded` */
export async function insertParticipant(change: Change, values: NewRow): Promise<ParticipantRow | undefined> {
	const participants = participantsOf(change.tx, values.orgId);
	if (await participants.hasAtLeast(values.meetingId, MAX_PARTICIPANTS)) throw meetingFull(MAX_PARTICIPANTS);
	if (values.state === "admitted") await assertPlace(change, values);
	const row: ParticipantRow = {
		userId: null,
		email: null,
		emailKey: null,
		inviteHash: null,
		...values,
		joinedAtMs: values.state === "admitted" ? change.nowMs : null,
		leftAtMs: null,
		enteredAtSeq: values.state === "admitted" ? await participants.lastLiveSeq(values.meetingId) : null,
		version: 1,
		createdAtMs: change.nowMs,
		updatedAtMs: change.nowMs,
	};
	if (!(await participants.tryInsert(row))) return undefined;
	invalidate(change, row);
	await tellRoom(change, row, null, row.state);
	return row;
}

/** States in which a room has to do with a participant. */
const OF_ROOM: readonly (ParticipantState | null)[] = ["waiting", "admitted"];

/** Has a room told that a participant enters it or its lobby, or is no longer there. */
export async function tellRoom(
	change: Change,
	{ orgId, meetingId }: Pick<ParticipantRow, "orgId" | "meetingId">,
	before: ParticipantState | null,
	now: ParticipantState | null,
): Promise<void> {
	if (before === now || !(OF_ROOM.includes(before) || OF_ROOM.includes(now))) return;
	await change.reach(roomChanged, { orgId, meetingId, what: now === "admitted" ? "entry" : "people" });
}

/** Asserts that the plan of the organization has a place for one more in the room. @throws `quota_exceeded` */
async function assertPlace(change: Change, { orgId, meetingId }: Pick<ParticipantRow, "orgId" | "meetingId">) {
	const { tx } = change;
	await assertOneMore(change, await findOrganization(tx, orgId), "meeting_participants", {
		in: meetingId,
		hasAtLeast: (count) => participantsOf(tx, orgId).hasAdmitted(meetingId, count),
	});
}

/** Stores changed values of a participant, and returns them as they are then. */
export async function saveParticipant(
	change: Change,
	row: ParticipantRow,
	values: Partial<ParticipantRow>,
): Promise<ParticipantRow> {
	const saved = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
	const next = { ...row, ...saved };
	await Promise.all([
		participantsOf(change.tx, row.orgId).update(row.id, saved),
		keepFormer(change, { ...row, type: "participant" }, row, next),
	]);
	invalidate(change, row);
	invalidate(change, next);
	await tellRoom(change, row, row.state, next.state);
	return next;
}

/** Drops what is cached of what the participant sees. */
const invalidate = (change: Change, { id, userId }: ParticipantRow): void => change.invalidate(userId ?? id);

type Name = keyof typeof facts;

/** Records what happened to a participant. @param before null: they are new */
export function recordParticipant(
	change: Change,
	name: Name,
	row: ParticipantRow,
	before: ParticipantRow | null,
): void {
	const isOther = before !== null && before.role !== row.role && before.state === row.state;
	const changes: FieldChange[] = isOther
		? [{ path: "/role", from: before.role, to: row.role }]
		: [{ path: "/state", from: before?.state ?? null, to: row.state }];
	const what = {
		id: row.id,
		otherTargets: [{ type: "meeting", id: row.meetingId }],
		auditedChanges: changes,
		object: toRecordedParticipant(row) satisfies RecordedParticipant,
	};
	const fact: Fact = facts[name];
	change.record(row.orgId, fact, what);
}

/** Lets a participant into the room and records it. @param values what else changes about them @throws `quota_exceeded` */
export async function enterRoom(
	change: Change,
	row: ParticipantRow,
	name: "participant.join" | "participant.admit",
	values: Partial<ParticipantRow> = {},
): Promise<ParticipantRow> {
	await assertPlace(change, row);
	const saved = await saveParticipant(change, row, {
		...values,
		state: "admitted",
		joinedAtMs: row.joinedAtMs ?? change.nowMs,
		leftAtMs: null,
		enteredAtSeq: await participantsOf(change.tx, row.orgId).lastLiveSeq(row.meetingId),
	});
	recordParticipant(change, name, saved, row);
	return saved;
}
