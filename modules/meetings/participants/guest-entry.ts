import type { MeetingRow, ParticipantRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { ANONYMOUS, type Principal } from "#kernel/principal";
import { type Limiter, type RatePolicy, rateLimited } from "#kernel/rate-limit";
import { shareMeetingRow } from "#modules/meetings/meetings";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import { controlIn } from "#platform/compliance";
import type { Change } from "#platform/unit-of-work";
import { codeRefused } from "./errors.ts";
import { participantsOf } from "./repository.ts";
import { insertParticipant, type NewRow, recordParticipant } from "./save.ts";

/** A meeting that guests may be let into. */
export interface OpenMeeting {
	/** Locked against changes. */
	readonly meeting: MeetingRow;
	/** Whether guests wait until they are admitted. */
	readonly hasLobby: boolean;
}

/** States of a meeting in which somebody who wants to join learns more than that there is nothing to join. */
const OPEN: readonly MeetingRow["state"][] = ["scheduled", "live"];

/** Returns a guest who joins a meeting, as the caller of the change by which they do. @param id of their participant */
export const guestPrincipal = (orgId: string, id: string): Principal => ({
	...ANONYMOUS,
	kind: "guest",
	id,
	orgId,
	role: "guest",
});

/**
 * Returns a meeting that is neither over nor closed to everybody, locked.
 * @throws `not_found` the same for every problem
 */
export async function lockOpenMeeting({ tx }: Change, orgId: string, meetingId: string): Promise<OpenMeeting> {
	const organization = await assertWritableOrganization(tx, orgId).catch(toRefusal);
	const meeting = await shareMeetingRow(tx, { orgId, id: meetingId });
	if (organization.state !== "active" || !meeting || !OPEN.includes(meeting.state)) throw codeRefused();
	return { meeting, hasLobby: meeting.lobby || controlIn(organization, "guests_in_lobby") !== null };
}

/** Converts whatever is the matter with an organization to what a code says that opens nothing. */
function toRefusal(error: unknown): never {
	throw error instanceof AppError ? codeRefused() : error;
}

/**
 * Adds a guest to a meeting that runs: to its room, or to its lobby if it has one, or if any participant was refused or
 * removed, who may be the one who comes back without their account. Undefined when the guest was added a moment ago.
 * @throws `conflict` for a full meeting, `quota_exceeded`
 */
export async function addGuest(
	change: Change,
	{ meeting: { orgId, id: meetingId }, hasLobby }: OpenMeeting,
	guest: Pick<NewRow, "id" | "name" | "inviteHash">,
): Promise<ParticipantRow | undefined> {
	const waits = hasLobby || (await participantsOf(change.tx, orgId).hasExpelled(meetingId));
	const state = waits ? "waiting" : "admitted";
	const row = await insertParticipant(change, { ...guest, orgId, meetingId, role: "guest", state });
	if (row) recordParticipant(change, waits ? "participant.wait" : "participant.join", row, null);
	return row;
}

/**
 * Creates the limit on those who join a meeting: a code may be known to many, and that of one meeting does not take the
 * writes of all others. The function it returns throws `rate_limited`.
 */
export const createJoinThrottle =
	(limiter: Limiter, policies: { readonly "meeting-join": RatePolicy } | null) =>
	async (meetingId: string): Promise<void> => {
		if (policies === null) return;
		const verdict = await limiter.take(policies["meeting-join"], meetingId);
		if (!verdict.allowed) throw rateLimited("Too many people who join this meeting", verdict);
	};
