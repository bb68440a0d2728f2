import type { MeetingRow, ParticipantRow } from "#db/schema";
import { accountIdOf } from "#kernel/principal";
import { EXPELLED, wayOfRole } from "#modules/meetings/meetings";
import type { Change } from "#platform/unit-of-work";
import { guestsHostNothing, hostKeepsRole, meetingNotLive, wrongParticipantState } from "./errors.ts";
import { participantsOf } from "./repository.ts";
import { recordParticipant, saveParticipant } from "./save.ts";
import type { ChangeParticipantRequest } from "./schemas.ts";

/**
 * Gives a participant, locked by the change, another role in the meeting, and records it.
 * @throws `state_conflict` `conflict`
 */
export async function changeRole(
	change: Change,
	meeting: MeetingRow,
	row: ParticipantRow,
	{ role }: ChangeParticipantRequest,
): Promise<ParticipantRow> {
	if (row.role === role) return row;
	if (EXPELLED.includes(row.state)) throw wrongParticipantState(row.state);
	if (meeting.state === "cancelled") throw meetingNotLive(meeting.state);
	if (row.role === "guest") throw guestsHostNothing();
	if (role === "host") await assertMayHost(change, row);
	else if (row.userId !== null && row.userId === meeting.hostId) throw hostKeepsRole();
	const saved = await saveParticipant(change, row, { role });
	recordParticipant(change, "participant.update", saved, row);
	return saved;
}

/** Asserts that a host with this account would run the meeting, see `rightsOf`. @throws `conflict` */
async function assertMayHost({ tx }: Change, { orgId, userId }: ParticipantRow): Promise<void> {
	if (userId === null) throw guestsHostNothing();
	// What people without an account here may do is in their token.
	if (accountIdOf(userId) === null) return;
	const member = await participantsOf(tx, orgId).findMember(userId);
	if (member === undefined || wayOfRole(member.role) === "outsider") throw guestsHostNothing();
}
